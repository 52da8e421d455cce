"""The rules of Hearts for people, for the options as they are set."""

from __future__ import annotations

from typing import Any

from parlour.core.guide import Guide


def guide(**options: Any) -> Guide:
    """Tell how the game is played."""
    return Guide(
        goal="Take as few points as you can: every heart you win in a trick costs 1, the queen of spades 13."
        + (" The jack of diamonds takes 10 points off." if options["jd_bonus"] else "")
        + (" Taking no trick at all takes 5 off." if options["avoid_all_tricks_bonus"] else "")
        + f" But whoever takes all 26 has shot the moon: {_moon(options)}.",
        turn=f"{_passing(options)} {_lead(options)} In turn everybody plays a card and must follow the suit"
        " that was led; who has none of it may play anything. The highest card of that suit takes the trick"
        f" and leads the next.{_limits(options)}",
        end=_end(int(options["target"])),
        symbols="♣ clubs, ♦ diamonds, ♠ spades, ♥ hearts; T is the ten, then J, Q, K and the ace A, highest."
        " - is a card that is not played yet.",
        moves="A card is its rank and the letter of its suit: c, d, s, h. Several may stand in one line, such"
        " as the three to pass.",
        examples=(("2c", "the two of clubs"), ("Td", "the ten of diamonds"), ("Qs", "the queen of spades")),
    )


def _moon(options: dict[str, Any]) -> str:
    if options["moon"] == "subtract":
        return "26 come off that score instead"
    return "that costs nothing, and the others get 26 each"


def _passing(options: dict[str, Any]) -> str:
    if not options["pass_cards"]:
        return "Everybody gets thirteen cards; none are passed."
    first = {"left": "left", "right": "right", "across": "across", "hold": "nowhere"}[options["passing"]]
    if options["target"]:
        return (
            "Everybody gets thirteen cards and passes three: to the left, the right, across, then not at all;"
            f" in the first hand they go {first}."
        )
    if options["passing"] == "hold":
        return "Everybody gets thirteen cards; none are passed."
    to = {"left": "the player on the left", "right": "the player on the right", "across": "the one opposite"}
    return f"Everybody gets thirteen cards and passes three of them to {to[options['passing']]}."


def _lead(options: dict[str, Any]) -> str:
    if options["can_lead_any_club"]:
        return "Who holds the two of clubs leads first, any club."
    return "The two of clubs leads."


def _limits(options: dict[str, Any]) -> str:
    text = ""
    if options["no_pts_on_first_trick"]:
        text += " No hearts and no queen of spades on the first trick, if there is a choice."
    if options["must_break_hearts"]:
        queen = " or the queen of spades" if options["qs_breaks_hearts"] else ""
        text += f" Hearts may be led once a heart{queen} has been played, or by a player with nothing else."
        if options["can_lead_hearts_instead_of_qs"]:
            text += " Who has only hearts and the queen of spades may lead hearts too."
    return text


def _end(target: int) -> str:
    if target:
        return (
            f"Hands are played until somebody has {target} points. The fewest win; points are added up, hand"
            " by hand."
        )
    return "One hand of thirteen tricks is played. The fewest points win."
