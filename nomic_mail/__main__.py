"""`nomic-mail`, and `python -m nomic_mail`."""

from nomic_mail.cli import main

if __name__ == "__main__":
    main()
