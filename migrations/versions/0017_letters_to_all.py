"""The letters that went to all players, as the record shows them, and what commits to them"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "to_all",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("made", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_to_all_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "version", "place", name=op.f("pk_to_all")),
    )
