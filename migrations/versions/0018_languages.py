"""In which language a player is written to."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("seats", sa.Column("language", sa.String(8), nullable=False, server_default=""))
