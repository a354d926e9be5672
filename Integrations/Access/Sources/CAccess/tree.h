// Changes of the tree of nodes, each of which is reported to clients.
#ifndef LINECASTER_ACCESS_TREE_H
#define LINECASTER_ACCESS_TREE_H

#include "node.h"

// Inserts a child into a node, which retains it.
void access_insert(AccessNode *parent, AccessNode *child, guint index);

// Removes a child, and reports that it and its descendants are gone.
void access_remove(AccessNode *parent, guint index);

#endif
