"""The limits of what clients say, beside the type of each field.

    seat: Annotated[int, Between(0, 15)]

The server has Pydantic check them, and describe them in the OpenAPI document; where there is no Pydantic (the edition
without a server), `reading.py` does. So the shapes themselves need neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, kw_only=True)
class Said:
    """Anything a client says: unknown fields are refused, so that a misspelt one is noticed."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    def named(self) -> dict[str, Any]:
        """What was said, by name, without what was left out."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Between:
    """A whole number with bounds, and nothing that only looks like one."""

    least: int
    most: int

    def __call__(self, value: Any) -> Any:
        """The value, if it keeps to this."""
        if not self.least <= value <= self.most:
            raise ValueError(f"there are {self.least} to {self.most}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(source), "ge": self.least, "le": self.most, "strict": True}


@dataclass(frozen=True)
class Sized:
    """A text, list or table of a length within bounds."""

    most: int
    least: int = 0

    def __call__(self, value: Any) -> Any:
        """The value, if it keeps to this."""
        if not self.least <= len(value) <= self.most:
            raise ValueError(f"it has {self.least} to {self.most} parts")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        least = {"min_length": self.least} if self.least else {}
        return {**handler(source), **least, "max_length": self.most}


@dataclass(frozen=True)
class Patterned:
    """A text that fits a pattern."""

    pattern: str

    def __call__(self, value: Any) -> Any:
        """The value, if it keeps to this."""
        import re

        if not re.search(self.pattern, value):
            raise ValueError(f"it is written {self.pattern}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(source), "pattern": self.pattern}


@dataclass(frozen=True)
class Checked:
    """What a function makes of a value; it raises ValueError where there is something wrong."""

    function: Callable[[Any], Any]

    def __call__(self, value: Any) -> Any:
        """The value, as the function leaves it."""
        return self.function(value)

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.function, handler(source))


@dataclass(frozen=True)
class Strictly:
    """Yes or no, and nothing that only looks like it."""

    def __call__(self, value: Any) -> Any:
        """The value: `reading.py` takes no other."""
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(source), "strict": True}


@dataclass(frozen=True)
class About:
    """What the OpenAPI document says of a field."""

    text: str

    def __call__(self, value: Any) -> Any:
        """The value: this asks nothing of it."""
        return value

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        return {**handler(schema), "description": self.text}


@dataclass(frozen=True)
class ByType:
    """One of several shapes, told apart by their `type`."""

    def __call__(self, value: Any) -> Any:
        """The value: `reading.py` has chosen the shape."""
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic import Discriminator, GetCoreSchemaHandler

        assert isinstance(handler, GetCoreSchemaHandler)
        return Discriminator("type").__get_pydantic_core_schema__(source, handler)
