// The interface to assistive technologies as plain structs, without types of GLib or ATK. All
// functions must be called on the thread that iterates GLib's default main context.
#ifndef LINECASTER_ACCESS_H
#define LINECASTER_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  ACCESS_ROLE_LIST,
  ACCESS_ROLE_ROW,
  ACCESS_ROLE_TEXT,
  ACCESS_ROLE_GROUP,
  ACCESS_ROLE_BUTTON,
  ACCESS_ROLE_LINK,
  ACCESS_ROLE_IMAGE,
  ACCESS_ROLE_HEADING,
  ACCESS_ROLE_FIELD,
  ACCESS_ROLE_TOGGLE,
} AccessRole;

// Bits of `AccessItem.states`. A node that is not showing is outside of the visible window.
enum {
  ACCESS_STATE_FOCUSED = 1,
  ACCESS_STATE_FOCUSABLE = 2,
  ACCESS_STATE_PRESSED = 4,
  ACCESS_STATE_SELECTED = 8,
  ACCESS_STATE_CHECKED = 16,
  ACCESS_STATE_BUSY = 32,
  ACCESS_STATE_SHOWING = 64,
};

// Bits of `AccessItem.actions`, and the argument of `AccessCalls.perform`.
enum {
  ACCESS_ACTION_PRESS = 1,
  ACCESS_ACTION_LONG_PRESS = 2,
  ACCESS_ACTION_DELETE = 4,
  ACCESS_ACTION_FOCUS = 8,
};

// The unit of `AccessCalls.stretch`: a word or a line of a text around an offset.
typedef enum { ACCESS_UNIT_WORD, ACCESS_UNIT_LINE } AccessUnit;

// In pixels, y down.
typedef struct {
  int32_t x, y, width, height;
} AccessRect;

// From `start` up to `end`, in code points.
typedef struct {
  int32_t start, end;
} AccessRange;

// A node of a tree, stored in an array with each parent before its children. Strings are in UTF-8
// and are copied.
typedef struct {
  uint64_t id;
  int32_t parent;  // the index of the node that it is in; -1 for the first, which is the list
  AccessRole role;
  int32_t level;     // of a heading
  int32_t position;  // of a row, from 1; 0 for others
  int32_t count;     // of the rows of the whole list
  uint32_t states;
  uint32_t actions;
  AccessRect frame;         // from the corner of the list
  const char *name;         // never NULL
  const char *description;  // never NULL
  const char *text;         // NULL in what is no text
} AccessItem;

// The requests of a window to its owner during `access_serve`. Ids may be of removed nodes.
typedef struct {
  void *owner;
  bool (*perform)(void *owner, uint64_t id, uint32_t action);
  // The bounding box of a range of a text, relative to the corner of the list.
  AccessRect (*extents)(void *owner, uint64_t id, AccessRange range);
  // The offset of the character at a point relative to the corner of the list; -1 for none.
  int32_t (*offset)(void *owner, uint64_t id, int32_t x, int32_t y);
  AccessRange (*stretch)(void *owner, uint64_t id, int32_t offset, AccessUnit unit);
  // The frame of the list on the screen.
  AccessRect (*place)(void *owner);
} AccessCalls;

typedef struct AccessWindow AccessWindow;

// Opens a window on the bus, and connects to it for the first window; NULL without a bus.
AccessWindow *access_open(const char *title, AccessCalls calls);

// Reports the changes since the previous nodes.
void access_update(AccessWindow *window, const AccessItem *items, size_t count);

// Reports whether the window has the keyboard focus.
void access_activate(AccessWindow *window, bool is_active);

// Has screen readers speak a text, which is in UTF-8 and is copied.
void access_announce(AccessWindow *window, const char *text);

// Closes a window; its functions are not called any more.
void access_close(AccessWindow *window);

// Answers pending requests. Returns at once if there are none, and otherwise serves for the given
// milliseconds, because a request is usually followed by others. Returns the number of events.
int access_serve(unsigned milliseconds);

#endif
