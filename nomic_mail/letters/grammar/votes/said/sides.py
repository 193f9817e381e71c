"""The words that are a side by themselves, as people list them.

1. Only what is one wherever it stands alone: "ok" and "sure" are none.
"""

PRO = r"ye+s+|yep|yup|yeah+|yeh|aye|y|for|in favou?r|ja|dafür|\+1|👍"
CON = r"no+|nope|nah|nay|n|against|opposed|nein|dagegen|-1|👎"
NEITHER = r"abstain(?:ing)?|abst|abstention|enthaltung"
