"""stub"""

from typing import Any


def scene(*a: Any) -> Any:
    """stub"""


def picks(*a: Any) -> Any:
    """stub"""
    return ()
