"""Bytes in, what the player said out: a letter goes through these rooms from top to bottom.

    mime      its bytes, cut into headers, parts and text
    screen    a person's, or a machine's
    proof     who sent it
    quoting   whose words its lines are
    grammar   what it says

1. `message.read` is total: no bytes whatever make it raise, and size, depth, parts and headers are
   bounded before anything looks at them.
2. A letter is screened (`screen`) before it is understood; what a machine sent is never answered.
3. Who sent it (`proof`) and what it says (`grammar`) are told apart: neither knows the
   other.
4. A vote is never inferred from a doubtful text: a doubtful line yields one question and no
   command.
5. `grammar` and `quoting` are pure: text in, values out.
"""
