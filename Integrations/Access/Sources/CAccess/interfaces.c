#include "node.h"

// MARK: - Actions

static const struct {
  guint bit;
  const char *name;
} actions[] = {
    {ACCESS_ACTION_PRESS, "press"},
    {ACCESS_ACTION_LONG_PRESS, "long-press"},
    {ACCESS_ACTION_DELETE, "delete"},
};

// The index in `actions` of a node's action by its number; -1 for none.
static int action_at(AccessNode *node, gint number) {
  for (guint i = 0; i < G_N_ELEMENTS(actions); i++)
    if (node->actions & actions[i].bit && number-- == 0) return (int)i;
  return -1;
}

static gint get_n_actions(AtkAction *action) {
  gint count = 0;
  while (action_at(ACCESS_NODE(action), count) >= 0) count++;
  return count;
}

static const gchar *get_action_name(AtkAction *action, gint number) {
  int place = action_at(ACCESS_NODE(action), number);
  return place < 0 ? NULL : actions[place].name;
}

static gboolean do_action(AtkAction *action, gint number) {
  AccessNode *node = ACCESS_NODE(action);
  int place = action_at(node, number);
  if (place < 0 || !node->window) return FALSE;
  // The handler may close the window, so nothing of it is read after the call.
  AccessCalls calls = node->window->calls;
  return calls.perform(calls.owner, node->id, actions[place].bit);
}

void access_action_init(AtkActionIface *interface) {
  interface->get_n_actions = get_n_actions;
  interface->get_name = get_action_name;
  interface->do_action = do_action;
}

// MARK: - Texts

static gchar *slice(AccessNode *node, gint start, gint end) {
  if (end < 0 || end > node->length) end = node->length;
  start = CLAMP(start, 0, end);
  return g_utf8_substring(node->text, start, end);
}

static gchar *get_text(AtkText *text, gint start, gint end) {
  return slice(ACCESS_NODE(text), start, end);
}

static gunichar get_character_at_offset(AtkText *text, gint offset) {
  AccessNode *node = ACCESS_NODE(text);
  if (offset < 0 || offset >= node->length) return 0;
  return g_utf8_get_char(g_utf8_offset_to_pointer(node->text, offset));
}

static gint get_character_count(AtkText *text) { return ACCESS_NODE(text)->length; }

// Texts of lists have no caret of their own.
static gint get_caret_offset(AtkText *text) {
  (void)text;
  return -1;
}

static AccessRange stretch(AccessNode *node, gint offset, AtkTextGranularity granularity) {
  AccessRange none = {0, 0}, all = {0, node->length};
  if (offset < 0 || offset > node->length) return none;
  AccessRange one = {offset, MIN(offset + 1, node->length)};
  if (granularity == ATK_TEXT_GRANULARITY_CHAR) return one;
  gboolean is_word = granularity == ATK_TEXT_GRANULARITY_WORD;
  if ((!is_word && granularity != ATK_TEXT_GRANULARITY_LINE) || !node->window) return all;
  AccessCalls calls = node->window->calls;
  return calls.stretch(calls.owner, node->id, offset,
                       is_word ? ACCESS_UNIT_WORD : ACCESS_UNIT_LINE);
}

static gchar *get_string_at_offset(AtkText *text, gint offset, AtkTextGranularity granularity,
                                   gint *start, gint *end) {
  AccessRange range = stretch(ACCESS_NODE(text), offset, granularity);
  *start = range.start;
  *end = range.end;
  return slice(ACCESS_NODE(text), range.start, range.end);
}

// Serves the older function of the interface.
static gchar *get_text_at_offset(AtkText *text, gint offset, AtkTextBoundary boundary, gint *start,
                                 gint *end) {
  AtkTextGranularity granularity = ATK_TEXT_GRANULARITY_SENTENCE;
  if (boundary == ATK_TEXT_BOUNDARY_CHAR) granularity = ATK_TEXT_GRANULARITY_CHAR;
  if (boundary == ATK_TEXT_BOUNDARY_WORD_START || boundary == ATK_TEXT_BOUNDARY_WORD_END)
    granularity = ATK_TEXT_GRANULARITY_WORD;
  if (boundary == ATK_TEXT_BOUNDARY_LINE_START || boundary == ATK_TEXT_BOUNDARY_LINE_END)
    granularity = ATK_TEXT_GRANULARITY_LINE;
  return get_string_at_offset(text, offset, granularity, start, end);
}

static AccessRect extents(AccessNode *node, gint start, gint end, AtkCoordType type) {
  AccessRect rect = {0, 0, 0, 0};
  if (!node->window) return rect;
  AccessCalls calls = node->window->calls;
  rect = calls.extents(calls.owner, node->id, (AccessRange){start, end});
  if (type == ATK_XY_SCREEN) {
    AccessRect place = access_node_place(node);
    rect.x += place.x;
    rect.y += place.y;
  } else if (type == ATK_XY_PARENT && node->parent) {
    rect.x -= node->parent->frame.x;
    rect.y -= node->parent->frame.y;
  }
  return rect;
}

static void get_character_extents(AtkText *text, gint offset, gint *x, gint *y, gint *width,
                                  gint *height, AtkCoordType type) {
  AccessNode *node = ACCESS_NODE(text);
  offset = CLAMP(offset, 0, node->length);
  AccessRect rect = extents(node, offset, MIN(offset + 1, node->length), type);
  *x = rect.x;
  *y = rect.y;
  *width = rect.width;
  *height = rect.height;
}

static void get_range_extents(AtkText *text, gint start, gint end, AtkCoordType type,
                              AtkTextRectangle *rectangle) {
  AccessNode *node = ACCESS_NODE(text);
  if (end < 0 || end > node->length) end = node->length;
  AccessRect rect = extents(node, CLAMP(start, 0, end), end, type);
  *rectangle = (AtkTextRectangle){rect.x, rect.y, rect.width, rect.height};
}

static gint get_offset_at_point(AtkText *text, gint x, gint y, AtkCoordType type) {
  AccessNode *node = ACCESS_NODE(text);
  if (!node->window) return -1;
  // In 64 bits because the point is untrusted input.
  gint64 across = x, down = y;
  if (type == ATK_XY_SCREEN) {
    AccessRect place = access_node_place(node);
    across -= place.x;
    down -= place.y;
  } else if (type == ATK_XY_PARENT && node->parent) {
    across += node->parent->frame.x;
    down += node->parent->frame.y;
  }
  AccessCalls calls = node->window->calls;
  return calls.offset(calls.owner, node->id, (gint32)CLAMP(across, G_MININT32, G_MAXINT32),
                      (gint32)CLAMP(down, G_MININT32, G_MAXINT32));
}

void access_text_init(AtkTextIface *interface) {
  interface->get_text = get_text;
  interface->get_character_at_offset = get_character_at_offset;
  interface->get_character_count = get_character_count;
  interface->get_caret_offset = get_caret_offset;
  interface->get_string_at_offset = get_string_at_offset;
  interface->get_text_at_offset = get_text_at_offset;
  interface->get_character_extents = get_character_extents;
  interface->get_range_extents = get_range_extents;
  interface->get_offset_at_point = get_offset_at_point;
}
