"""A grid of 10,000 cards by Taffy, inside PyPI's stretchable.   python grid_stretchable.py [ROUNDS]

The tree is that of GridWorkloads.swift; texts have their sizes in their styles, since a question to
Python would cost more than the layout. Only the one call that lays out is timed.
"""
import json
import sys
import time

import attrs
import stretchable.node as binding
from stretchable import Node
from stretchable.style import AUTO, Display
from stretchable.style.geometry.length import FR
from stretchable.style.geometry.size import SizeAvailableSpace

CARDS = 10_000
NODES = 1 + 4 * CARDS


def text_height(card):
    return 20 * (1 + (card + 1) % 3)


def tree():
    root = Node(display=Display.GRID, grid_template_columns=[1 * FR] * 4, gap=8)
    for card in range(CARDS):
        node = Node(
            display=Display.GRID, grid_template_columns=[40, 1 * FR], gap=(8, 0), padding=8
        )
        node.add(Node(size=(40, 40), grid_row="span 2"))
        node.add(Node(size=(AUTO, 20)))
        node.add(Node(size=(AUTO, text_height(card)), min_size=(90, 0)))
        root.add(node)
    return root


def mark_dirty(node):
    """As on a first layout."""
    node.mark_dirty()
    for child in node:
        mark_dirty(child)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    library, pointer = binding.taffylib, binding.taffy._ptr
    binding.taffy.use_rounding = True
    root = tree()
    text = list(list(root)[CARDS // 2 - 1])[2]
    plain, long = text.style, attrs.evolve(text.style, size=(AUTO, 110))

    def layout(mode, width):
        space = SizeAvailableSpace(width, None).to_dict()
        start = time.thread_time_ns()
        library.node_compute_layout_with_measure(pointer, root._node_id, space, lambda *_: (0, 0))
        nanoseconds = time.thread_time_ns() - start
        root._update_layout()
        print(
            json.dumps(
                {
                    "peer": "taffy-stretchable", "mode": mode, "corpus": "gridcards",
                    "unit": "node", "units": NODES, "ns": nanoseconds,
                    "ns_per_unit": round(nanoseconds / NODES, 3),
                    "height": round(root.get_box().height),
                }
            ),
            flush=True,
        )

    for _ in range(rounds):
        text.style = plain
        mark_dirty(root)
        layout("layout", 1200)
        layout("rewidth", 1000)
        layout("rewidth-back", 1200)
        text.style = long
        layout("dirty-leaf", 1200)


main()
