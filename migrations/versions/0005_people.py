"""Observers, and moderators beside the configured one"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("handed_over", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column("seats", sa.Column("observes", sa.Integer(), server_default="0", nullable=False))
    op.create_table(
        "moderators",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("takes_over", sa.Integer(), server_default="0", nullable=False),
        sa.Column("asked_by", sa.Text(), server_default="", nullable=False),
        sa.Column("asked_at", sa.String(27), nullable=False),
        sa.Column("confirmed_at", sa.String(27)),
        sa.Column("ended_at", sa.String(27)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moderators")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_moderators_game_id_games")
        ),
    )
    op.create_index("ix_moderators_game_id", "moderators", ["game_id"])
    op.create_index("ix_moderators_address", "moderators", ["address"])
