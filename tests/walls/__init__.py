"""The walls: what holds for the whole tree, whoever writes in it.

1. A wall reads the tree as it stands and says which file and line breaks it, and how to mend it.
2. A wall never skips: a room that is missing is a broken wall.
"""
