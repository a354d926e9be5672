"""Pictures of scenes and templates by the command ``linecaster``, a warm child process.

``linecaster.native`` has text, pictures and lists without a command, in this process.

    from linecaster import Renderer, Request

    with Renderer(template=open("card.json").read()) as renderer:
        for answer in renderer.render_all(Request(row.id, data=row.data) for row in rows):
            print(answer.id, answer.sha256, len(answer.picture or b""))

``linecaster.spark`` and ``linecaster.ray`` do the same for tables that one machine cannot hold;
they are imported only by those who use them.
"""

from .answers import Answer, Request, RowError
from .keys import DigestAlarm, Ledger
from .renderer import ChildDied, Death, Renderer

__all__ = [
    "Answer",
    "ChildDied",
    "Death",
    "DigestAlarm",
    "Ledger",
    "Renderer",
    "Request",
    "RowError",
]

__version__ = "0.1.0"
