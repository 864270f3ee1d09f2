"""The edition without a server: the rooms of the server in a page, with one person, bots, and a store of texts.

     site           answers what the client asks, and holds its links to tables
    tables         the rooms that are awake, and what they need
    device_store   the texts of everything that lasts
    thinking       what bots and elders think, here or in another worker
    packing        the sources as archives for the page
    standard_library   Python's own, without what no page needs

A page runs this in Pyodide, so it needs the standard library alone. It does what belongs to one device: nothing of
chat, links, lobby, notices and accounts.
"""

from .shelf import warm_up
from .site import DeviceSite as Site
from .thinking import think, use_module

__all__ = ["Site", "think", "use_module", "warm_up"]
