"""Several addresses a seat; what became of deliveries to it"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("main", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.String(27), nullable=False),
        sa.Column("confirmed_at", sa.String(27), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_addresses_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
        sa.UniqueConstraint(
            "game_id", "seat", "address", name=op.f("uq_addresses_game_id_seat_address")
        ),
    )
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.create_index("ix_addresses_address", ["address"], unique=False)
    op.add_column("seats", sa.Column("failures", sa.Integer(), server_default="0", nullable=False))
    op.add_column("seats", sa.Column("failing_since", sa.String(27), nullable=True))
    op.add_column("seats", sa.Column("suspended_at", sa.String(27), nullable=True))
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index(
            "ix_inbox_game_id_seat_received_at", ["game_id", "seat", "received_at"], unique=False
        )
