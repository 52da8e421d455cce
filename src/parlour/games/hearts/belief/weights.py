"""Weights of the Hearts players' model, by `python tools/fit_hearts_beliefs.py`.

A row each for leading, following, discarding and passing, in the order of the names in `behaviour`.
Mean -log chance of what was chosen in self-play, by the model and if all choices were as likely:
- leading: 1.369, evenly 1.693, in 2858 decisions
- following: 0.940, evenly 1.107, in 5019 decisions
- discarding: 1.182, evenly 1.468, in 2875 decisions
- passing: 3.201, evenly 5.656, in 400 decisions
"""

WEIGHTS = (
    (
        -0.8421,  # rank
        -0.6682,  # higher cards out
        -0.1180,  # highest out
        0.3944,  # lowest out
        0.7855,  # last of the suit
        -1.4124,  # length
        1.0168,  # spade under the queen
        0.3005,  # spade beside the queen
        -0.7500,  # king or ace over the queen
        -0.9545,  # queen
        1.1621,  # heart
        -2.2477,  # heart's rank
        -0.3298,  # nobody else has the suit
        1.7814,  # cards out
        -0.9928,  # highest, strong hand
        0.9554,  # rank, points all mine
        -0.1720,  # rank, threat
        0.5235,  # known voids
        0.2099,  # club
        0.2963,  # diamond
    ),
    (
        0.5477,  # rank
        -0.0687,  # wins
        -0.5027,  # wins as last
        -1.1298,  # wins points
        -0.6356,  # wins points as last
        0.1159,  # wins, higher cards out
        1.4157,  # rank, loses
        0.2010,  # highest that loses
        1.0868,  # queen loses
        -1.6968,  # queen wins
        0.7549,  # king or ace before the queen
        1.6900,  # king or ace after all
        0.7029,  # rank, wins as last
        0.5772,  # wins the first trick
        1.2379,  # rank, first trick
        -0.2014,  # wins, points all mine
        -0.8620,  # wins, strong hand
        -0.3748,  # wins points, threat
        -0.3662,  # rank, not last
        -1.8830,  # wins hearts
    ),
    (
        0.5087,  # rank
        1.4434,  # queen
        1.0904,  # king or ace over the queen
        0.2294,  # heart
        0.8698,  # heart's rank
        0.4115,  # last of the suit
        -2.1590,  # length
        -1.2472,  # higher cards out
        -0.3355,  # lowest out
        0.6367,  # highest out
        -0.2039,  # queen, threat
        -0.5472,  # heart, threat wins
        0.1790,  # queen, threat wins
        0.0460,  # heart, points all mine
        0.0109,  # queen, points all mine
        0.1790,  # rank, points all mine
        -2.4790,  # rank, strong hand
        -0.5382,  # heart, strong hand
        -0.3507,  # spade beside the queen
        0.5432,  # first trick, rank
    ),
    (
        3.6475,  # rank
        0.3653,  # queen
        0.6938,  # king of spades
        1.0368,  # ace of spades
        -1.9942,  # spade under the queen
        -0.8016,  # heart
        2.0035,  # heart's rank
        1.5276,  # alone
        1.7033,  # one of two
        0.9842,  # one of three
        0.8313,  # club
        -0.1315,  # diamond
        3.7306,  # rank squared
        1.9998,  # queen, spades held
        0.7070,  # king or ace, spades held
        -3.1789,  # lower cards held
        -5.9256,  # rank, strong hand
        -0.8782,  # heart, strong hand
        -0.3658,  # ace
        0.4035,  # two or three
    ),
)
