"""Give a picture as plain data, for renderers that are not written in Python."""

from __future__ import annotations

from typing import Any

from parlour.core.picture import Beside, Cell, Grid, Picture, Text


def picture_data(picture: Picture) -> dict[str, Any]:
    """Return the blocks of a picture as data; what a cell does not have is left out."""
    return {"title": picture.title, "blocks": [_block(block) for block in picture.blocks]}


def _block(block: Grid | Text | Beside) -> dict[str, Any]:
    if isinstance(block, Text):
        return {"kind": "text", "text": block.text, "tone": block.tone}
    if isinstance(block, Beside):
        return {"kind": "beside", "columns": [[_block(part) for part in column] for column in block.parts()]}
    return {
        "kind": "grid",
        "style": block.style,
        "rows": [[_cell(cell) for cell in row] for row in block.rows],
        "row_labels": list(block.row_labels),
        "column_labels": list(block.column_labels),
        "block_rows": block.block_rows,
        "block_columns": block.block_columns,
    }


def _cell(cell: Cell) -> dict[str, Any]:
    told = {name: getattr(cell, name) for name in Cell.__slots__} | {"part": cell.handle}
    return {name: value for name, value in told.items() if value not in ("", False, "plain")}
