"""Alembic's entry: the store hands in its open connection; there is no alembic.ini."""

from alembic import context

from nomic_mail.store.database.tables import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
    render_item=lambda kind, obj, _: "sa.String(27)" if type(obj).__name__ == "UtcTime" else False,
)
with context.begin_transaction():
    context.run_migrations()
