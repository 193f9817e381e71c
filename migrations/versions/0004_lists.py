"""The mailing list that a game's news for all go to"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("list_address", sa.String(320), server_default="", nullable=False)
    )
