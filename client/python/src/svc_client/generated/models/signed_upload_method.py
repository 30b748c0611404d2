from typing import Literal, cast

SignedUploadMethod = Literal["PUT"]


def check_signed_upload_method(value: str) -> SignedUploadMethod:
    # A word that a later service may add is passed on as it is.
    return cast(SignedUploadMethod, value)
