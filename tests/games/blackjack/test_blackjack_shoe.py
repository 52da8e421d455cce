"""The shoe of Blackjack: counts by bits are counts one by one, and a place is the card that weights give."""

import random

from parlour.core.registry import game
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, OVER, legal, play, random_action, random_outcome, turn, weights
from parlour.games.blackjack.shoe import card_in_place, drawn, kinds_left, left_of, suit_left, total_left


def test_counts_by_bits_are_counts_one_by_one():
    numbers = random.Random(1)
    for _ in range(200):
        shoe = tuple(sum(numbers.randrange(9) << (4 * rank) for rank in range(13)) for _ in range(4))
        total = total_left(shoe)
        assert sum(map(suit_left, shoe)) == total
        assert kinds_left(shoe) == sum(1 << card for card in range(52) if left_of(shoe, card))
        for place in (0, numbers.randrange(total), total - 1):
            assert card_in_place(shoe, place) == drawn(shoe, place, 0)


def test_a_place_in_the_shoe_is_the_card_by_its_weight():
    for seed, options in enumerate(({}, {"decks": 1, "rounds": 8}, {"decks": 0}, {"deal": "As 9d Ts 2c 8h"})):
        s, rng = game("blackjack", **options).start(), Stream.of(seed)
        while turn(s) != OVER:
            if turn(s) == CHANCE:
                one, mark = random_outcome(s, Stream(rng)), Stream(rng).uniform()
                left = [card for card in range(52) if legal(s) >> card & 1]
                below = [sum(weights(s, card) for card in left if card < other) for other in left]
                assert one == max(card for card, sum_ in zip(left, below, strict=True) if sum_ <= mark)
            s = play(s, random_action(s, rng))
