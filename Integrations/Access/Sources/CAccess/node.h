// The objects of ATK that stand for nodes: what they say is kept in them, so that they answer after
// the node is gone too, and only what depends on lines of text is asked for.
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
  // Of the comparison that goes on: when it was last seen, and where among its siblings.
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

// Where the list of its window is on the screen; nowhere where it is gone.
AccessRect access_node_place(AccessNode *node);

// The interfaces, in files of their own.
void access_action_init(AtkActionIface *interface);
void access_text_init(AtkTextIface *interface);

#endif
