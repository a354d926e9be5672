// What assistive technologies are told, as plain structs: no type of GLib or ATK is seen here.
// All functions are for one thread, the one that GLib's default main context is iterated on.
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

// Bits of `AccessItem.states`. What is not shown is elsewhere than in the window.
enum {
  ACCESS_STATE_FOCUSED = 1,
  ACCESS_STATE_FOCUSABLE = 2,
  ACCESS_STATE_PRESSED = 4,
  ACCESS_STATE_SELECTED = 8,
  ACCESS_STATE_CHECKED = 16,
  ACCESS_STATE_BUSY = 32,
  ACCESS_STATE_SHOWING = 64,
};

// Bits of `AccessItem.actions`, and what `AccessCalls.perform` is called with.
enum {
  ACCESS_ACTION_PRESS = 1,
  ACCESS_ACTION_LONG_PRESS = 2,
  ACCESS_ACTION_DELETE = 4,
  ACCESS_ACTION_FOCUS = 8,
};

// What `AccessCalls.stretch` is asked for: the stretch of a text around an offset.
typedef enum { ACCESS_UNIT_WORD, ACCESS_UNIT_LINE } AccessUnit;

// In pixels, y down.
typedef struct {
  int32_t x, y, width, height;
} AccessRect;

// From `start` up to `end`, in code points.
typedef struct {
  int32_t start, end;
} AccessRange;

// A node of a tree whose nodes lie in an array, each behind the one that it is in. Strings are in
// UTF-8, and copied.
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

// What a window asks its owner, while `access_serve` runs. Ids may be of nodes that are gone.
typedef struct {
  void *owner;
  bool (*perform)(void *owner, uint64_t id, uint32_t action);
  // The box around a range of a text, from the corner of the list.
  AccessRect (*extents)(void *owner, uint64_t id, AccessRange range);
  // The offset of the character at a point from the corner of the list; -1 for none.
  int32_t (*offset)(void *owner, uint64_t id, int32_t x, int32_t y);
  AccessRange (*stretch)(void *owner, uint64_t id, int32_t offset, AccessUnit unit);
  // Where the list is on the screen.
  AccessRect (*place)(void *owner);
} AccessCalls;

typedef struct AccessWindow AccessWindow;

// Opens a window on the bus, and with the first one connects to it; NULL where there is no bus.
AccessWindow *access_open(const char *title, AccessCalls calls);

// Tells what has changed since the nodes before.
void access_update(AccessWindow *window, const AccessItem *items, size_t count);

// Says whether the window is the one that keys go to.
void access_activate(AccessWindow *window, bool is_active);

// Closes a window: its calls are not called again.
void access_close(AccessWindow *window);

// Answers what has been asked, without waiting for more where nothing was, and else for so many
// milliseconds, since whoever asks one thing asks another. Returns how many events came.
int access_serve(unsigned milliseconds);

#endif
