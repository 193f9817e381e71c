"""When our own mail server had a letter that came to us later"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("inbox", sa.Column("held_at", sa.String(27)))
