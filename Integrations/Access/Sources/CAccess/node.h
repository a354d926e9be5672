// The ATK objects of nodes. They keep their properties, to answer after the node is removed too;
// only properties that depend on lines of text are requested from the owner.
#ifndef LINECASTER_ACCESS_NODE_H
#define LINECASTER_ACCESS_NODE_H

#include <atk/atk.h>

#include "CAccess.h"

typedef struct AccessNode AccessNode;

struct AccessNode {
  AtkObject object;
  AccessNode *parent;   // which holds it; NULL once it does not
  GPtrArray *children;  // holds them
  AccessWindow *window;  // NULL in the application, and in what is gone
  guint64 id;
  AtkRole role;
  int level, position, count;
  guint states, actions;
  AccessRect frame;
  char *text;  // never NULL in texts
  int length;  // of the text in code points
  gboolean is_gone;
  // The state of a running comparison: the last round with the node, and its place among siblings.
  guint round;
  gint index;
};

typedef struct {
  AtkObjectClass parent;
} AccessNodeClass;

struct AccessWindow {
  AccessCalls calls;
  AccessNode *frame;  // of the role of a window; the list is its only child
  GHashTable *nodes;  // by id, not held
  guint round;
  gboolean is_active;
};

GType access_node_get_type(void);
GType access_actor_get_type(void);   // with actions
GType access_reader_get_type(void);  // with a text
GType access_editor_get_type(void);  // with both
GType access_frame_get_type(void);   // a window
#define ACCESS_NODE(object) (G_TYPE_CHECK_INSTANCE_CAST((object), access_node_get_type(), AccessNode))

// The frame on the screen of the list of a node's window; empty after the window is closed.
AccessRect access_node_place(AccessNode *node);

// The interfaces, each in its own file.
void access_action_init(AtkActionIface *interface);
void access_text_init(AtkTextIface *interface);

#endif
