"""What waits for a moderator, found without loading a game"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("moved_at", sa.String(27)))
    op.add_column(
        "games", sa.Column("waits_form", sa.Integer(), server_default="0", nullable=False)
    )
    op.create_index("ix_games_status_moved_at", "games", ["status", "moved_at"])
    op.create_index("ix_games_waits_form", "games", ["waits_form"])
    op.create_index("ix_seats_suspended_at", "seats", ["suspended_at"])
    op.create_table(
        "waits",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(27), nullable=False),
        sa.Column("shows_at", sa.String(27), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_waits_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "kind", "number", name=op.f("pk_waits")),
    )
    op.create_index("ix_waits_shows_at", "waits", ["shows_at"])
