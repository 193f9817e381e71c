"""What stands on one line, but for votes and proposals: one file for each kin, with its `FORMS` and
what is told of its words (`language`). Nothing names the files: `lines` goes by all of them.
"""
