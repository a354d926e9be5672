/* Shows a list of 20,000 messages in a window, drawn by OpenGL from draw data:
 *
 *     cc messenger.c $(pkg-config --cflags --libs linecaster sdl2) -Wl,-rpath,$PREFIX/lib \
 *       -o messenger && ./messenger
 *
 * The wheel, the arrows and the scroll bar scroll; a pointer selects text and taps buttons; Ctrl+C
 * copies the selected text, E edits the first visible message, N adds one at the end, and Q quits.
 *
 * --scale S     pixels per layout point
 * --es          OpenGL ES 3.0 instead of OpenGL 3.3
 * --check       compares the last frame with the picture of the library
 * --shot FILE   writes the last frame as a file of the format PPM
 */
#include "renderer.h"
#include "messages.h"

enum { WIDTH = 360, HEIGHT = 600 };

static lc_list *list;
static lc_template *template_;
static lc_draw *data;
static double scale = 1;
static int columns, rows, added;
static size_t changed_frames, kept_frames, upload_bytes;

/* Makes the draw data of the list's last frame, and draws it unless it is in the window already. */
static lc_draw_frame draw_list(SDL_Window *window) {
  lc_draw_frame frame = {.struct_size = sizeof frame};
  check(lc_draw_begin(data, columns, rows));
  check(lc_draw_add_list(data, list, 0, 0));
  check(lc_draw_end(data, &frame));
  for (size_t index = 0; index < frame.upload_count; index++)
    upload_bytes += (size_t)frame.uploads[index].columns * frame.uploads[index].rows
        * frame.uploads[index].texel_bytes;
  if (!frame.changed && frame.upload_count == 0) {
    kept_frames++;
    return frame;
  }
  changed_frames++;
  draw(&frame, columns, rows);
  SDL_GL_SwapWindow(window);
  return frame;
}

/* Changes the list while it is shown. */
static void edit(uint32_t kind) {
  char memory[MESSAGE_BYTES];
  lc_visible_row first;
  size_t count;
  lc_row_edit change = {.kind = kind};
  check(lc_list_visible(list, &first, 1, &count));
  if (count == 0) return;
  int number = kind == LC_EDIT_APPEND ? MESSAGE_COUNT + added++ : (int)first.index;
  change.row = message_row(template_, memory, number, "(edited)");
  check(lc_list_edit(list, &change, 1));
  if (kind == LC_EDIT_APPEND) check(lc_list_scroll_to_end(list, 1));
  printf("edit %u of message %d\n", kind, number);
}

static void key(SDL_Keycode code, uint16_t modifiers, int *is_running) {
  static const struct { SDL_Keycode code; lc_key key; } keys[] = {
      {SDLK_UP, LC_KEY_UP}, {SDLK_DOWN, LC_KEY_DOWN}, {SDLK_PAGEUP, LC_KEY_PAGE_UP},
      {SDLK_PAGEDOWN, LC_KEY_PAGE_DOWN}, {SDLK_HOME, LC_KEY_HOME}, {SDLK_END, LC_KEY_END},
      {SDLK_TAB, LC_KEY_TAB}, {SDLK_RETURN, LC_KEY_ACTIVATE}, {SDLK_ESCAPE, LC_KEY_ESCAPE}};
  if (code == SDLK_c && modifiers & KMOD_CTRL) check(lc_list_copy(list, NULL));
  if (code == SDLK_q) *is_running = 0;
  if (code == SDLK_e) edit(LC_EDIT_REPLACE);
  if (code == SDLK_n) edit(LC_EDIT_APPEND);
  for (size_t index = 0; index < sizeof keys / sizeof *keys; index++)
    if (keys[index].code == code) check(lc_list_key(list, keys[index].key, NULL));
}

static void pointer(lc_pointer_kind kind, int x, int y, double wheel, int clicks) {
  lc_pointer_event event = {.struct_size = sizeof event, .kind = kind, .wheel = wheel};
  event.x = x / scale;
  event.y = y / scale;
  event.clicks = (uint32_t)clicks;
  check(lc_list_pointer(list, &event, NULL));
}

static void handle(const SDL_Event *event, int *is_running) {
  int x, y;
  switch (event->type) {
    case SDL_QUIT: *is_running = 0; break;
    case SDL_KEYDOWN:
      key(event->key.keysym.sym, event->key.keysym.mod, is_running);
      break;
    case SDL_MOUSEWHEEL:
      SDL_GetMouseState(&x, &y);
      pointer(LC_POINTER_WHEEL, x, y, -event->wheel.y * 60.0, 0);
      break;
    case SDL_MOUSEMOTION: pointer(LC_POINTER_MOVE, event->motion.x, event->motion.y, 0, 0); break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      pointer(
          event->type == SDL_MOUSEBUTTONDOWN ? LC_POINTER_DOWN : LC_POINTER_UP, event->button.x,
          event->button.y, 0, event->button.clicks);
      break;
    default: break;
  }
}

/* Puts the selected text into the clipboard. */
static void copy(const lc_event *event) {
  char *text = calloc(event->text_length + 1, 1);
  int lines = event->text_length > 0;
  if (event->text) memcpy(text, event->text, event->text_length);
  for (size_t index = 0; index < event->text_length; index++) lines += text[index] == '\n';
  SDL_SetClipboardText(text);
  printf("copied %zu bytes, %d lines\n", event->text_length, lines);
  free(text);
}

static void print_events(void) {
  lc_event event = {.struct_size = sizeof event};
  for (;;) {
    check(lc_list_next_event(list, &event));
    if (event.kind == LC_EVENT_NONE) return;
    if (event.kind == LC_EVENT_COPY) copy(&event);
    printf(
        "event %u: '%.*s' in '%.*s'\n", event.kind, (int)event.text_length,
        event.text ? event.text : "", (int)event.key_length, event.key);
  }
}

/* Compares the window with the picture of the library, and writes it; returns the exit status. */
static int finish(lc_draw_frame *frame, int is_check, const char *shot) {
  int status = 0;
  /* Its textures are there. What the other buffer of the window has is not known. */
  frame->upload_count = 0;
  draw(frame, columns, rows);
  uint8_t *pixels = read_pixels(columns, rows);
  if (shot) write_file(shot, pixels, columns, rows);
  if (is_check) {
    uint8_t *expected = malloc((size_t)columns * rows * 4);
    check(lc_list_draw(list, expected, (size_t)columns * 4, columns, rows, NULL));
    status = compare(pixels, columns, rows, expected, frame);
    free(expected);
  }
  free(pixels);
  printf("%zu draw calls, %zu vertices\n", frame->command_count, frame->vertex_count);
  printf("%zu frames, %zu more without a change, %zu bytes uploaded\n", changed_frames,
         kept_frames, upload_bytes);
  return status;
}

int main(int argc, char **argv) {
  const char *shot = NULL;
  setvbuf(stdout, NULL, _IOLBF, 0);
  int is_es = 0, is_check = 0;
  for (int index = 1; index < argc; index++) {
    if (!strcmp(argv[index], "--es")) is_es = 1;
    else if (!strcmp(argv[index], "--check")) is_check = 1;
    else if (!strcmp(argv[index], "--scale") && index + 1 < argc) scale = atof(argv[++index]);
    else if (!strcmp(argv[index], "--shot") && index + 1 < argc) shot = argv[++index];
    else fail("usage", "messenger [--scale S] [--es] [--check] [--shot FILE]");
  }
  lc_fonts *fonts;
  lc_typesetter *typesetter;
  lc_painter *painter;
  lc_list_options options = {.struct_size = sizeof options, .flags = LC_LIST_DRAW_DATA};
  lc_draw_options draw_options = {.struct_size = sizeof draw_options, .scale = scale};
  options.width = WIDTH;
  options.height = HEIGHT;
  options.scale = scale;
  columns = (int)SDL_ceil(WIDTH * scale);
  rows = (int)SDL_ceil(HEIGHT * scale);
  check(lc_fonts_create(&fonts));
  check(lc_fonts_add_bundled(fonts, NULL, 0));
  check(lc_typesetter_create(fonts, &typesetter));
  check(lc_painter_create(fonts, NULL, 0, NULL, &painter));
  check(lc_draw_create(painter, &draw_options, &data));
  check(lc_template_create(message_json, strlen(message_json), &template_));
  check(lc_list_create(typesetter, NULL, 0, &options, &list));
  check(show_messages(list, template_));
  SDL_Window *window = open_window("Linecaster messages", columns, rows, is_es);

  lc_draw_frame frame = {.struct_size = sizeof frame};
  lc_list_info info = {.struct_size = sizeof info};
  double reported = -1;
  for (int is_running = 1, is_ready = 0; is_running || !is_ready;) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) handle(&event, &is_running);
    check(lc_list_frame(list, 0.002, &info));
    frame = draw_list(window);
    print_events();
    is_ready = info.flags & LC_LIST_IDLE && !(info.flags & LC_LIST_BUSY) && info.next_frame > 1;
    if (is_ready && info.offset != reported) {
      printf("%zu messages, offset %.0f\n", info.row_count, reported = info.offset);
    }
    /* Results and events both end the pause. */
    if (!(info.flags & LC_LIST_BUSY)) check(lc_list_wait(list, 0.008));
  }
  int status = finish(&frame, is_check, shot);
  check(lc_list_destroy(list));
  check(lc_template_destroy(template_));
  check(lc_draw_destroy(data));
  check(lc_painter_destroy(painter));
  check(lc_typesetter_destroy(typesetter));
  check(lc_fonts_destroy(fonts));
  return status;
}
