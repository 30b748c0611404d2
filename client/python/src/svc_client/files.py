"""Models and pictures as parts of a form: a path, bytes or a file object."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from .generated.types import File

Source = str | os.PathLike[str] | bytes | BinaryIO
"""A path, the bytes themselves, or a file object opened in binary mode."""


@contextmanager
def file_part(source: Source, file_name: str | None = None) -> Iterator[File]:
    """A part that can be sent more than once. What this opens is closed at the end of the block.

    A file object is read from its beginning; one that cannot seek is read into memory first.
    Raises ValueError for bytes without a name: its extension tells the format.
    """
    if isinstance(source, bytes):
        yield _part(BytesIO(source), _required(file_name))
    elif isinstance(source, (str, os.PathLike)):
        path = Path(source)
        with path.open("rb") as stream:
            yield _part(stream, file_name or path.name)
    else:
        name = file_name or _name_of(source)
        yield _part(source if source.seekable() else BytesIO(source.read()), _required(name))


def _part(payload: BinaryIO, name: str) -> File:
    kind, _ = mimetypes.guess_type(name)
    is_picture = kind is not None and kind.startswith("image/")
    return File(
        payload=payload,
        file_name=name,
        mime_type=kind if is_picture else "application/octet-stream",
    )


def _name_of(stream: BinaryIO) -> str | None:
    """Of a file opened by path; the name of a pipe or of a descriptor is no path."""
    name = getattr(stream, "name", None)
    return Path(name).name if isinstance(name, str) and not name.startswith("<") else None


def _required(name: str | None) -> str:
    if name is None:
        message = "Give file_name, such as 'part.stl': the extension tells the format."
        raise ValueError(message)
    return name
