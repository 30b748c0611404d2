from typing import Literal, cast

Engine = Literal["auto", "engine_1", "engine_2", "engine_2_p1", "engine_3", "engine_4"]


def check_engine(value: str) -> Engine:
    # A word that a later service may add is passed on as it is.
    return cast(Engine, value)
