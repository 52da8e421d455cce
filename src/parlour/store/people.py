"""Who plays: tokens, players; and the events of the arena."""

from __future__ import annotations

from sqlalchemy import delete, select, update

from parlour.core.errors import clipped
from parlour.store import rows
from parlour.store.database import Conflict, Database
from parlour.store.kinds import FORMER, PERSON, ArenaEvent, NameTaken, Player, Token
from parlour.store.listening import announce
from parlour.store.schema import events, players, seats, tokens


class People:
    """The part of a store that knows no entries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- tokens ------------------------------------------------------------------------------------------

    def token(self, hash: str) -> Token | None:
        """Return the token of a hash, or None."""
        with self._database.reading() as connection:
            row = connection.execute(select(tokens).where(tokens.c.hash == hash)).first()
        return None if row is None else rows.token_of(row)

    def add_token(self, token: Token) -> None:
        """Keep a token."""
        with self._database.writing() as connection:
            connection.execute(tokens.insert(), rows.token_row(token))

    def use_invitation(self, hash: str, new: Token, name: str = "", player: str = "") -> bool:
        """Put a person in the seats of an invitation, with a token for them; only the first is let in."""
        used = delete(tokens).where(tokens.c.hash == hash, tokens.c.kind == "invitation")
        with self._database.writing() as connection:
            found = connection.execute(used.returning(tokens.c.match, tokens.c.seats)).first()
            if found is None:
                return False
            # The seat itself decides: there may be several invitations to it, and who sits there has a name.
            free = (seats.c.match == found.match, seats.c.seat.in_(found.seats), seats.c.name == "")
            sits = update(seats).where(*free).values(spec=PERSON, name=name, player=player)
            if connection.execute(sits).rowcount != len(found.seats):
                return False
            connection.execute(tokens.insert(), rows.token_row(new))
            announce(self._database, connection, [found.match])
        return True

    # -- players -----------------------------------------------------------------------------------------

    def add_player(self, player: Player) -> None:
        """Keep a player; raise NameTaken if another has that name."""
        try:
            with self._database.writing() as connection:
                connection.execute(players.insert(), rows.player_row(player))
        except Conflict:
            raise NameTaken(
                f"a player is called {clipped(player.name)} already; choose another name"
            ) from None

    def rename_player(self, id: str, name: str) -> None:
        """Give a player another name, in all matches; raise NameTaken if another has it."""
        try:
            with self._database.writing() as connection:
                connection.execute(update(players).where(players.c.id == id).values(name=name))
                connection.execute(update(seats).where(seats.c.player == id).values(name=name))
        except Conflict:
            raise NameTaken(f"a player is called {clipped(name)} already; choose another name") from None

    def player_by_key(self, hash: str) -> Player | None:
        """Return the player whose key has this SHA-256, or None."""
        with self._database.reading() as connection:
            row = connection.execute(select(players).where(players.c.key_hash == hash)).first()
        return None if row is None else rows.player_of(row)

    def player(self, id_or_name: str) -> Player | None:
        """Return a player by id, else by name; or None."""
        with self._database.reading() as connection:
            for column in (players.c.id, players.c.name):
                row = connection.execute(select(players).where(column == id_or_name)).first()
                if row is not None:
                    return rows.player_of(row)
        return None

    def players(self) -> list[Player]:
        """List all players, the first that came first."""
        with self._database.reading() as connection:
            found = connection.execute(select(players).order_by(players.c.created, players.c.id))
            return [rows.player_of(row) for row in found]

    def delete_player(self, id: str) -> bool:
        """Delete a player; the matches stay, without the name or the id. Say whether there was one."""
        with self._database.writing() as connection:
            nobody = update(seats).where(seats.c.player == id).values(player="", name=FORMER)
            connection.execute(nobody)
            return connection.execute(delete(players).where(players.c.id == id)).rowcount > 0

    # -- events of the arena -----------------------------------------------------------------------------

    def add_event(self, event: ArenaEvent) -> None:
        """Keep an event."""
        with self._database.writing() as connection:
            connection.execute(events.insert(), rows.event_row(event))

    def event(self, id: str) -> ArenaEvent | None:
        """Return an event, or None."""
        with self._database.reading() as connection:
            row = connection.execute(select(events).where(events.c.id == id)).first()
        return None if row is None else rows.event_of(row)

    def events(self, limit: int = 100, offset: int = 0) -> list[ArenaEvent]:
        """List the events, the latest first."""
        query = select(events).order_by(events.c.created.desc(), events.c.id.desc())
        with self._database.reading() as connection:
            return [rows.event_of(row) for row in connection.execute(query.limit(limit).offset(offset))]

    def update_event(self, event: ArenaEvent) -> None:
        """Replace what is kept of an event."""
        values = rows.event_row(event)
        with self._database.writing() as connection:
            connection.execute(update(events).where(events.c.id == event.id).values(values))
