"""Studying on the page: a board for all seats, puzzles and trainers, by mouse and by keyboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from parlour.core.puzzle import puzzle


def test_a_game_is_studied_and_the_address_tells_the_position(page: Page) -> None:
    page.goto("/study")
    page.get_by_role("link", name="Analyse Tic-Tac-Toe").click()
    board = page.get_by_test_id("study")
    page.locator("button[data-part=b2]").click()
    expect(board).to_have_attribute("data-at", "1")
    page.get_by_test_id("type-move").fill("a1")
    page.get_by_test_id("type-move").press("Enter")
    expect(board).to_have_attribute("data-at", "2")
    page.get_by_role("button", name="A move back").click()
    expect(board).to_have_attribute("data-at", "1")
    page.reload()
    expect(page.get_by_test_id("at")).to_have_text("1 of 2")
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_test_id("at")).to_have_text("2 of 2")
    page.locator("button[data-part=c3]").click()
    page.get_by_role("button", name="To the start").click()
    page.locator("button[data-part=a1]").click()
    expect(page.get_by_test_id("at")).to_have_text("1 of 1")
    assert page.url.endswith("?moves=a1")


def test_a_refused_move_leaves_the_position_and_a_wrong_address_is_the_start(page: Page, visitors) -> None:
    visitors.expected.append("status of 400")
    page.goto("/study/tic_tac_toe?moves=a1|a1")
    expect(page.get_by_test_id("problem")).to_contain_text("the address told no position", ignore_case=True)
    expect(page.get_by_test_id("at")).to_have_text("0 of 0")
    page.get_by_test_id("type-move").fill("z9")
    page.get_by_test_id("type-move").press("Enter")
    expect(page.get_by_test_id("problem")).to_contain_text("z9")
    expect(page.get_by_test_id("at")).to_have_text("0 of 0")


def test_chance_is_played_by_hand_or_drawn(page: Page) -> None:
    page.goto("/study/kuhn_poker")
    expect(page.get_by_test_id("status")).to_contain_text("Chance decides")
    page.get_by_test_id("move-K").click()
    expect(page.get_by_test_id("study")).to_have_attribute("data-at", "1")
    page.get_by_test_id("draw").click()
    expect(page.get_by_test_id("study")).to_have_attribute("data-turn", "0")


def test_a_position_is_set_up_and_two_are_asked_about_it(page: Page) -> None:
    page.goto("/study/nim")
    page.get_by_text("Set up", exact=True).click()
    page.get_by_label("Heaps").fill("1, 2")
    page.get_by_test_id("set-up").click()
    page.wait_for_url("**options=**")
    page.get_by_role("button", name="Thinking").click()
    expect(page.locator(".verdict-move").first).to_be_visible()
    page.get_by_test_id("compare").click()
    page.get_by_test_id("second").select_option("random")
    expect(page.get_by_role("heading", name="random")).to_be_visible()
    expect(page.locator(".verdict-move")).to_have_count(2)
    page.reload()
    expect(page.get_by_test_id("study")).to_have_attribute("data-over", "false")
    expect(page.locator("[data-testid=stage]")).to_be_visible()


def test_a_puzzle_is_missed_shown_and_solved(page: Page) -> None:
    known = puzzle("nim", 1)
    wrong = next(move for move in known.view.moves() if move not in known.best)
    page.goto("/puzzles")
    page.get_by_test_id("puzzles-nim").click()
    page.get_by_test_id("type-move").fill(wrong)
    page.get_by_test_id("type-move").press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_text(f"{wrong} is not the best.")
    page.get_by_test_id("reveal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text(known.best[0])
    page.get_by_test_id("again").click()
    page.get_by_test_id("type-move").fill(known.best[0])
    page.get_by_test_id("type-move").press("Enter")
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-right", "true")
    expect(page.get_by_test_id("next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-number", "2")
    expect(page.get_by_role("link", name="Puzzle 1, missed")).to_be_visible()  # the first try counts
    page.get_by_role("link", name="Puzzle 3", exact=True).click()
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-number", "3")
    page.reload()
    expect(page.get_by_role("link", name="Puzzle 1, missed")).to_be_visible()


def test_decisions_are_trained_and_counted(page: Page) -> None:
    page.goto("/train/blackjack")
    for number in (1, 2):
        situation = page.get_by_test_id("situation").inner_text()
        page.locator("[data-testid^=move-]").first.click()
        expect(page.get_by_test_id("verdict")).to_be_visible()
        expect(page.get_by_test_id("score")).to_contain_text(f"{number} decision")
        expect(page.get_by_role("rowheader", name=situation, exact=True)).to_be_visible()
        page.keyboard.press("Enter")  # the next one has the focus
        expect(page.get_by_test_id("verdict")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("score")).to_contain_text("2 decisions")
    page.get_by_role("button", name="Forget these").click()
    expect(page.get_by_test_id("score")).to_have_count(0)


def test_what_is_not_there_is_said_in_place(page: Page, visitors) -> None:
    visitors.expected.append("status of 404")
    page.goto("/puzzles/kuhn_poker")
    expect(page.get_by_text("This game has no puzzles yet.")).to_be_visible()
    page.goto("/train/nim")
    expect(page.get_by_role("alert")).to_contain_text("nim has no trainer")
    page.goto("/study/nothing")
    expect(page.get_by_role("alert")).to_contain_text("nothing")
