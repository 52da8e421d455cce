"""What requests and answers look like, every bound of them: the OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from parlour.server.settings import MOST_GIVEN, MOST_LEGAL, MOST_LINE, MOST_SEATS


def _whole(value: Any) -> Any:
    """Take 3.0 for 3, as JSON does."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole)  # the last of what is said of a number: the bounds stand in the schema
Word = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_]{1,64}$")]
Spec = Annotated[str, StringConstraints(min_length=1, max_length=200)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
PersonName = Annotated[str, StringConstraints(max_length=40)]
OptionValue = (
    bool
    | Annotated[int, Field(ge=-(2**53), le=2**53), WHOLE]
    | Annotated[float, Field(ge=-1e15, le=1e15)]
    | Annotated[str, StringConstraints(max_length=4000)]
    | Annotated[list[Annotated[int, Field(ge=-(2**53), le=2**53), WHOLE]], Field(max_length=64)]
)
GameOptions = Annotated[
    dict[Word, OptionValue],
    Field(
        max_length=32,
        description="options of the game, as GET /games/{game} tells them",
        examples=[{}],
        json_schema_extra={"additionalProperties": False},  # than names of the pattern
    ),
]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS, description="a seat, from 0"), WHOLE]
Seed = Annotated[int, Field(ge=0, lt=2**64, description="the same seed gives the same result"), WHOLE]


class Body(BaseModel):
    """A request; what it does not know it refuses."""

    model_config = ConfigDict(strict=True, extra="forbid")


class LimitBody(Body):
    """What a decision may cost; the server's own bound on time holds besides."""

    simulations: Annotated[int, Field(ge=1, le=1_000_000_000), WHOLE] | None = None
    depth: Annotated[int, Field(ge=1, le=1_000), WHOLE] | None = None
    nodes: Annotated[int, Field(ge=1, le=1_000_000_000_000), WHOLE] | None = None
    seconds: float | None = Field(None, ge=0.001, le=60.0)
    at_most: float | None = Field(None, ge=0.001, le=60.0)

    def given(self) -> dict[str, Any]:
        """Return what was asked for, as `Limit` takes it."""
        return self.model_dump(exclude_none=True)


class ClockBody(Body):
    """How much time everybody has: for the whole match, and more for each move."""

    seconds: float = Field(ge=1.0, le=36_000.0, description="for each seat; its first move is free")
    increment: float = Field(0.0, ge=0.0, le=600.0, description="seconds more after each move")


class From(Body):
    """A match that is over, and where in it another one begins."""

    match: Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
    ply: Annotated[int, Field(ge=0, le=2_000_000), WHOLE]


class NewMatch(Body):
    """A match to be: who sits where, at which game."""

    game: Word = Field(description="the game's name: GET /games")
    options: GameOptions = {}
    seats: list[Spec] = Field(
        min_length=1,
        max_length=MOST_SEATS,
        description='for each seat "me", "open" (somebody joins by a link), a level, or a strategy\'s spec',
        examples=[["me", "me"]],
    )
    names: list[PersonName] = Field([], max_length=MOST_SEATS, description="what the people are called")
    limit: LimitBody | None = Field(None, description="what each decision of a machine may cost")
    clock: ClockBody | None = Field(None, description="who has no time left loses; none where it is left out")
    seed: Seed | None = Field(
        None, description="for practice: with chance or secrets only without open seats"
    )
    origin: From | None = Field(
        None, alias="from", description="go on from a match that is over, with its deal; not rated"
    )
    moves: list[MoveText] = Field(
        [], max_length=MOST_GIVEN, description="moves that are played already; not rated"
    )


class Move(Body):
    """A move in the text of its game."""

    move: MoveText
    seat: SeatNumber | None = Field(None, description="needed only by a token that holds several seats")
    version: Annotated[int, Field(ge=0, le=2**53), WHOLE] | None = Field(
        None, description="refuse unless the match stands there"
    )


class Look(BaseModel):
    """From where to look at a match, and what to be shown."""

    seat: int | None = Field(
        None, ge=-1, lt=MOST_SEATS, description="the seat to look from; -1 is a spectator"
    )
    picture: Literal["none", "text", "svg", "data"] = Field("none", description="whether to draw the board")
    since: int | None = Field(None, ge=0, le=2_000_000, description="tell what happened from this ply on")


class SeatOnly(Body):
    """Which seat it is about; a token that holds one need not say."""

    seat: SeatNumber | None = None


class Join(Body):
    """The code from a link, and a name."""

    code: str = Field(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]{43}$")
    name: PersonName = ""


class HintBody(SeatOnly):
    """Who is to give the hint, and what it may cost."""

    strategy: Spec = "expert"
    limit: LimitBody | None = None


class AnalyseBody(HintBody):
    """A position of the match: where it stands, or at an earlier ply."""

    ply: Annotated[int, Field(ge=0, le=2_000_000), WHOLE] | None = None


class LineBody(SeatOnly):
    """Moves by which a match might go on, from where it stands or from an earlier ply."""

    moves: list[MoveText] = Field(max_length=MOST_LINE)
    ply: Annotated[int, Field(ge=0, le=2_000_000), WHOLE] | None = None


class SetUpBody(Body):
    """A position of a game, by the moves that lead to it, outcomes of chance among them."""

    options: GameOptions = {}
    moves: Annotated[str, StringConstraints(max_length=20_000)] | list[MoveText] = Field(
        "", max_length=20_000
    )
    seat: SeatNumber | None = Field(None, description="to look from; left out: the one that is to move")


class PositionBody(SetUpBody):
    """A position of a game, by the moves that lead to it; with a seat or a hand, what that seat knows."""

    hand: str = Field("", max_length=400)
    strategy: Spec = "expert"
    limit: LimitBody | None = None
    seed: Seed = 0


class PlayerBody(Body):
    """A player to be."""

    name: str = Field(
        min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$", examples=["Ann"]
    )


# -- answers -------------------------------------------------------------------------------------------------


class Chair(BaseModel):
    """Who sits in a seat."""

    seat: int
    name: str
    kind: Literal["person", "machine"]
    spec: str
    taken: bool


class Told(BaseModel):
    """A move of the past: where it began, whose it was, its words as this seat saw it."""

    ply: int
    who: int
    move: str


class ClockDocument(BaseModel):
    """A clock at this moment."""

    seconds: float
    increment: float
    left: list[float] = Field(description="seconds, by seat")
    runs: int | None = Field(description="the seat whose time runs; nobody's before its first move is made")


class ViewDocument(BaseModel):
    """How a match stands for one seat, or with seat -1 for a spectator: all that it may know, and no more."""

    match: str
    version: int
    game: str
    title: str
    options: dict[str, Any]
    seat: int
    you: list[int] = Field(description="the seats of whoever asks")
    seats: list[Chair]
    turn: int = Field(description="a seat; -2 when it is over")
    thinks: int | None = Field(description="the seat of the machine that is at work, if one is")
    ply: int
    start: int = Field(description="the ply at which its players took over; 0 unless moves were given")
    over: bool
    ended: Literal["unfinished", "finished", "forfeit", "agreed"]
    returns: list[float] | None
    result: list[str]
    legal: list[str] = Field(max_length=MOST_LEGAL)
    legal_total: int
    state: dict[str, Any] = Field(description="the state as the seat knows it; -1 where it knows nothing")
    last: list[Told]
    told: list[dict[str, Any]] = Field(description="what happened, in the words of the game")
    commitment: str = Field(description="SHA-256 of game, options and seed: docs/verify.md")
    can_undo: bool
    clock: ClockDocument | None = Field(None, description="where the match is played with one")
    seed: str | None = Field(None, description="when it is over")
    rematch: str | None = Field(None, description="the match that follows, if one does")
    picture: str | dict[str, Any] | None = None
    moment: dict[str, Any] | None = Field(
        None, description="with a picture as data: what was seen for a moment before the table was cleared"
    )
    touches: list[list[str]] | None = Field(
        None, description="with a picture as data: what each move touches, parts by name or else buttons"
    )


class Brief(BaseModel):
    """That a match has gone on, and whose turn it is."""

    match: str
    version: int
    ply: int
    turn: int
    over: bool


class Invitation(BaseModel):
    """A link to a seat; whoever has it may take the seat, once."""

    seat: int
    code: str
    url: str


class Seated(BaseModel):
    """The token that holds a seat: it is told once and kept by nobody but its holder."""

    match: str
    token: str
    seats_held: list[int]
    invitations: list[Invitation] = []
    commitment: str
    view: ViewDocument


class MovesPage(BaseModel):
    """Moves of the past, a page of them."""

    match: str
    first: int
    count: int
    total: int
    moves: list[Told]


class ChoiceDocument(BaseModel):
    """A choice with its evidence."""

    seat: int
    move: str
    action: int
    candidates: list[dict[str, Any]]
    evidence: dict[str, Any]
    reasons: list[str]
    hint: list[str]
    work: dict[str, Any]
    exhibits: list[dict[str, Any]]


class RecordDocument(BaseModel):
    """A record, as `parlour replay` and `parlour verify` read it."""

    model_config = ConfigDict(extra="allow")
    format: str
    game: str
    options: dict[str, Any]
    seats: list[str]
    moves: list[str]
    ended: str


class PlayerDocument(BaseModel):
    """A player."""

    id: str
    name: str
    created: float


class NewPlayerDocument(PlayerDocument):
    """A player with the key, which is told once."""

    key: str


class MatchLine(BaseModel):
    """A match in a list."""

    match: str
    game: str
    seats: list[str]
    names: list[str]
    seat: int = Field(description="of the player; of several the first")
    result: Literal["won", "drawn", "lost", ""] = Field(description='for that seat; "" while it goes on')
    created: float
    changed: float
    moves: int
    ended: str
    returns: list[float] | None


class MatchList(BaseModel):
    """Matches of a player."""

    total: int
    matches: list[MatchLine]


class GameLine(BaseModel):
    """A game in a list."""

    model_config = ConfigDict(extra="allow")
    name: str
    title: str
    group: str
    blurb: str
    seats: int
    levels: list[str]
    hidden: bool
    chance: bool
    options: dict[str, Any]


class GameList(BaseModel):
    """All games."""

    games: list[GameLine]


class Health(BaseModel):
    """That all parts answer, and how far the engines are; with the database down it is a problem, 503."""

    status: Literal["ok"]
    version: str
    database: str
    matches: int
    engines: dict[str, Any]
