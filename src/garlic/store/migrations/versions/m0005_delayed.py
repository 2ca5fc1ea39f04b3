"""Games that a busy machine has delayed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Earlier games count as not delayed."""
    op.add_column(
        "matches", sa.Column("delayed", sa.Boolean(), nullable=False, server_default=sa.false())
    )
