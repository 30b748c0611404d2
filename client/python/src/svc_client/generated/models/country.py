from typing import Literal, cast

Country = Literal[
    "AU", "CA", "DE", "ES", "FR", "GB", "IE", "IN", "IT", "MX", "NL", "NZ", "SE", "US"
]


def check_country(value: str) -> Country:
    # A word that a later service may add is passed on as it is.
    return cast(Country, value)
