"""nomic_mail: an email-moderated play-by-mail server for Nomic.

Imports run one way (import-linter holds it):
cli > play > daemon > pump > store | wire | post | archive | sandbox > config > letters | rulesets >
game > clock | toml
"""

__version__ = "0.5.19"
