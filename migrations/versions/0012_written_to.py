"""When an address that has proven nothing had a letter of ours"""

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
