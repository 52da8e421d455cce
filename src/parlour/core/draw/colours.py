"""Name the colours of the renderers that choose their own background."""

from __future__ import annotations

PANEL = "#1c2230"
BORDER = "#3a4459"
RULE = "#5b6780"
HEAVY_RULE = "#aeb9cf"
INK = "#e8ebf2"
LABEL = "#9aa6bd"
MARK = "#ffffff"

# The first two seats differ in lightness as well as in hue, for readers who see few hues.
TONES = {
    "plain": INK,
    "first": "#ff6b6b",
    "second": "#ffd166",
    "third": "#4fd1a5",
    "fourth": "#b79cff",
    "empty": "#77839b",
    "good": "#6fdc8c",
    "bad": "#ff8389",
    "red": "#ff8389",
    "black": INK,
    "white": "#ffffff",
}
# A man or a chip has the colour that its tone says, whatever the ink of a text in that tone.
PIECES = {"red": "#d3293d", "black": "#16181d", "white": "#f5f1e6", "plain": "#c4ccdb"}

BOARD = "#2458b3"
HOLE = "#16336b"
DISC_EDGE = "#141a2b"
DARK_SQUARE = "#7a5238"
LIGHT_SQUARE = "#d9bd94"

CARD = "#f8f7f2"
CARD_EDGE = "#c9c6ba"
CARD_INKS = {"red": "#b8122b", "black": "#14181f"}
BACK, BACK_LINE = "#2f4f8f", "#9fb4e0"
GOLD = "#f2b705"
RING = "#2fd0ff"  # a marked man, which may be white itself

FELT, FELT_EDGE = "#17463a", "#0d2c25"
LEATHER, LEATHER_EDGE = "#8a5a34", "#4e3019"

WATER, WATER_LINE = "#1f4e79", "#2f6598"
HULL, HULL_EDGE = "#9aa5b1", "#5d6875"
WRECK, WRECK_EDGE = "#4a2530", "#a34555"
FIRE, SPRAY = "#ff5a4f", "#bcd7f0"

# Viridis in ten steps: evenly spaced in lightness, so it survives greyscale.
HEAT = (
    "#440154",
    "#482878",
    "#3e4989",
    "#31688e",
    "#26828e",
    "#1f9e89",
    "#35b779",
    "#6ece58",
    "#b5de2b",
    "#fde725",
)


def contrast(colour: str) -> str:
    """Choose near-black or white to write on a colour given as #rrggbb."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    luminance = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#10141c" if luminance > 0.2 else "#ffffff"
