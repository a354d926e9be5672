// A text that grows by words, by Pango, which lays all of it out again.
//   cc -O2 growing_pango.c $(pkg-config --cflags --libs pangocairo)
#include "growing.h"
#include <pango/pangocairo.h>

static void measure(const char *path, int has_lines) {
  char peer[64];
  snprintf(peer, sizeof peer, "pango-%s", pango_version_string());
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_new());
  PangoFontDescription *font = pango_font_description_from_string("Noto Sans");
  pango_font_description_set_absolute_size(font, SIZE * PANGO_SCALE);
  for (int i = 0; i < LENGTHS; i++) {
    PangoLayout *layout = pango_layout_new(context);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(layout, WIDTH * PANGO_SCALE);
    Words words = words_of(path, has_lines);
    char *text = (char *)malloc((size_t)lengths[i] + 200000);
    size_t length = next_words(&words, (size_t)lengths[i], text);
    PangoRectangle extents;
    pango_layout_set_text(layout, text, (int)length);
    pango_layout_get_extents(layout, NULL, &extents);
    double begin = now();
    for (int token = 0; token < tokens_of(lengths[i]); token++) {
      length += next_words(&words, 1, text + length);
      pango_layout_set_text(layout, text, (int)length);
      pango_layout_get_extents(layout, NULL, &extents);
    }
    char facts[40];
    snprintf(facts, sizeof facts, "\"height\":%d", PANGO_PIXELS(extents.height));
    emit(peer, has_lines ? "token" : "token-paragraph", length_names[i], "token",
         tokens_of(lengths[i]), now() - begin, facts);
    g_object_unref(layout);
    free(text);
  }
}

static void in_lines(const char *path) { measure(path, 1); }
static void in_one_paragraph(const char *path) { measure(path, 0); }

int main(int count, char **paths) {
  void (*const bodies[])(const char *) = {in_lines, in_one_paragraph};
  return in_processes(count, paths, bodies, 2);
}
