"""Settings of bots that speak a foreign protocol."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make room for them."""
    op.add_column("bot_versions", sa.Column("settings", sa.Text(), nullable=True))
