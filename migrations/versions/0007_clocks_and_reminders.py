"""By whose clocks each moderator is told times, and when somebody is reminded"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    zone = sa.Column("zone", sa.String(64), server_default="UTC", nullable=False)
    op.add_column("moderators", zone)
    op.add_column("games", sa.Column("remind_at", sa.String(27)))
    op.create_index("ix_games_remind_at", "games", ["remind_at"])
