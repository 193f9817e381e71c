"""Who wants what proves to stand in their letters"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("seats", sa.Column("proof", sa.String(4), nullable=False, server_default=""))
