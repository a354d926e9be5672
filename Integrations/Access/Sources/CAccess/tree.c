#include "tree.h"

#include <string.h>

// MARK: - What a node says

static AtkRole role_of(AccessRole role) {
  switch (role) {
    case ACCESS_ROLE_LIST: return ATK_ROLE_LIST;
    case ACCESS_ROLE_ROW: return ATK_ROLE_LIST_ITEM;
    case ACCESS_ROLE_TEXT: return ATK_ROLE_STATIC;
    case ACCESS_ROLE_GROUP: return ATK_ROLE_PANEL;
    case ACCESS_ROLE_BUTTON: return ATK_ROLE_PUSH_BUTTON;
    case ACCESS_ROLE_LINK: return ATK_ROLE_LINK;
    case ACCESS_ROLE_IMAGE: return ATK_ROLE_IMAGE;
    case ACCESS_ROLE_HEADING: return ATK_ROLE_HEADING;
    case ACCESS_ROLE_FIELD: return ATK_ROLE_ENTRY;
    case ACCESS_ROLE_TOGGLE: return ATK_ROLE_TOGGLE_BUTTON;
  }
  return ATK_ROLE_UNKNOWN;
}

// The type with the interfaces that an item needs.
static GType type_of(const AccessItem *item) {
  gboolean acts = (item->actions & ~(guint)ACCESS_ACTION_FOCUS) != 0;
  if (item->text) return acts ? access_editor_get_type() : access_reader_get_type();
  return acts ? access_actor_get_type() : access_node_get_type();
}

// Reports changed state bits of a node, without those that never change.
static void tell_states(AccessNode *node, guint states) {
  static const struct {
    guint bit;
    AtkStateType state;
  } told[] = {
      {ACCESS_STATE_FOCUSABLE, ATK_STATE_FOCUSABLE}, {ACCESS_STATE_FOCUSED, ATK_STATE_FOCUSED},
      {ACCESS_STATE_PRESSED, ATK_STATE_PRESSED},     {ACCESS_STATE_SELECTED, ATK_STATE_SELECTED},
      {ACCESS_STATE_CHECKED, ATK_STATE_CHECKED},     {ACCESS_STATE_BUSY, ATK_STATE_BUSY},
      {ACCESS_STATE_SHOWING, ATK_STATE_SHOWING},
  };
  guint changed = node->states ^ states;
  node->states = states;
  for (guint i = 0; i < G_N_ELEMENTS(told); i++)
    if (changed & told[i].bit)
      atk_object_notify_state_change(&node->object, told[i].state, (states & told[i].bit) != 0);
}

// Reports the changed part of a text, without the common start and end.
static void tell_text(AccessNode *node, const char *text) {
  const char *old = node->text, *new = text;
  if (strcmp(old, new) == 0) return;
  int start = 0, length = (int)g_utf8_strlen(text, -1);
  while (*old && g_utf8_get_char(old) == g_utf8_get_char(new)) {
    old = g_utf8_next_char(old);
    new = g_utf8_next_char(new);
    start++;
  }
  int old_end = node->length, new_end = length;
  const char *old_last = old + strlen(old), *new_last = new + strlen(new);
  while (old_end > start && new_end > start) {
    const char *a = g_utf8_prev_char(old_last), *b = g_utf8_prev_char(new_last);
    if (g_utf8_get_char(a) != g_utf8_get_char(b)) break;
    old_last = a, new_last = b;
    old_end--, new_end--;
  }
  char *removed = g_strndup(old, (gsize)(old_last - old));
  char *inserted = g_strndup(new, (gsize)(new_last - new));
  g_free(node->text);
  node->text = g_strdup(text);
  node->length = length;
  if (old_end > start) g_signal_emit_by_name(node, "text-remove", start, old_end - start, removed);
  if (new_end > start) g_signal_emit_by_name(node, "text-insert", start, new_end - start, inserted);
  g_free(removed);
  g_free(inserted);
}

static void tell_frame(AccessNode *node, AccessRect frame) {
  if (memcmp(&node->frame, &frame, sizeof frame) == 0) return;
  node->frame = frame;
  AtkRectangle bounds = {frame.x, frame.y, frame.width, frame.height};
  g_signal_emit_by_name(node, "bounds-changed", &bounds);
}

static void keep_numbers(AccessNode *node, const AccessItem *item) {
  node->level = item->level;
  node->position = item->position;
  node->count = item->count;
  node->actions = item->actions;
}

static void tell(AccessNode *node, const AccessItem *item) {
  keep_numbers(node, item);
  if (g_strcmp0(node->object.name, item->name) != 0)
    atk_object_set_name(&node->object, item->name);
  if (g_strcmp0(node->object.description, item->description) != 0)
    atk_object_set_description(&node->object, item->description);
  if (node->text && item->text) tell_text(node, item->text);
  tell_frame(node, item->frame);
  tell_states(node, item->states);
}

static AccessNode *make(AccessWindow *window, const AccessItem *item) {
  AccessNode *node = ACCESS_NODE(g_object_new(type_of(item), NULL));
  node->window = window;
  node->id = item->id;
  node->role = role_of(item->role);
  node->states = item->states;
  node->frame = item->frame;
  keep_numbers(node, item);
  atk_object_set_name(&node->object, item->name);
  atk_object_set_description(&node->object, item->description);
  if (item->text) {
    node->text = g_strdup(item->text);
    node->length = (int)g_utf8_strlen(item->text, -1);
  }
  return node;
}

// MARK: - Children

void access_insert(AccessNode *parent, AccessNode *child, guint index) {
  child->parent = parent;
  g_ptr_array_insert(parent->children, (gint)index, g_object_ref(child));
  g_signal_emit_by_name(parent, "children-changed::add", index, child, NULL);
}

static void take_out(AccessNode *parent, guint index) {
  AccessNode *child = g_object_ref(g_ptr_array_index(parent->children, index));
  g_ptr_array_remove_index(parent->children, index);
  g_signal_emit_by_name(parent, "children-changed::remove", index, child, NULL);
  child->parent = NULL;
  g_object_unref(child);
}

// Reports that a node and its descendants are removed; clients may hold them longer.
static void bury(AccessNode *node) {
  AccessWindow *window = node->window;
  if (node->is_gone) return;
  if (window && g_hash_table_lookup(window->nodes, &node->id) == node)
    g_hash_table_remove(window->nodes, &node->id);
  for (guint i = 0; i < node->children->len; i++) bury(g_ptr_array_index(node->children, i));
  node->window = NULL;
  node->is_gone = TRUE;
  atk_object_notify_state_change(&node->object, ATK_STATE_DEFUNCT, TRUE);
}

void access_remove(AccessNode *parent, guint index) {
  AccessNode *child = g_object_ref(g_ptr_array_index(parent->children, index));
  take_out(parent, index);
  bury(child);
  g_object_unref(child);
}

// MARK: - Comparison

// Returns the node of an item: the previous one if its role and its parent are the same, otherwise
// a new one, because the role of an object does not change.
static AccessNode *node_for(AccessWindow *window, const AccessItem *item, AccessNode *parent) {
  AccessNode *known = g_hash_table_lookup(window->nodes, &item->id);
  if (known && known->parent == parent && known->role == role_of(item->role) &&
      known->round != window->round && G_OBJECT_TYPE(known) == type_of(item))
    return g_object_ref(known);
  AccessNode *node = make(window, item);
  g_hash_table_replace(window->nodes, &node->id, node);
  return node;
}

// Removes from each remaining node the children that are removed or that move in front of one that
// they followed.
static void remove_others(AccessNode *node, guint round) {
  gint last = -1;
  for (guint i = 0; i < node->children->len;) {
    AccessNode *child = g_ptr_array_index(node->children, i);
    if (child->round != round) {
      access_remove(node, i);
    } else if (child->index < last) {
      take_out(node, i);
    } else {
      last = child->index;
      i++;
    }
  }
}

// `nodes` are the retained nodes of the items.
static void place_children(AccessWindow *window, AccessNode **nodes, const AccessItem *items,
                           size_t count) {
  remove_others(window->frame, window->round);
  for (size_t i = 0; i < count; i++) remove_others(nodes[i], window->round);
  for (size_t i = 0; i < count; i++) {
    AccessNode *parent = i == 0 ? window->frame : nodes[items[i].parent];
    GPtrArray *children = parent->children;
    guint index = (guint)nodes[i]->index;
    if (index < children->len && g_ptr_array_index(children, index) == nodes[i]) continue;
    access_insert(parent, nodes[i], MIN(index, children->len));
  }
}

// Whether each item has its parent before it, and only the first has none.
static gboolean is_tree(const AccessItem *items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i == 0 ? items[i].parent != -1 : items[i].parent < 0) return FALSE;
    if (i > 0 && (size_t)items[i].parent >= i) return FALSE;
  }
  return TRUE;
}

void access_update(AccessWindow *window, const AccessItem *items, size_t count) {
  if (!is_tree(items, count)) return;
  window->round++;
  AccessNode **nodes = g_new0(AccessNode *, count);
  gint *places = g_new0(gint, count);
  for (size_t i = 0; i < count; i++) {
    AccessNode *parent = i == 0 ? window->frame : nodes[items[i].parent];
    nodes[i] = node_for(window, &items[i], parent);
    nodes[i]->round = window->round;
    nodes[i]->index = i == 0 ? 0 : places[items[i].parent]++;
  }
  place_children(window, nodes, items, count);
  if (count > 0) tell_frame(window->frame, items[0].frame);
  for (size_t i = 0; i < count; i++) tell(nodes[i], &items[i]);
  for (size_t i = 0; i < count; i++) g_object_unref(nodes[i]);
  g_free(places);
  g_free(nodes);
}
