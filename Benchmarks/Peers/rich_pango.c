// Rich text by Pango.   cc -O2 rich_pango.c $(pkg-config --cflags --libs pangocairo)
#include "rich.h"
#include <pango/pangocairo.h>

static PangoContext *context;
static PangoFontDescription *font;
static char peer[64];

static void start(void) {
  snprintf(peer, sizeof peer, "pango-%s", pango_version_string());
  context = pango_font_map_create_context(pango_cairo_font_map_new());
  font = pango_font_description_from_string("Noto Sans");
  pango_font_description_set_absolute_size(font, SIZE * PANGO_SCALE);
}

static PangoLayout *empty_layout(void) {
  PangoLayout *layout = pango_layout_new(context);
  pango_layout_set_font_description(layout, font);
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width(layout, WIDTH * PANGO_SCALE);
  return layout;
}

static void add(PangoAttrList *list, PangoAttribute *attribute, int start, int end) {
  attribute->start_index = (guint)start;
  attribute->end_index = (guint)end;
  pango_attr_list_insert(list, attribute);
}

static void fill(PangoLayout *layout, const Line *line) {
  PangoAttrList *list = pango_attr_list_new();
  for (int i = 0; i < line->span_count; i++) {
    Span span = line->spans[i];
    if (span.is_link) {
      add(list, pango_attr_foreground_new(0x1111, 0x5555, 0xCCCC), span.start, span.end);
      add(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), span.start, span.end);
    } else {
      add(list, pango_attr_size_new_absolute(LARGE * PANGO_SCALE), span.start, span.end);
    }
  }
  int side = ATTACHMENT * PANGO_SCALE;
  PangoRectangle box = {0, -side, side, side};
  for (int i = 0; i < line->attachment_count; i++)
    add(list, pango_attr_shape_new(&box, &box), line->attachments[i], line->attachments[i] + 3);
  pango_layout_set_text(layout, line->text, line->length);
  pango_layout_set_attributes(layout, list);
  pango_attr_list_unref(list);
}

static int height(PangoLayout *layout) {
  PangoRectangle extents;
  pango_layout_get_extents(layout, NULL, &extents);
  return PANGO_PIXELS(extents.height);
}

static void measure(const char *path, const char *kind, int has_attachments) {
  start();
  Corpus corpus = read_corpus(path, has_attachments);
  PangoLayout *layout = empty_layout();
  pango_layout_set_text(layout, "warm-up", -1);
  height(layout);
  char mode[64], facts[80];
  long total = 0, lines = 0;
  double begin = now();
  for (int i = 0; i < corpus.count; i++) {
    fill(layout, &corpus.lines[i]);
    total += height(layout);
  }
  double first = now() - begin;
  PangoLayout **kept = (PangoLayout **)malloc(sizeof *kept * (size_t)corpus.count);
  for (int i = 0; i < corpus.count; i++) {
    kept[i] = empty_layout();
    fill(kept[i], &corpus.lines[i]);
    height(kept[i]);
    lines += pango_layout_get_line_count(kept[i]);
  }
  snprintf(facts, sizeof facts, "\"lines\":%ld,\"height\":%ld", lines, total);
  snprintf(mode, sizeof mode, "%s-first", kind);
  emit(peer, mode, corpus.name, "char", corpus.characters, first, facts);
  begin = now();
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < corpus.count; i++) {
      pango_layout_set_width(kept[i], (pass ? WIDTH : NARROW) * PANGO_SCALE);
      height(kept[i]);
    }
  snprintf(mode, sizeof mode, "%s-rewidth", kind);
  emit(peer, mode, corpus.name, "char", corpus.characters, (now() - begin) / 2, facts);
}

static void spans(const char *path) { measure(path, "rich", 0); }
static void attachments(const char *path) { measure(path, "rich-attachments", 1); }

static void questions(const char *path) {
  start();
  Corpus corpus = read_corpus(path, 0);
  for (int size = 0; size < 2; size++) {
    char *text = text_of_bytes(&corpus, size ? 1000000 : 1000), name[80];
    int length = (int)strlen(text);
    snprintf(name, sizeof name, "%s-%s", corpus.name, size ? "1MB" : "1kB");
    PangoLayout *layout = empty_layout();
    pango_layout_set_text(layout, text, length);
    int extent = height(layout), offsets[QUESTIONS], xs[QUESTIONS], ys[QUESTIONS];
    random_state = 1;
    for (int i = 0; i < QUESTIONS; i++) {
      offsets[i] = random_below(length);
      while (offsets[i] > 0 && (text[offsets[i]] & 0xC0) == 0x80) offsets[i]--;
      xs[i] = random_below(WIDTH);
      ys[i] = random_below(extent);
    }
    // Pango takes time in proportion to the preceding lines; fewer queries of 1 MB give the same
    // result.
    int count = size ? QUESTIONS / 10 : QUESTIONS;
    double caret = 1e30, hit = 1e30;
    for (int pass = 0; pass < PASSES; pass++) {
      PangoRectangle strong, weak;
      int index, trailing;
      double begin = now();
      for (int i = 0; i < count; i++)
        pango_layout_get_cursor_pos(layout, offsets[i], &strong, &weak);
      double time = now() - begin;
      caret = time < caret ? time : caret;
      begin = now();
      for (int i = 0; i < count; i++)
        pango_layout_xy_to_index(layout, xs[i] * PANGO_SCALE, ys[i] * PANGO_SCALE, &index,
                                 &trailing);
      time = now() - begin;
      hit = time < hit ? time : hit;
    }
    emit(peer, "rich-questions-caret", name, "question", count, caret, "");
    emit(peer, "rich-questions-hit", name, "question", count, hit, "");
  }
}

int main(int count, char **paths) {
  void (*const bodies[])(const char *) = {spans, attachments, questions};
  return in_processes(count, paths, bodies, 3);
}
