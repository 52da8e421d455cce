"""Draw a picture in a terminal, through rich."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from parlour.core.draw.colours import HEAT, TONES, contrast
from parlour.core.draw.layout import Line, Span, lay_out
from parlour.core.picture import HEATS, SEATS, Picture

# Named colours follow the reader's own theme, so that they stay legible on light terminals and dark ones.
_TONES = {
    "plain": Style(),
    "first": Style(color="red", bold=True),
    "second": Style(color="yellow", bold=True),
    "third": Style(color="green", bold=True),
    "fourth": Style(color="magenta", bold=True),
    "empty": Style(dim=True),
    "good": Style(color="green"),
    "bad": Style(color="red"),
    # Black would vanish on a dark terminal, so the suits bring their card with them.
    "red": Style(color="#b00020", bgcolor="#f5f5f0"),
    "black": Style(color="#10141c", bgcolor="#f5f5f0"),
    "white": Style(color="#ffffff", bgcolor="#4a4a4a", bold=True),
    **{tone: Style(color=contrast(shade), bgcolor=shade) for tone, shade in zip(HEATS, HEAT, strict=True)},
}
_ROLES = {"rule": Style(dim=True), "label": Style(dim=True), "title": Style(bold=True)}
# Squares bring their own background, dark enough on both colours for the bright inks of the SVG panel; a
# board with black men on it is as bright as a wooden one.
_SQUARES = {"dark": "#2e2a28", "light": "#57514b", "brown": "#8a5a3c", "tan": "#d9bd94"}
_WOODEN = {**TONES, "black": "#000000", "white": "#ffffff", "empty": "#d0ab84"}


@dataclass(frozen=True, slots=True)
class Drawing:
    """Wrap a picture for rich: boards keep their shape and are cropped, lines of text wrap."""

    picture: Picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines(console, options):
            wraps = bool(line) and line[0].role in ("text", "title")
            yield Text.assemble(
                *((span.text, _style(span)) for span in line),
                no_wrap=not wraps,
                overflow="fold" if wraps else "crop",
            )

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        lines = [Text("".join(span.text for span in line)) for line in self._lines(console, options)]
        widest = max((line.cell_len for line in lines), default=0)
        return Measurement(widest, widest).with_maximum(options.max_width)

    def _lines(self, console: Console, options: ConsoleOptions) -> list[Line]:
        coloured = console.color_system is not None and not console.no_color
        return lay_out(self.picture, coloured, options.ascii_only, options.max_width)


def _style(span: Span) -> Style:
    style = _ROLES.get(span.role, _TONES[span.tone])
    if span.role in _SQUARES and span.tone in TONES:
        inks = _WOODEN if span.role in ("brown", "tan") else TONES
        bold = span.tone in (*SEATS, "black", "white")
        style = Style(color=inks[span.tone], bgcolor=_SQUARES[span.role], bold=bold)
    return style + Style(bold=True) if span.mark else style
