"""The bytes of a letter are kept once, for however many recipients"""

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "contents",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_contents")),
    )
    op.add_column("inbox", sa.Column("content", sa.String(64), nullable=True))
    _move()
    op.drop_column("inbox", "raw")
    op.create_index("ix_inbox_content", "inbox", ["content"])


def _move() -> None:
    """One letter at a time: all of them may be more than memory holds."""
    bind = op.get_bind()
    inbox = sa.table("inbox", *map(sa.column, ("id", "raw", "content")))
    contents = sa.table("contents", *map(sa.column, ("sha256", "raw")))
    ids = bind.execute(sa.select(inbox.c.id).order_by(inbox.c.id)).scalars().all()
    for number in ids:
        this = inbox.c.id == number
        raw = bind.execute(sa.select(inbox.c.raw).where(this)).scalar_one()
        if not raw:
            continue
        name = sha256(raw).hexdigest()
        known = sa.select(contents.c.sha256).where(contents.c.sha256 == name)
        if bind.execute(known).first() is None:
            bind.execute(sa.insert(contents).values(sha256=name, raw=raw))
        bind.execute(sa.update(inbox).where(this).values(content=name))
