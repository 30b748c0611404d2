from typing import Literal, cast

InvoiceDocumentKind = Literal["cancellation", "credit_note", "invoice"]


def check_invoice_document_kind(value: str) -> InvoiceDocumentKind:
    # A word that a later service may add is passed on as it is.
    return cast(InvoiceDocumentKind, value)
