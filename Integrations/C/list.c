/* Shows a list of 20,000 rows without a window: updates, scrolls, taps and edits it, and writes
 * its last frame as a PPM file:
 *
 *     cc list.c $(pkg-config --cflags --libs linecaster) -o list && ./list list.ppm
 */
#include <linecaster.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 20000, WIDTH = 360, HEIGHT = 640 };

static lc_list *list;
static lc_template *message;
static uint8_t pixels[WIDTH * HEIGHT * 4];
static double slowest;
static size_t frames, late;

/* Ends the program with the library's message if a call failed. */
static void check(lc_status status) {
  if (status == LC_OK) return;
  fprintf(stderr, "%s: %s\n", lc_status_name(status), lc_error_message());
  exit(1);
}

/* Runs a frame of a display: results are taken in for at most a millisecond. */
static lc_list_info frame(void) {
  lc_list_info info = {.struct_size = sizeof info};
  check(lc_list_frame(list, 0.001, &info));
  if (info.frame_seconds > slowest) slowest = info.frame_seconds;
  if (info.frame_seconds > 0.0012) late++;
  frames++;
  if (info.flags & LC_LIST_CHANGED) {
    check(lc_list_draw(list, pixels, WIDTH * 4, WIDTH, HEIGHT, NULL));
  }
  return info;
}

/* Runs frames until nothing moves and all rows in sight are ready. */
static lc_list_info settle(void) {
  lc_list_info info = frame();
  while (!(info.flags & LC_LIST_IDLE) || info.flags & LC_LIST_BUSY) {
    check(lc_list_wait(list, 0.008));
    info = frame();
  }
  return info;
}

/* Fills a row; its texts are in `memory`, 160 bytes. */
static lc_row row(char *memory, int number, const char *text) {
  lc_row result = {.template_ = message, .flags = LC_ROW_TAP};
  int key = sprintf(memory, "row %d", number);
  int data = sprintf(
      memory + 32, "{\"name\": \"Sender %d\", \"text\": \"%s %d\"}", number % 97, text, number);
  result.key = memory;
  result.key_length = (size_t)key;
  result.data = memory + 32;
  result.data_length = (size_t)data;
  return result;
}

static void update(void) {
  lc_row *rows = calloc(COUNT, sizeof *rows);
  char *memory = calloc(COUNT, 160);
  if (!rows || !memory) exit(1);
  for (int number = 0; number < COUNT; number++) {
    rows[number] = row(memory + number * 160, number, "The text of message");
  }
  check(lc_list_update(list, rows, COUNT));
  free(rows);
  free(memory);
}

/* Prints the events that wait. */
static void print_events(void) {
  lc_event event = {.struct_size = sizeof event};
  for (;;) {
    check(lc_list_next_event(list, &event));
    if (event.kind == LC_EVENT_NONE) return;
    printf(
        "event %u: '%.*s' in '%.*s'\n", event.kind, (int)event.text_length,
        event.text ? event.text : "", (int)event.key_length, event.key);
  }
}

/* Taps the button of the first row that is in sight as a whole. */
static void tap(void) {
  lc_semantic_node nodes[256];
  lc_pointer_event event = {.struct_size = sizeof event};
  size_t count;
  check(lc_list_semantics(list, nodes, 256, &count));
  for (size_t index = 0; index < count && index < 256; index++) {
    if (nodes[index].role != LC_ROLE_BUTTON || nodes[index].frame.y < 0) continue;
    event.x = nodes[index].frame.x + nodes[index].frame.width / 2;
    event.y = nodes[index].frame.y + nodes[index].frame.height / 2;
    for (uint32_t kind = LC_POINTER_DOWN; kind <= LC_POINTER_UP; kind += LC_POINTER_UP) {
      event.kind = kind;
      check(lc_list_pointer(list, &event, NULL));
    }
    return;
  }
}

/* Replaces the first row in sight while it is shown. */
static void edit(void) {
  char memory[160];
  lc_visible_row first;
  size_t count;
  check(lc_list_visible(list, &first, 1, &count));
  lc_row_edit replacement = {.kind = LC_EDIT_REPLACE};
  replacement.row = row(memory, (int)first.index, "Edited text of message");
  check(lc_list_edit(list, &replacement, 1));
}

static void write_picture(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) perror(path), exit(1);
  fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
  for (size_t pixel = 0; pixel < WIDTH * HEIGHT; pixel++) fwrite(pixels + pixel * 4, 1, 3, file);
  if (fclose(file)) perror(path), exit(1);
}

int main(int argc, char **argv) {
  lc_fonts *fonts;
  lc_typesetter *typesetter;
  lc_list_options options = {.struct_size = sizeof options, .width = WIDTH, .height = HEIGHT};
  lc_list_info info;
  const char *json =
      "{\"body\": {\"padding\": 10, \"Column\": {\"spacing\": 4, \"content\": ["
      "{\"Text\": {\"string\": \"{{name}}\", \"style\": {\"weight\": \"bold\"}}},"
      "{\"Text\": \"{{text}}\"},"
      "{\"Text\": \"Reply\", \"tag\": \"reply\", \"role\": \"button\"}]}}}";

  check(lc_fonts_create(&fonts));
  check(lc_fonts_add_bundled(fonts, NULL, 0));
  check(lc_typesetter_create(fonts, &typesetter));
  check(lc_template_create(json, strlen(json), &message));
  check(lc_list_create(typesetter, NULL, 0, &options, &list));

  update();
  info = settle();
  printf("%zu rows, %.0f points, %zu not ready\n", info.row_count, info.content_height,
         info.blank_count);
  for (int turn = 0; turn < 100; turn++) {
    lc_pointer_event wheel = {.struct_size = sizeof wheel, .kind = LC_POINTER_WHEEL, .wheel = 90};
    check(lc_list_pointer(list, &wheel, NULL));
    frame();
    check(lc_list_wait(list, 0.004));
  }
  info = settle();
  printf("scrolled to %.0f\n", info.offset);
  check(lc_list_scroll_to(list, "row 15000", 9, LC_SCROLL_CENTER, 0));
  settle();
  tap();
  edit();
  settle();
  print_events();
  write_picture(argc > 1 ? argv[1] : "list.ppm");
  printf("%zu frames, the slowest %.2f ms, %zu over 1.2 ms\n", frames, slowest * 1000, late);

  check(lc_list_destroy(list));
  check(lc_template_destroy(message));
  check(lc_typesetter_destroy(typesetter));
  check(lc_fonts_destroy(fonts));
  return 0;
}
