"""Writes reference.csv: random histories of answers, and what py-fsrs makes of them.

How it was made, and can be made again (the file is the same each time):

    python3 -m venv fsrs && fsrs/bin/pip install fsrs==6.3.2
    fsrs/bin/python tests/memory/reference.py > tests/memory/reference.csv
"""

import random
from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler

HISTORIES = 300
START = datetime(2026, 1, 5, 20, 15, tzinfo=UTC)
DAY = 86_400
# Nobody reviews for longer; and ts-fsrs and fsrs-rs know no stability above 36,500 days, py-fsrs does.
END = START + timedelta(days=20 * 365)


def gap(draw: random.Random, card: Card, now: datetime) -> timedelta:
    """The time to the next answer: when it is due, a bit off that, or at any time at all; in whole seconds."""
    due = max(0, int((card.due - now).total_seconds()))
    return timedelta(
        seconds=draw.choice(
            [
                due,
                int(due * draw.uniform(0.5, 2)),
                draw.randrange(1, 3600),
                draw.randrange(3600, 3 * DAY),
                draw.randrange(DAY, 400 * DAY),
            ]
        )
    )


def main() -> None:
    """All histories, a line for each answer. Times are seconds from the first one."""
    draw = random.Random(2026)
    print("history,retention,at,rating,phase,step,due,stability,difficulty,days,recall")
    for history in range(HISTORIES):
        retention = draw.choice([0.7, 0.8, 0.9, 0.9, 0.95, 0.97])
        scheduler = Scheduler(desired_retention=retention, enable_fuzzing=False)
        card, now = Card(), START
        for _ in range(draw.randrange(2, 11)):
            rating = draw.choices(list(Rating), weights=[3, 2, 6, 2])[0]
            card, _ = scheduler.review_card(card, rating, now)
            assert card.stability is not None
            assert card.difficulty is not None
            days = draw.randrange(0, 365)
            chance = scheduler.get_card_retrievability(card, now + timedelta(days=days))
            row = [
                history,
                retention,
                int((now - START).total_seconds()),
                int(rating),
                card.state.name.lower(),
                card.step if card.step is not None else 0,
                int((card.due - START).total_seconds()),
                f"{card.stability:.10g}",
                f"{card.difficulty:.10g}",
                days,
                f"{chance:.10g}",
            ]
            print(*row, sep=",")
            now += gap(draw, card, now)
            if now > END:
                break


if __name__ == "__main__":
    main()
