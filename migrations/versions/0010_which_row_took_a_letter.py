"""Which row of the pump's chain took a letter"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("inbox", sa.Column("row", sa.String(60), nullable=False, server_default=""))
