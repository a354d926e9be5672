#include "node.h"

static void component_init(AtkComponentIface *interface);

G_DEFINE_TYPE_WITH_CODE(AccessNode, access_node, ATK_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, component_init))

// Types with more interfaces. ATK asks for interfaces by type, so a node without actions must have
// a type without the interface for actions.
typedef AccessNode AccessActor;
typedef AccessNodeClass AccessActorClass;
G_DEFINE_TYPE_WITH_CODE(AccessActor, access_actor, access_node_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_ACTION, access_action_init))
typedef AccessNode AccessReader;
typedef AccessNodeClass AccessReaderClass;
G_DEFINE_TYPE_WITH_CODE(AccessReader, access_reader, access_node_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_TEXT, access_text_init))
typedef AccessNode AccessEditor;
typedef AccessNodeClass AccessEditorClass;
G_DEFINE_TYPE_WITH_CODE(AccessEditor, access_editor, access_reader_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_ACTION, access_action_init))
typedef AccessNode AccessFrame;
typedef AccessNodeClass AccessFrameClass;
G_DEFINE_TYPE_WITH_CODE(AccessFrame, access_frame, access_node_get_type(),
                        G_IMPLEMENT_INTERFACE(ATK_TYPE_WINDOW, NULL))

static void access_actor_class_init(AccessActorClass *class) { (void)class; }
static void access_actor_init(AccessActor *node) { (void)node; }
static void access_reader_class_init(AccessReaderClass *class) { (void)class; }
static void access_reader_init(AccessReader *node) { (void)node; }
static void access_editor_class_init(AccessEditorClass *class) { (void)class; }
static void access_editor_init(AccessEditor *node) { (void)node; }
static void access_frame_class_init(AccessFrameClass *class) { (void)class; }
static void access_frame_init(AccessFrame *node) { (void)node; }

// MARK: - The tree

static AtkObject *get_parent(AtkObject *object) {
  AccessNode *parent = ACCESS_NODE(object)->parent;
  return parent ? &parent->object : NULL;
}

static gint get_n_children(AtkObject *object) {
  return (gint)ACCESS_NODE(object)->children->len;
}

static AtkObject *ref_child(AtkObject *object, gint index) {
  GPtrArray *children = ACCESS_NODE(object)->children;
  if (index < 0 || (guint)index >= children->len) return NULL;
  return g_object_ref(g_ptr_array_index(children, index));
}

static gint get_index_in_parent(AtkObject *object) {
  AccessNode *parent = ACCESS_NODE(object)->parent;
  guint index = 0;
  return parent && g_ptr_array_find(parent->children, object, &index) ? (gint)index : -1;
}

static AtkRole get_role(AtkObject *object) { return ACCESS_NODE(object)->role; }

// MARK: - How it is

static AtkStateSet *ref_state_set(AtkObject *object) {
  static const struct {
    guint bit;
    AtkStateType state;
  } states[] = {
      {ACCESS_STATE_FOCUSED, ATK_STATE_FOCUSED},   {ACCESS_STATE_FOCUSABLE, ATK_STATE_FOCUSABLE},
      {ACCESS_STATE_PRESSED, ATK_STATE_PRESSED},   {ACCESS_STATE_SELECTED, ATK_STATE_SELECTED},
      {ACCESS_STATE_CHECKED, ATK_STATE_CHECKED},   {ACCESS_STATE_BUSY, ATK_STATE_BUSY},
      {ACCESS_STATE_SHOWING, ATK_STATE_SHOWING},
  };
  AccessNode *node = ACCESS_NODE(object);
  AtkStateSet *set = atk_state_set_new();
  if (node->is_gone) {
    atk_state_set_add_state(set, ATK_STATE_DEFUNCT);
    return set;
  }
  atk_state_set_add_state(set, ATK_STATE_VISIBLE);
  atk_state_set_add_state(set, ATK_STATE_ENABLED);
  atk_state_set_add_state(set, ATK_STATE_SENSITIVE);
  if (node->text) atk_state_set_add_state(set, ATK_STATE_MULTI_LINE);
  if (node->role == ATK_ROLE_TOGGLE_BUTTON) atk_state_set_add_state(set, ATK_STATE_CHECKABLE);
  if (node->role == ATK_ROLE_FRAME && node->window->is_active)
    atk_state_set_add_state(set, ATK_STATE_ACTIVE);
  for (guint i = 0; i < G_N_ELEMENTS(states); i++)
    if (node->states & states[i].bit) atk_state_set_add_state(set, states[i].state);
  return set;
}

static AtkAttributeSet *with(AtkAttributeSet *set, const char *name, int value) {
  AtkAttribute *attribute = g_new(AtkAttribute, 1);
  attribute->name = g_strdup(name);
  attribute->value = g_strdup_printf("%d", value);
  return g_slist_prepend(set, attribute);
}

// The attributes have the names that browsers use.
static AtkAttributeSet *get_attributes(AtkObject *object) {
  AccessNode *node = ACCESS_NODE(object);
  AtkAttributeSet *set = NULL;
  if (node->role == ATK_ROLE_HEADING) set = with(set, "level", node->level);
  if (node->position > 0) {
    set = with(set, "posinset", node->position);
    set = with(set, "setsize", node->count);
  }
  return set;
}

// MARK: - Where it is

AccessRect access_node_place(AccessNode *node) {
  if (!node->window) return (AccessRect){0, 0, 0, 0};
  return node->window->calls.place(node->window->calls.owner);
}

static void get_extents(AtkComponent *component, gint *x, gint *y, gint *width, gint *height,
                        AtkCoordType type) {
  AccessNode *node = ACCESS_NODE(component);
  *x = node->frame.x;
  *y = node->frame.y;
  *width = node->frame.width;
  *height = node->frame.height;
  if (type == ATK_XY_SCREEN) {
    AccessRect place = access_node_place(node);
    *x += place.x;
    *y += place.y;
  } else if (type == ATK_XY_PARENT && node->parent) {
    *x -= node->parent->frame.x;
    *y -= node->parent->frame.y;
  }
}

static gboolean grab_focus(AtkComponent *component) {
  AccessNode *node = ACCESS_NODE(component);
  if (!node->window || !(node->actions & ACCESS_ACTION_FOCUS)) return FALSE;
  AccessCalls calls = node->window->calls;
  return calls.perform(calls.owner, node->id, ACCESS_ACTION_FOCUS);
}

static void component_init(AtkComponentIface *interface) {
  interface->get_extents = get_extents;
  interface->grab_focus = grab_focus;
}

// MARK: - Its life

static void finalize(GObject *object) {
  AccessNode *node = ACCESS_NODE(object);
  // A client may hold a child longer.
  for (guint i = 0; i < node->children->len; i++)
    ACCESS_NODE(g_ptr_array_index(node->children, i))->parent = NULL;
  g_ptr_array_unref(node->children);
  g_free(node->text);
  G_OBJECT_CLASS(access_node_parent_class)->finalize(object);
}

static void access_node_init(AccessNode *node) {
  node->children = g_ptr_array_new_with_free_func(g_object_unref);
}

static void access_node_class_init(AccessNodeClass *class) {
  AtkObjectClass *object = ATK_OBJECT_CLASS(class);
  object->get_parent = get_parent;
  object->get_n_children = get_n_children;
  object->ref_child = ref_child;
  object->get_index_in_parent = get_index_in_parent;
  object->get_role = get_role;
  object->ref_state_set = ref_state_set;
  object->get_attributes = get_attributes;
  G_OBJECT_CLASS(class)->finalize = finalize;
}
