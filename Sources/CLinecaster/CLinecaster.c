// The C part of the C interface: a message and a number for each thread, and the layout of the
// structs, which must never change. The functions are in the Swift module LinecasterC.
#include "linecaster-message.h"
#include "linecaster.h"

static _Thread_local char message[1024];

void linecaster_set_message(const char *bytes, size_t length) {
  size_t most = sizeof message - 1;
  size_t count = length < most ? length : most;
  // A byte that continues a character does not start the part that is cut off.
  while (count < length && count > 0 && ((unsigned char)bytes[count] & 0xC0) == 0x80) count--;
  // A zero byte, such as that of a name, would end the message.
  for (size_t index = 0; index < count; index++) message[index] = bytes[index] ? bytes[index] : '?';
  message[count] = 0;
}

const char *linecaster_message(void) { return message; }

uint64_t linecaster_thread(void) {
  static _Atomic uint64_t count;
  static _Thread_local uint64_t number;
  if (!number) number = ++count;
  return number;
}

#if UINTPTR_MAX == UINT64_MAX
#define LAYOUT(type, size, last, offset) \
  _Static_assert(sizeof(type) == size && offsetof(type, last) == offset, #type)
LAYOUT(lc_feature, 8, value, 4);
LAYOUT(lc_decoration, 32, color, 28);
LAYOUT(lc_text_style, 128, decoration_count, 120);
LAYOUT(lc_paragraph_style, 56, reserved, 52);
LAYOUT(lc_box, 88, flags, 84);
LAYOUT(lc_attachment, 56, reserved, 52);
LAYOUT(lc_ruby, 48, reserved, 44);
LAYOUT(lc_rect, 32, height, 24);
LAYOUT(lc_line, 80, baseline, 72);
LAYOUT(lc_run, 80, reserved, 76);
LAYOUT(lc_glyph, 32, advance, 24);
LAYOUT(lc_caret, 56, reserved, 52);
LAYOUT(lc_background, 40, reserved, 36);
LAYOUT(lc_decoration_line, 48, reserved, 44);
LAYOUT(lc_box_fragment, 88, reserved, 84);
LAYOUT(lc_attachment_place, 56, line, 48);
LAYOUT(lc_face_info, 48, line_gap, 40);
LAYOUT(lc_axis_value, 16, value, 8);
LAYOUT(lc_budget, 64, seconds, 56);
LAYOUT(lc_picture_options, 56, flags, 52);
LAYOUT(lc_picture_info, 64, reserved, 60);
LAYOUT(lc_draw_options, 32, reserved, 28);
LAYOUT(lc_draw_vertex, 24, shape, 20);
LAYOUT(lc_draw_command, 32, blend, 28);
LAYOUT(lc_draw_upload, 48, reserved, 40);
LAYOUT(lc_draw_frame, 96, reserved, 92);
LAYOUT(lc_list_options, 48, flags, 44);
LAYOUT(lc_row, 48, reserved, 44);
LAYOUT(lc_row_edit, 72, reserved, 68);
LAYOUT(lc_list_info, 72, reserved, 68);
LAYOUT(lc_visible_row, 64, reserved, 60);
LAYOUT(lc_pointer_event, 48, reserved, 44);
LAYOUT(lc_list_hit, 104, reserved, 100);
LAYOUT(lc_semantic_node, 104, reserved, 100);
LAYOUT(lc_event, 64, dropped, 60);
_Static_assert(sizeof(lc_status) == sizeof(int), "lc_status");
#endif
