"""PDF files as text, page by page, by the text layer; needs the `build` extra."""

from __future__ import annotations

from finweave.core.errors import BuildError, LayoutError
from finweave.estate.declare import RawFile


def page_texts(file: RawFile) -> list[str]:
    """The text of every page with plain newlines; LayoutError where the file is no PDF or has no text layer."""
    try:
        import pypdfium2  # pyright: ignore[reportMissingTypeStubs]  # the package ships none
    except ImportError as error:
        raise BuildError("Reading PDF files needs pypdfium2: install finweave[build].") from error
    try:
        document = pypdfium2.PdfDocument(file.path)
    except pypdfium2.PdfiumError as error:
        raise LayoutError(file.name, "the whole file", expected="a PDF file", found=str(error)) from error
    try:
        pages = [
            document[i].get_textpage().get_text_range().replace("\r\n", "\n") for i in range(len(document))
        ]
    finally:
        document.close()
    if not any(page.strip() for page in pages):
        raise LayoutError(file.name, "the pages", expected="a text layer", found="none")
    return pages
