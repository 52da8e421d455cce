"""Give a picture as plain data, for renderers that are not written in Python."""

from __future__ import annotations

from typing import Any

from parlour.core.picture import Beside, Block, Cell, Picture, Place, Table, Text


def picture_data(picture: Picture) -> dict[str, Any]:
    """Return the blocks of a picture as data; what a cell does not have is left out."""
    return {"title": picture.title, "blocks": [_block(block) for block in picture.blocks]}


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Text):
        return {"kind": "text", "text": block.text, "tone": block.tone}
    if isinstance(block, Beside):
        return {"kind": "beside", "columns": [[_block(part) for part in column] for column in block.parts()]}
    if isinstance(block, Table):
        return {
            "kind": "table",
            "places": [_place(side, place) for side, place in block.around()],
            "centre": [_block(part) for part in block.middle()],
        }
    return {
        "kind": "grid",
        "style": block.style,
        "rows": [[_cell(cell) for cell in row] for row in block.rows],
        "row_labels": list(block.row_labels),
        "column_labels": list(block.column_labels),
        "block_rows": block.block_rows,
        "block_columns": block.block_columns,
    }


def _place(side: str, place: Place) -> dict[str, Any]:
    told = {"side": side, "title": place.title, "tone": place.tone, "active": place.active}
    return {**told, "blocks": [_block(part) for part in place.blocks]}


def _cell(cell: Cell) -> dict[str, Any]:
    told = {name: getattr(cell, name) for name in Cell.__slots__} | {"part": cell.handle}
    return {name: value for name, value in told.items() if value not in ("", False, "plain")}
