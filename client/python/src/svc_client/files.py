"""Models and pictures as form parts: a path, bytes or a file object."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from .generated.types import File

Source = str | os.PathLike[str] | bytes | BinaryIO
"""A path, the bytes, or a file object opened in binary mode."""


PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}


@contextmanager
def file_part(
    source: Source, file_name: str | None = None, *, picture: bool = False
) -> Iterator[File]:
    """Yields a form part that can be sent more than once. Files opened here are closed at the end of the block.

    A file object is read from its beginning. One that cannot seek is read into memory first. Raises ValueError for a
    model without a name, whose extension identifies the format.
    """
    with ExitStack() as opened:
        if isinstance(source, bytes):
            payload: BinaryIO = BytesIO(source)
        elif isinstance(source, (str, os.PathLike)):
            path = Path(source)
            payload, file_name = opened.enter_context(path.open("rb")), file_name or path.name
        else:
            payload = source if source.seekable() else BytesIO(source.read())
            file_name = file_name or _name_of(source)
        yield _picture(payload, file_name) if picture else _model(payload, file_name)


def _model(payload: BinaryIO, name: str | None) -> File:
    if name is None:
        message = "Give file_name, such as 'part.stl': the extension tells the format."
        raise ValueError(message)
    return File(payload=payload, file_name=name, mime_type="application/octet-stream")


def _picture(payload: BinaryIO, name: str | None) -> File:
    kind = PICTURES.get(Path(name).suffix.lower()) if name else _kind_of(payload)
    if kind is None:
        message = f"{name or 'The picture'} is not a PNG, JPEG or WebP file."
        raise ValueError(message)
    return File(payload=payload, file_name=name or "picture", mime_type=kind)


def _kind_of(payload: BinaryIO) -> str | None:
    """Detects the type by the signatures of the three formats."""
    payload.seek(0)
    head = payload.read(12)
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    return "image/webp" if head[:4] + head[8:] == b"RIFFWEBP" else None


def _name_of(stream: BinaryIO) -> str | None:
    """Returns the name of a file opened by path. The name of a pipe or a descriptor is not a path."""
    name = getattr(stream, "name", None)
    return Path(name).name if isinstance(name, str) and not name.startswith("<") else None
