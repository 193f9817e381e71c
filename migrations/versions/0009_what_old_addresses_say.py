"""What every address of a player's says before another is added, or one goes"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("addresses", sa.Column("answered_at", sa.String(27)))
    op.add_column("addresses", sa.Column("due_at", sa.String(27)))
    op.create_index("ix_addresses_due_at", "addresses", ["due_at"])
    op.create_table(
        "address_words",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("change_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("warned_at", sa.String(27), nullable=False),
        sa.Column("letter", sa.String(255), nullable=False),
        sa.Column("yes_at", sa.String(27)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address_words")),
    )
    op.create_index("ix_address_words_change_id", "address_words", ["change_id"])
