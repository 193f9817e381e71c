"""What happened, told to each whom it concerns: a kind of event is told in one function, in the
file of its kin."""

# ruff: noqa: F403  reading a file puts its functions into the table
from nomic_mail.post.telling.acts import *
from nomic_mail.post.telling.discretion import *
from nomic_mail.post.telling.judgments import *
from nomic_mail.post.telling.people import *
from nomic_mail.post.telling.play import *
from nomic_mail.post.telling.programs import *
from nomic_mail.post.telling.proposals import *
from nomic_mail.post.telling.table import *
from nomic_mail.post.telling.turns import *
from nomic_mail.post.telling.votes import *
