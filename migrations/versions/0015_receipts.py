"""Who wants no receipt for a vote, and which of theirs no letter has told of yet"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("seats", sa.Column("receipts", sa.String(4), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("voted_at", sa.String(27)))
