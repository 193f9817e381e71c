"""How players want to be written to; what is held back for a digest"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("seats", sa.Column("digest", sa.String(12), server_default="", nullable=False))
    op.add_column("seats", sa.Column("talk", sa.String(12), server_default="", nullable=False))
    op.add_column("seats", sa.Column("digest_due", sa.String(27), nullable=True))
    op.add_column("seats", sa.Column("digest_scores", sa.Text(), nullable=True))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index("ix_seats_digest_due", ["digest_due"], unique=False)
    op.create_table(
        "held_back",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("thread", sa.String(40), nullable=False),
        sa.Column("notice", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_held_back_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_held_back")),
    )
    with op.batch_alter_table("held_back", schema=None) as batch_op:
        batch_op.create_index("ix_held_back_game_id_seat", ["game_id", "seat"], unique=False)
