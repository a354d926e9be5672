// Changes of the tree of nodes, each of them told to whoever listens.
#ifndef LINECASTER_ACCESS_TREE_H
#define LINECASTER_ACCESS_TREE_H

#include "node.h"

// Puts a node among the children of another, which holds it from then on.
void access_insert(AccessNode *parent, AccessNode *child, guint index);

// Takes a child away, and says that it and all that is in it are gone.
void access_remove(AccessNode *parent, guint index);

#endif
