/* Scrolls a list of 20,000 messages as draw data, without a window, and prints what a frame costs
 * the thread of the host: time, draw calls, vertices and uploaded bytes. Fails if a frame without a
 * change allocates memory or uploads a texel, or if frames exceed their budget.
 *
 *     cc -O2 frames.c $(pkg-config --cflags --libs linecaster) -Wl,-rpath,$PREFIX/lib \
 *       -o frames && ./frames
 */
#define _GNU_SOURCE
#include "messages.h"
#include <errno.h>
#include <time.h>

/* ---- Allocations of this thread, counted in place of the functions of the C library ---- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
static _Thread_local size_t allocations;

void *malloc(size_t size) { return allocations++, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return allocations++, __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return allocations++, __libc_realloc(block, size); }
void *aligned_alloc(size_t side, size_t size) {
  return allocations++, __libc_memalign(side, size);
}
int posix_memalign(void **block, size_t side, size_t size) {
  allocations++;
  *block = __libc_memalign(side, size);
  return *block ? 0 : ENOMEM;
}

/* ---- Frames ---- */

enum { WIDTH = 360, HEIGHT = 600, FRAMES = 1200 };
/* The seconds in which a frame of the list takes results in. */
static const double BUDGET = 0.0005;

static lc_list *list;
static lc_draw *data;
static lc_template *template_;
static double milliseconds[FRAMES];

static void check(lc_status status) {
  if (status == LC_OK) return;
  fprintf(stderr, "frames: %s: %s\n", lc_status_name(status), lc_error_message());
  exit(1);
}

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + time.tv_nsec / 1e9;
}
static double now(void) { return seconds(CLOCK_MONOTONIC) * 1e3; }

static lc_draw_frame draw_list(void) {
  lc_draw_frame frame = {.struct_size = sizeof frame};
  check(lc_draw_begin(data, WIDTH, HEIGHT));
  check(lc_draw_add_list(data, list, 0, 0));
  check(lc_draw_end(data, &frame));
  return frame;
}

/* Runs frames until nothing moves and all rows in sight are ready. */
static void settle(void) {
  lc_list_info info = {.struct_size = sizeof info};
  do {
    check(lc_list_frame(list, 0.002, &info));
    check(lc_list_wait(list, 0.008));
  } while (!(info.flags & LC_LIST_IDLE) || info.flags & LC_LIST_BUSY || info.blank_count > 0);
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

/* Replaces the first message in sight. */
static void edit(int number) {
  char memory[MESSAGE_BYTES], note[16];
  lc_visible_row first;
  size_t count;
  lc_row_edit change = {.kind = LC_EDIT_REPLACE};
  check(lc_list_visible(list, &first, 1, &count));
  if (count == 0) return;
  snprintf(note, sizeof note, "%d", number);
  change.row = message_row(template_, memory, (int)first.index, note);
  check(lc_list_edit(list, &change, 1));
}

/* Turns a wheel fast, at 120 frames a second. Returns the number of frames whose budget is exceeded
 * by more than 0.2 ms. */
static size_t scroll(const char *name, int edits) {
  size_t bytes = 0, most = 0, calls = 0, vertices = 0, blank = 0, late = 0, interrupted = 0;
  double excess = 0;
  for (int index = 0; index < FRAMES; index++) {
    lc_pointer_event wheel = {.struct_size = sizeof wheel, .kind = LC_POINTER_WHEEL, .wheel = 40};
    lc_list_info info = {.struct_size = sizeof info};
    size_t frame_bytes = 0;
    double start = now();
    check(lc_list_pointer(list, &wheel, NULL));
    if (edits) edit(index);
    double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
    check(lc_list_frame(list, BUDGET, &info));
    double beyond = seconds(CLOCK_THREAD_CPUTIME_ID) - begin - BUDGET;
    if (beyond > excess) excess = beyond;
    late += beyond > 0.0002;
    interrupted += info.frame_seconds - BUDGET > 0.0002;
    lc_draw_frame frame = draw_list();
    milliseconds[index] = now() - start;
    for (size_t upload = 0; upload < frame.upload_count; upload++)
      frame_bytes += (size_t)frame.uploads[upload].columns * frame.uploads[upload].rows
          * frame.uploads[upload].texel_bytes;
    bytes += frame_bytes;
    if (frame_bytes > most) most = frame_bytes;
    calls += frame.command_count;
    vertices += frame.vertex_count;
    blank += info.blank_count > 0;
    double rest = 1000.0 / 120 - (now() - start);
    struct timespec pause = {0, rest > 0 ? (long)(rest * 1e6) : 0};
    nanosleep(&pause, NULL);
  }
  qsort(milliseconds, FRAMES, sizeof *milliseconds, compare);
  printf(
      "%d frames of %s: median %.3f ms, p99 %.3f ms, slowest %.3f ms, %zu with blank rows\n",
      FRAMES, name, milliseconds[FRAMES / 2], milliseconds[FRAMES * 99 / 100],
      milliseconds[FRAMES - 1], blank);
  printf(
      "the budget of %.1f ms: exceeded by %.3f ms of the processor at most, in %zu frames by more"
      " than 0.2 ms, and in %zu with the time of other threads\n",
      BUDGET * 1e3, excess * 1e3, late, interrupted);
  printf(
      "a frame: %.1f draw calls, %.0f vertices, %.0f bytes uploaded, %zu at most\n",
      (double)calls / FRAMES, (double)vertices / FRAMES, (double)bytes / FRAMES, most);
  return late;
}

int main(void) {
  lc_fonts *fonts;
  lc_typesetter *typesetter;
  lc_painter *painter;
  lc_list_options options = {.struct_size = sizeof options, .flags = LC_LIST_DRAW_DATA};
  options.width = WIDTH;
  options.height = HEIGHT;
  check(lc_fonts_create(&fonts));
  check(lc_fonts_add_bundled(fonts, NULL, 0));
  check(lc_typesetter_create(fonts, &typesetter));
  check(lc_painter_create(fonts, NULL, 0, NULL, &painter));
  check(lc_draw_create(painter, NULL, &data));
  check(lc_template_create(message_json, strlen(message_json), &template_));
  check(lc_list_create(typesetter, NULL, 0, &options, &list));
  check(show_messages(list, template_));
  settle();
  draw_list();

  /* Nothing has changed since the frame before. */
  size_t before = allocations, uploads = 0, changes = 0;
  for (int index = 0; index < 100; index++) {
    lc_draw_frame frame = draw_list();
    uploads += frame.upload_count;
    changes += frame.changed;
  }
  size_t unchanged = allocations - before;
  printf("100 frames without a change: %zu allocations, %zu uploads\n", unchanged, uploads);

  size_t late = scroll("scrolling", 0);
  late += scroll("scrolling with an edit each", 1);
  check(lc_list_destroy(list));
  check(lc_template_destroy(template_));
  check(lc_draw_destroy(data));
  check(lc_painter_destroy(painter));
  check(lc_typesetter_destroy(typesetter));
  check(lc_fonts_destroy(fonts));
  /* A page of memory may be new in a frame, but not in many. */
  return unchanged > 0 || uploads > 0 || changes > 0 || late > 2 * FRAMES / 100;
}
