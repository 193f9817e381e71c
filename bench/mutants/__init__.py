"""`make mutants`: small faults put into the code, one at a time, to see whether a test notices.

1. What is changed (`changes`): arithmetic, comparisons, and/or/not, True and False, numbers by one,
   what is returned, and single statements that go. Never a string, an annotation or a decorator.
2. Which of them (`changes.sample`): so many of each room by a seed. A mutant's place in that row
   hangs on its own code alone, so a change elsewhere leaves the sample nearly as it was.
3. Which tests judge it (`seen`): those that executed the changed line, as recorded test by test
   beforehand; the quickest of every file first. A survivor meets all others of those files as well.
4. How (`alone`): each in a process of its own that imports the changed source instead of the file.
   No file is ever changed.
5. `equivalent.toml` names the survivors that nothing can tell from the code as it is, each with the
   reason, by their code and not by their line. They count for nothing; an entry that fits no mutant
   any more fails the run.
"""
