"""How long each kind of memory is kept: decided from the settings and the time."""

from datetime import datetime, timedelta

from dnam.domain import Cutoffs
from dnam.settings import Settings


def cutoffs(settings: Settings, at: datetime) -> Cutoffs:
    """Return the time before which each kind of memory is removed."""

    def back(days: int) -> datetime | None:
        return at - timedelta(days=days) if days else None

    message_days = settings.retention_days
    return Cutoffs(
        messages=at - timedelta(days=message_days),
        short_term=at - timedelta(hours=settings.short_term_hours),
        rolling=back(settings.retention_rolling_days),
        days=back(settings.retention_day_days),
        facts=back(settings.retention_fact_days),
        # what was forgotten stays so at least as long as there are messages to learn it from
        history=back(settings.retention_history_days and max(settings.retention_history_days, message_days)),
        actions=back(settings.retention_action_days),
    )
