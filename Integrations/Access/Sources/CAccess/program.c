#include <atk-bridge.h>

#include "tree.h"

// ATK has one tree in a process: its root, the application, is made once and stays.
static AccessNode *application = NULL;

// The maximum number of events that a call answers, which keeps a flood from blocking the program.
enum { EVENT_LIMIT = 2000 };

// MARK: - The application

static AtkObject *get_root(void) { return &application->object; }
static const gchar *get_toolkit_name(void) { return "Linecaster"; }
static const gchar *get_toolkit_version(void) { return "0.1"; }

static void take_over(void) {
  AtkUtilClass *util = ATK_UTIL_CLASS(g_type_class_ref(ATK_TYPE_UTIL));
  util->get_root = get_root;
  util->get_toolkit_name = get_toolkit_name;
  util->get_toolkit_version = get_toolkit_version;
}

// Whether the process is on the bus; tries to connect once.
static gboolean is_connected(const char *name) {
  static gboolean has_bus = FALSE;
  if (application) return has_bus;
  application = ACCESS_NODE(g_object_new(access_node_get_type(), NULL));
  application->role = ATK_ROLE_APPLICATION;
  application->states = ACCESS_STATE_SHOWING;
  atk_object_set_name(&application->object, name);
  take_over();
  has_bus = atk_bridge_adaptor_init(NULL, NULL) == 0;
  return has_bus;
}

// MARK: - Windows

AccessWindow *access_open(const char *title, AccessCalls calls) {
  if (!is_connected(title)) return NULL;
  AccessWindow *window = g_new0(AccessWindow, 1);
  window->calls = calls;
  // Keys are in the nodes, which remove themselves when they are gone.
  window->nodes = g_hash_table_new(g_int64_hash, g_int64_equal);
  window->frame = ACCESS_NODE(g_object_new(access_frame_get_type(), NULL));
  window->frame->window = window;
  window->frame->role = ATK_ROLE_FRAME;
  window->frame->states = ACCESS_STATE_SHOWING;
  atk_object_set_name(&window->frame->object, title);
  access_insert(application, window->frame, application->children->len);
  g_signal_emit_by_name(window->frame, "create");
  return window;
}

void access_activate(AccessWindow *window, bool is_active) {
  if (window->is_active == is_active) return;
  window->is_active = is_active;
  g_signal_emit_by_name(window->frame, is_active ? "activate" : "deactivate");
  atk_object_notify_state_change(&window->frame->object, ATK_STATE_ACTIVE, is_active);
}

void access_announce(AccessWindow *window, const char *text) {
  g_signal_emit_by_name(window->frame, "announcement", text);
}

void access_close(AccessWindow *window) {
  guint index = 0;
  g_signal_emit_by_name(window->frame, "destroy");
  if (g_ptr_array_find(application->children, window->frame, &index))
    access_remove(application, index);
  g_object_unref(window->frame);
  g_hash_table_unref(window->nodes);
  g_free(window);
}

// MARK: - Questions

static gboolean set_true(gpointer flag) {
  *(gboolean *)flag = TRUE;
  return G_SOURCE_REMOVE;
}

int access_serve(unsigned milliseconds) {
  int count = 0;
  while (count < EVENT_LIMIT && g_main_context_iteration(NULL, FALSE)) count++;
  if (count == 0 || milliseconds == 0) return count;
  gboolean is_over = FALSE;
  GSource *timer = g_timeout_source_new(milliseconds);
  g_source_set_callback(timer, set_true, &is_over, NULL);
  g_source_attach(timer, NULL);
  while (!is_over && count < EVENT_LIMIT) count += g_main_context_iteration(NULL, TRUE) ? 1 : 0;
  // If the limit came first, the timer must not set the flag later.
  g_source_destroy(timer);
  g_source_unref(timer);
  return count;
}
