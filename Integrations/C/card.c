/* Lays out a paragraph, and draws a card:
 *
 *     cc card.c $(pkg-config --cflags --libs linecaster) -o card && ./card card.png
 */
#include <linecaster.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with the library's message if a call failed. */
static void check(lc_status status) {
  if (status == LC_OK) return;
  fprintf(stderr, "%s: %s\n", lc_status_name(status), lc_error_message());
  exit(1);
}

/* Appends marked text, a link and space for an icon. */
static void append_rich(lc_text *text) {
  const char *address = "https://example.com";
  lc_decoration wave = {.pattern = LC_PATTERN_WAVY, .color = 0xC92A2AFF};
  lc_text_style marked = {.struct_size = sizeof marked, .background = 0xFFF3BFFF};
  lc_box link = {.struct_size = sizeof link, .link = address, .link_length = strlen(address)};
  lc_attachment icon = {.struct_size = sizeof icon, .tag = 1, .width = 16, .height = 16};
  marked.decorations = &wave;
  marked.decoration_count = 1;
  check(lc_text_append(text, " wavy", 5, &marked));
  check(lc_text_append_box(text, " link", 5, NULL, &link));
  check(lc_text_append_attachment(text, &icon, NULL));
}

/* Reads what a renderer draws beside the glyphs. */
static void print_rich(lc_layout *layout) {
  lc_background background;
  lc_decoration_line line;
  lc_box_fragment box;
  lc_attachment_place icon;
  size_t count, length;
  char address[64];
  check(lc_layout_backgrounds(layout, &background, 1, &count));
  check(lc_layout_decorations(layout, &line, 1, &count));
  check(lc_layout_boxes(layout, &box, 1, &count));
  check(lc_layout_attachments(layout, &icon, 1, &count));
  check(lc_layout_link(
      layout, box.frame.x + 1, box.frame.y + 1, address, sizeof address, &length));
  printf("background %08X, line %08X, icon %d at %.1f\n", background.color, line.color,
         (int)icon.tag, icon.frame.x);
  printf("the link is %.*s\n", (int)length, address);
}

static void lay_out(lc_fonts *fonts) {
  lc_typesetter *typesetter;
  lc_text *text;
  lc_prepared *prepared;
  lc_layout *layout;
  const char *plain = "Text in C, مرحبا بالعالم and ";
  const char *strong = "bold letters";
  lc_text_style bold = {.struct_size = sizeof bold, .weight = 700, .size = 20};

  check(lc_typesetter_create(fonts, &typesetter));
  check(lc_text_create(NULL, NULL, &text));
  check(lc_text_append(text, plain, strlen(plain), NULL));
  check(lc_text_append(text, strong, strlen(strong), &bold));
  append_rich(text);
  check(lc_text_prepare(text, typesetter, &prepared));
  check(lc_prepared_layout(prepared, 140, &layout));

  double width, height;
  size_t lines, glyphs;
  check(lc_layout_size(layout, &width, &height));
  check(lc_layout_line_count(layout, &lines));
  printf("%zu lines, %.1f by %.1f points\n", lines, width, height);
  for (size_t index = 0; index < lines; index++) {
    lc_line line = {.struct_size = sizeof line};
    check(lc_layout_line(layout, index, &line));
    printf("bytes %zu to %zu at %.1f\n", line.start, line.end, line.baseline);
  }
  check(lc_layout_glyphs(layout, 0, NULL, 0, &glyphs));
  lc_glyph *placed = calloc(glyphs, sizeof *placed);
  check(lc_layout_glyphs(layout, 0, placed, glyphs, &glyphs));
  printf("%zu glyphs, the last one at %.1f\n", glyphs, placed[glyphs - 1].x);
  free(placed);

  lc_caret caret = {.struct_size = sizeof caret};
  check(lc_layout_hit(layout, 40, 5, &caret));
  printf("the caret at 40, 5 is before byte %zu\n", caret.offset);

  print_rich(layout);
  check(lc_layout_destroy(layout));
  check(lc_prepared_destroy(prepared));
  check(lc_text_destroy(text));
  check(lc_typesetter_destroy(typesetter));
}

static void draw(lc_fonts *fonts, const char *path) {
  lc_painter *painter;
  lc_picture *picture;
  const char *card =
      "{\"width\": 240, \"body\": {\"padding\": 12, \"Column\": {\"spacing\": 4, \"content\": ["
      "{\"Text\": {\"string\": \"{{name}}\", \"style\": {\"weight\": \"bold\"}}},"
      "{\"Text\": \"{{text}}\"}]}}}";
  const char *data = "{\"name\": \"Ada\", \"text\": \"Hello, नमस्ते 👋\"}";
  lc_budget budget = {.struct_size = sizeof budget, .seconds = 5, .bytes = 64 << 20};
  lc_picture_options options = {
      .struct_size = sizeof options, .scale = 2, .format = LC_FORMAT_PNG};

  check(lc_painter_create(fonts, NULL, 0, &budget, &painter));
  check(lc_picture_draw_template(
      painter, card, strlen(card), data, strlen(data), &options, &picture));
  const void *bytes;
  size_t count;
  check(lc_picture_bytes(picture, &bytes, &count));
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, count, file) != count || fclose(file)) perror(path), exit(1);
  printf("wrote %s\n", path);
  check(lc_picture_destroy(picture));
  check(lc_painter_destroy(painter));
}

int main(int argc, char **argv) {
  lc_fonts *fonts;
  printf("linecaster %s\n", lc_version());
  check(lc_fonts_create(&fonts));
  check(lc_fonts_add_bundled(fonts, NULL, 0));
  lay_out(fonts);
  draw(fonts, argc > 1 ? argv[1] : "card.png");
  check(lc_fonts_destroy(fonts));
  return 0;
}
