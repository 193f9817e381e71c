"""Whose answers count by the Message-ID that they answer"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("seats", sa.Column("by_id", sa.String(4), nullable=False, server_default=""))
