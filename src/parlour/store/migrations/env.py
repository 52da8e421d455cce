"""How alembic reaches the database: over the connection of whoever opens the store, in one transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
