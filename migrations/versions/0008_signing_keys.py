"""The keys that letters were signed with, as the DNS had them when the letters came"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "signing_keys",
        sa.Column("inbox_id", sa.Integer(), nullable=False),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("records", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["inbox_id"], ["inbox.id"], name=op.f("fk_signing_keys_inbox_id_inbox")
        ),
        sa.PrimaryKeyConstraint("inbox_id", name=op.f("pk_signing_keys")),
    )
    op.create_index("ix_signing_keys_due", "signing_keys", ["due"])
