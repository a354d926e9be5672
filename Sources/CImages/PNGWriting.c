#include "CImages.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum {
  message_capacity = 128,
  palette_limit = 256,
  first_capacity = 1 << 14,
};

struct linecaster_png_writer {
  png_structp png;
  png_infop info;
  uint8_t *bytes;
  size_t count, capacity;
  // Whether the bytes were taken, so that the next ones replace them.
  bool taken;
  bool failed;
  char message[message_capacity];
  jmp_buf jump;
};

static void fail(png_structp png, png_const_charp message) {
  linecaster_png_writer *writer = png_get_error_ptr(png);
  writer->failed = true;
  strncpy(writer->message, message, message_capacity - 1);
  longjmp(writer->jump, 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void append(png_structp png, png_bytep bytes, size_t count) {
  linecaster_png_writer *writer = png_get_io_ptr(png);
  if (writer->taken) {
    writer->count = 0;
    writer->taken = false;
  }
  if (count > writer->capacity - writer->count) {
    size_t capacity = 2 * (writer->count + count);
    uint8_t *larger = realloc(writer->bytes, capacity);
    if (!larger) png_error(png, "no memory");
    writer->bytes = larger;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, bytes, count);
  writer->count += count;
}

static void flush(png_structp png) { (void)png; }

static void set_palette(linecaster_png_writer *writer, const linecaster_png_format *format) {
  png_color colors[palette_limit];
  png_byte alphas[palette_limit];
  int transparent = 0;
  if (format->palette_count < 1 || format->palette_count > palette_limit)
    png_error(writer->png, "a palette has 1 to 256 colours");
  for (int index = 0; index < format->palette_count; index++) {
    const uint8_t *color = format->palette + 4 * index;
    colors[index] = (png_color){color[0], color[1], color[2]};
    alphas[index] = color[3];
    if (color[3] != 255) transparent = index + 1;
  }
  png_set_PLTE(writer->png, writer->info, colors, format->palette_count);
  if (transparent) png_set_tRNS(writer->png, writer->info, alphas, transparent, NULL);
}

static void open(linecaster_png_writer *writer, const linecaster_png_format *format) {
  if (setjmp(writer->jump)) return;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, fail, ignore);
  if (writer->png) writer->info = png_create_info_struct(writer->png);
  if (!writer->info) {
    writer->failed = true;
    return;
  }
  png_set_write_fn(writer->png, writer, append, flush);
  png_set_compression_level(writer->png, format->level);
  png_set_filter(writer->png, PNG_FILTER_TYPE_BASE,
                 format->filters ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  png_set_IHDR(writer->png, writer->info, format->width, format->height, format->depth,
               format->color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (format->color_type == linecaster_png_palette) set_palette(writer, format);
  png_write_info(writer->png, writer->info);
}

linecaster_png_writer *linecaster_png_writer_open(const linecaster_png_format *format) {
  linecaster_png_writer *writer = calloc(1, sizeof(*writer));
  if (!writer) return NULL;
  writer->bytes = malloc(first_capacity);
  writer->capacity = writer->bytes ? first_capacity : 0;
  open(writer, format);
  return writer;
}

bool linecaster_png_writer_write_row(linecaster_png_writer *writer, const uint8_t *row) {
  if (setjmp(writer->jump)) return false;
  png_write_row(writer->png, row);
  return true;
}

bool linecaster_png_writer_finish(linecaster_png_writer *writer) {
  if (setjmp(writer->jump)) return false;
  png_write_end(writer->png, NULL);
  return true;
}

size_t linecaster_png_writer_count(const linecaster_png_writer *writer) {
  return writer->taken ? 0 : writer->count;
}

const uint8_t *linecaster_png_writer_take(linecaster_png_writer *writer, size_t *count) {
  *count = linecaster_png_writer_count(writer);
  writer->taken = true;
  return writer->bytes;
}

const char *linecaster_png_writer_fault(const linecaster_png_writer *writer) {
  if (!writer->failed) return NULL;
  return writer->message[0] ? writer->message : "libpng has no memory";
}

void linecaster_png_writer_close(linecaster_png_writer *writer) {
  if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer->bytes);
  free(writer);
}
