"""What anybody had us write: to an address that has proven nothing, and to others"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "written_to",
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_written_to")),
    )
    op.add_column("inbox", sa.Column("told", sa.Integer(), nullable=False, server_default="0"))
