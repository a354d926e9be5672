/* Linecaster for C: shaped, measured and laid out text, pictures of scenes, and lists.
 *
 *     lc_fonts *fonts = NULL;
 *     if (lc_fonts_create(&fonts) || lc_fonts_add_bundled(fonts, NULL, 0)) {
 *       fprintf(stderr, "%s\n", lc_error_message());
 *     }
 *
 * Handles. Each type without members is a handle: an opaque number in the form of a pointer, which
 * the library never dereferences and never gives out twice. A handle that is NULL, destroyed or of
 * another type is an error, LC_ERROR_HANDLE, never undefined behaviour. Functions that take the
 * address of a handle create one, and set it to NULL on failure; `lc_…_destroy` destroys it. The
 * order does not matter: a layout keeps its text and its fonts alive.
 *
 * Structs. The caller sets `struct_size` to `sizeof` of the struct. All other members of a struct
 * that the library reads may be zero, which stands for the default. A later version may add members
 * at the end; the sizes of earlier versions stay valid. Structs without `struct_size` never change.
 *
 * Text. Strings are UTF-8 with a length in bytes, at most 2^31 - 1, without a terminator; NULL is
 * valid with length 0. Offsets into text are in bytes, between characters. Invalid UTF-8 and
 * offsets inside a character are errors. Functions that return text take a buffer, its capacity and
 * a place for the length; they write as many bytes as fit, without a terminator, and always report
 * the whole length.
 *
 * Errors. All functions that can fail return a status; LC_OK is 0. `lc_error_message` describes the
 * last failure on the calling thread.
 *
 * Threads. All functions may be called on any thread, at any time, unless the line `Threads:` of
 * their section or their comment says otherwise. Calls that change the same handle wait for each
 * other. No function calls back, and no thread of the library runs code of the caller.
 *
 * Coordinates are in layout points from the top-left corner, y down. Numbers out of range are
 * clamped if the comment says so, or else an error.
 */
#ifndef LINECASTER_H
#define LINECASTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The handles. */
typedef struct lc_fonts lc_fonts;
typedef struct lc_typesetter lc_typesetter;
typedef struct lc_text lc_text;
typedef struct lc_prepared lc_prepared;
typedef struct lc_layout lc_layout;
typedef struct lc_face lc_face;
typedef struct lc_painter lc_painter;
typedef struct lc_picture lc_picture;
typedef struct lc_scene lc_scene;
typedef struct lc_draw lc_draw;
typedef struct lc_template lc_template;
typedef struct lc_list lc_list;

/* ---- Errors and the version ----
 *
 * Threads: any. The message belongs to the thread, not to a handle: functions fail without a valid
 * handle, too, and two threads that use the same handle each read the message of their own call. */

typedef enum lc_status {
  LC_OK = 0,
  /* A pointer is NULL, or a number, an enumerator or `struct_size` is not valid. */
  LC_ERROR_ARGUMENT = 1,
  /* The handle is NULL, destroyed or of another type. */
  LC_ERROR_HANDLE = 2,
  /* An offset or index is out of range, or an offset is inside a character. */
  LC_ERROR_RANGE = 3,
  /* The text is not UTF-8. */
  LC_ERROR_UTF8 = 4,
  /* A font cannot be read, or there is none. */
  LC_ERROR_FONT = 5,
  /* A scene, a template, its data or a request has a fault; the message has its line and column. */
  LC_ERROR_SCENE = 6,
  /* An image cannot be read or written. */
  LC_ERROR_IMAGE = 7,
  /* The picture exceeds its budget. */
  LC_ERROR_BUDGET = 8,
  /* This build cannot do it. */
  LC_ERROR_UNSUPPORTED = 9,
  /* Any other failure. */
  LC_ERROR_OTHER = 10,
  /* The list belongs to another thread. */
  LC_ERROR_THREAD = 11
} lc_status;

/* Returns the version, such as "0.1.0"; valid as long as the library is loaded. */
const char *lc_version(void);

/* Returns a description of the last failure on the calling thread, in UTF-8 and ended by a zero
 * byte; empty if none. Valid until the next failure on this thread. Longer messages than 1,023
 * bytes are cut. */
const char *lc_error_message(void);

/* Returns the name of a status, such as "out of range"; "unknown status" for other numbers. Valid
 * as long as the library is loaded. */
const char *lc_status_name(lc_status status);

/* ---- Fonts ----
 *
 * Threads: any; additions to one list of fonts wait for each other. */

/* Creates a list of fonts without any. The order of addition is the order of fallback: the first
 * font that has a character draws it, and the first font draws text that names no family. */
lc_status lc_fonts_create(lc_fonts **fonts);

/* Adds the fonts that come with the library.
 *
 * `folder` is the folder that has them; NULL searches the folder that the environment variable
 * LINECASTER_FONTS names, then `../share/linecaster/fonts` and `linecaster-fonts` beside the
 * library's file. Files are opened when text first needs them. */
lc_status lc_fonts_add_bundled(lc_fonts *fonts, const char *folder, size_t folder_length);

/* Adds all faces of a font file (TrueType, OpenType, collections), which stays mapped. */
lc_status lc_fonts_add_file(lc_fonts *fonts, const char *path, size_t path_length);

/* Adds all faces of a font in memory, which is copied. Messages use `name` for it. */
lc_status lc_fonts_add_memory(
    lc_fonts *fonts, const void *bytes, size_t count, const char *name, size_t name_length);

/* Returns the number of faces. */
lc_status lc_fonts_count(lc_fonts *fonts, size_t *count);

/* Copies the family name of a face. */
lc_status lc_fonts_family(
    lc_fonts *fonts, size_t index, char *buffer, size_t capacity, size_t *length);

/* Destroys a list of fonts; NULL is a no-op. Typesetters and painters keep what they use. */
lc_status lc_fonts_destroy(lc_fonts *fonts);

/* Creates a typesetter for the fonts that are in the list now. One typesetter serves all threads,
 * and has the caches of glyphs. Fails with LC_ERROR_FONT if there are no fonts. */
lc_status lc_typesetter_create(lc_fonts *fonts, lc_typesetter **typesetter);

/* Drops the caches, for example on a memory warning. Results never change. */
lc_status lc_typesetter_release_memory(lc_typesetter *typesetter);

/* Destroys a typesetter; NULL is a no-op. */
lc_status lc_typesetter_destroy(lc_typesetter *typesetter);

/* ---- Text: styles ----
 *
 * Threads: any; structs are read during the call only. */

typedef enum lc_slant { LC_SLANT_UPRIGHT = 0, LC_SLANT_ITALIC = 1, LC_SLANT_OBLIQUE = 2 } lc_slant;

/* An OpenType feature, for example {"tnum", 1}. */
typedef struct lc_feature {
  /* Four bytes of ASCII, not ended by a zero byte. */
  char tag[4];
  uint32_t value;
} lc_feature;

typedef enum lc_decoration_position {
  LC_DECORATION_UNDERLINE = 0,
  LC_DECORATION_STRIKETHROUGH = 1,
  LC_DECORATION_OVERLINE = 2
} lc_decoration_position;

typedef enum lc_line_pattern {
  LC_PATTERN_SOLID = 0,
  LC_PATTERN_DOUBLE = 1,
  LC_PATTERN_DOTTED = 2,
  LC_PATTERN_DASHED = 3,
  LC_PATTERN_WAVY = 4
} lc_line_pattern;

typedef enum lc_skip_ink {
  /* Leaves gaps around letters that cross the line, but not around Chinese, Japanese and Korean. */
  LC_SKIP_INK_AUTO = 0,
  LC_SKIP_INK_NONE = 1,
  LC_SKIP_INK_ALL = 2
} lc_skip_ink;

/* A line under, through or over text. Zeros are a solid underline in the colour of the text. */
typedef struct lc_decoration {
  /* In layout points, rounded to whole pixels; 0 for a tenth of the em. */
  double thickness;
  /* The distance of an underline below the baseline; 0 for one that depends on the thickness. */
  double offset;
  /* An `lc_decoration_position`, an `lc_line_pattern` and an `lc_skip_ink`. */
  uint32_t position;
  uint32_t pattern;
  uint32_t skip_ink;
  /* 0xRRGGBBAA, not premultiplied; 0 for the colour of the text. */
  uint32_t color;
} lc_decoration;

/* The style of a stretch of text. */
typedef struct lc_text_style {
  size_t struct_size;
  /* The family; NULL for the first font. */
  const char *family;
  size_t family_length;
  /* The language (BCP 47), for fonts with localized forms; NULL for none. */
  const char *language;
  size_t language_length;
  /* OpenType features; NULL for none. */
  const lc_feature *features;
  size_t feature_count;
  /* The em size in layout points; 0 for 15. */
  double size;
  /* Space after each cluster and after each space, and the rise over the baseline. */
  double letter_spacing;
  double word_spacing;
  double baseline_shift;
  /* The width of the face in percent; 0 for 100. */
  double width;
  /* From 1 to 1,000; 0 for 400. */
  int32_t weight;
  /* An `lc_slant`. */
  uint32_t slant;
  /* 0xRRGGBBAA, not premultiplied; 0 for opaque black. */
  uint32_t color;
  /* The colour behind the text, 0xRRGGBBAA; 0 for none. */
  uint32_t background;
  /* Lines under, through and over the text; NULL for none. Later than the members above. */
  const lc_decoration *decorations;
  size_t decoration_count;
} lc_text_style;

typedef enum lc_alignment {
  LC_ALIGN_START = 0,
  LC_ALIGN_END = 1,
  LC_ALIGN_LEFT = 2,
  LC_ALIGN_RIGHT = 3,
  LC_ALIGN_CENTER = 4,
  LC_ALIGN_JUSTIFY = 5
} lc_alignment;

typedef enum lc_direction {
  /* By the first letter with a direction. */
  LC_DIRECTION_AUTOMATIC = 0,
  LC_DIRECTION_LEFT_TO_RIGHT = 1,
  LC_DIRECTION_RIGHT_TO_LEFT = 2
} lc_direction;

typedef enum lc_line_height {
  /* The height that the fonts request. */
  LC_LINE_HEIGHT_NORMAL = 0,
  /* A multiple of the em. */
  LC_LINE_HEIGHT_MULTIPLE = 1,
  LC_LINE_HEIGHT_POINTS = 2,
  /* The height that the fonts request, but at least this many points. */
  LC_LINE_HEIGHT_AT_LEAST = 3
} lc_line_height;

enum {
  /* Truncates a line that is too wide by an ellipsis, even without `maximum_lines`. */
  LC_PARAGRAPH_TRUNCATES_OVERFLOW = 1,
  /* Breaks paragraphs over all of their lines, as TeX does. */
  LC_PARAGRAPH_WRAPS_OPTIMALLY = 2
};

/* The style of a whole paragraph. */
typedef struct lc_paragraph_style {
  size_t struct_size;
  /* The number that `line_height_kind` refers to. */
  double line_height;
  double first_line_indent;
  double paragraph_spacing;
  /* An `lc_alignment`, an `lc_direction` and an `lc_line_height`. */
  uint32_t alignment;
  uint32_t direction;
  uint32_t line_height_kind;
  /* The most lines, after which an ellipsis stands; 0 for any number. */
  uint32_t maximum_lines;
  /* A sum of LC_PARAGRAPH_…. */
  uint32_t flags;
  /* Unused; 0. */
  uint32_t reserved;
} lc_paragraph_style;

typedef enum lc_vertical_alignment {
  LC_VERTICAL_BASELINE = 0,
  LC_VERTICAL_SUB = 1,
  LC_VERTICAL_SUPERSCRIPT = 2,
  LC_VERTICAL_MIDDLE = 3,
  LC_VERTICAL_TEXT_TOP = 4,
  LC_VERTICAL_TEXT_BOTTOM = 5,
  LC_VERTICAL_TOP = 6,
  LC_VERTICAL_BOTTOM = 7
} lc_vertical_alignment;

enum {
  /* Draws all edges of the box on each of its lines, instead of none where a line ends inside. */
  LC_BOX_REPEATS_EDGES = 1
};

/* A box around a stretch of text that flows from line to line, for example a link or a mention. */
typedef struct lc_box {
  size_t struct_size;
  /* The target of a link; NULL for none. */
  const char *link;
  size_t link_length;
  /* The number by which the caller identifies the box; 0 for none. */
  uint64_t tag;
  /* The space between border and text, the width of the border, and the space left and right of it,
   * in layout points; negative numbers count as 0. */
  double horizontal_padding;
  double vertical_padding;
  double border;
  double horizontal_margin;
  double corner_radius;
  /* 0xRRGGBBAA: behind the box, 0 for none; of the border, 0 for the colour of the text. */
  uint32_t background;
  uint32_t border_color;
  /* An `lc_vertical_alignment`. */
  uint32_t vertical_alignment;
  /* A sum of LC_BOX_…. */
  uint32_t flags;
} lc_box;

/* Content that is placed like a letter and that the caller draws, for example an image. */
typedef struct lc_attachment {
  size_t struct_size;
  /* The number by which the caller identifies the attachment; 0 for none. */
  uint64_t tag;
  /* In layout points; negative numbers count as 0. */
  double width;
  double height;
  /* The distance from the top edge down to the baseline; 0 puts the bottom edge on the baseline. */
  double baseline;
  double horizontal_margin;
  /* An `lc_vertical_alignment`. */
  uint32_t vertical_alignment;
  /* Unused; 0. */
  uint32_t reserved;
} lc_attachment;

typedef enum lc_ruby_position { LC_RUBY_OVER = 0, LC_RUBY_UNDER = 1 } lc_ruby_position;

/* Where free space goes if the text and its annotation differ in width. */
typedef enum lc_ruby_alignment {
  /* Between letters, and half as much on both sides. */
  LC_RUBY_SPACE_AROUND = 0,
  LC_RUBY_SPACE_BETWEEN = 1,
  LC_RUBY_CENTER = 2,
  LC_RUBY_START = 3
} lc_ruby_alignment;

enum {
  /* Keeps a wide annotation from extending over adjacent letters. */
  LC_RUBY_NO_OVERHANG = 1
};

/* An annotation beside text (ruby), for example the reading of a Japanese word. */
typedef struct lc_ruby {
  size_t struct_size;
  /* The annotation, on one line. */
  const char *annotation;
  size_t annotation_length;
  /* The style of the annotation; NULL is that of the text in half the size. */
  const lc_text_style *style;
  /* An `lc_ruby_position` and an `lc_ruby_alignment`. */
  uint32_t position;
  uint32_t alignment;
  /* A sum of LC_RUBY_…. */
  uint32_t flags;
  /* Unused; 0. */
  uint32_t reserved;
} lc_ruby;

/* ---- Text: content ----
 *
 * Threads: any; changes of one text wait for each other. The calling thread shapes and breaks. */

/* Creates a text without characters. `style` NULL is the default style of paragraphs; `base` is
 * the style of text that names none, NULL for the default. */
lc_status lc_text_create(
    const lc_paragraph_style *style, const lc_text_style *base, lc_text **text);

/* Appends characters in a style; NULL is the base style of the text. A text has at most 2^31 - 1
 * bytes. */
lc_status lc_text_append(
    lc_text *text, const char *bytes, size_t length, const lc_text_style *style);

/* Appends characters inside a box; the style gives the height of the box, too. The box stays around
 * them when they are edited, and goes with the last of them. */
lc_status lc_text_append_box(
    lc_text *text, const char *bytes, size_t length, const lc_text_style *style,
    const lc_box *box);

/* Appends another text as it is now, with its styles, boxes, attachments and annotations, inside a
 * box; `box` NULL is none. Thus boxes nest. `style` gives the height of the box, NULL is the base
 * style of `text`. Both may be the same text. */
lc_status lc_text_append_text(
    lc_text *text, lc_text *other, const lc_text_style *style, const lc_box *box);

/* Appends characters with an annotation, which has glyph runs of its own with the offset of the
 * characters. It stays beside them when they are edited, and goes with the last of them. */
lc_status lc_text_append_ruby(
    lc_text *text, const char *bytes, size_t length, const lc_text_style *style,
    const lc_ruby *ruby);

/* Appends an attachment as one character, U+FFFC of three bytes. */
lc_status lc_text_append_attachment(
    lc_text *text, const lc_attachment *attachment, const lc_text_style *style);

/* Replaces the characters from `start` up to `end`; an empty range inserts. `style` NULL is the
 * base style of the text. */
lc_status lc_text_replace(
    lc_text *text, size_t start, size_t end, const char *bytes, size_t length,
    const lc_text_style *style);

/* Sets the style of the characters from `start` up to `end`; NULL is the base style. */
lc_status lc_text_set_style(
    lc_text *text, size_t start, size_t end, const lc_text_style *style);

/* Returns the length in bytes. */
lc_status lc_text_length(lc_text *text, size_t *length);

/* Copies the characters. */
lc_status lc_text_copy(lc_text *text, char *buffer, size_t capacity, size_t *length);

/* Shapes the text as it is now: all that does not depend on a width. After changes, only the text
 * from a word before them to the next line terminator is shaped again, if the typesetter is the
 * same. */
lc_status lc_text_prepare(lc_text *text, lc_typesetter *typesetter, lc_prepared **prepared);

/* Destroys a text; NULL is a no-op. */
lc_status lc_text_destroy(lc_text *text);

/* Returns the width of the widest word and that of the widest line. Either may be NULL. */
lc_status lc_prepared_widths(lc_prepared *prepared, double *minimum, double *maximum);

/* Copies the code points of characters that no font has, at most `capacity`, and returns the number
 * of all of them. `characters` may be NULL if `capacity` is 0. */
lc_status lc_prepared_missing(
    lc_prepared *prepared, uint32_t *characters, size_t capacity, size_t *count);

/* Breaks the text into lines. `width` is in layout points; infinity breaks at line terminators
 * only, and NaN is an error. */
lc_status lc_prepared_layout(lc_prepared *prepared, double width, lc_layout **layout);

/* Destroys a prepared text; NULL is a no-op. */
lc_status lc_prepared_destroy(lc_prepared *prepared);

/* ---- Text: layouts ----
 *
 * Threads: any; a layout does not change, so calls do not wait. */

typedef struct lc_rect {
  double x;
  double y;
  double width;
  double height;
} lc_rect;

/* A line. */
typedef struct lc_line {
  size_t struct_size;
  /* The text of the line, with its white space and terminator. */
  size_t start;
  size_t end;
  /* The text that an ellipsis on this line stands for; an empty range for none. */
  size_t hidden_start;
  size_t hidden_end;
  /* The line box, as wide as its glyphs. */
  lc_rect frame;
  /* The distance from the top of the layout down to the baseline. */
  double baseline;
} lc_line;

enum {
  LC_RUN_RIGHT_TO_LEFT = 1,
  /* The renderer has to embolden or to slant the glyphs: the family has no such face. */
  LC_RUN_SYNTHETIC_BOLD = 2,
  LC_RUN_SYNTHETIC_ITALIC = 4
};

/* Glyphs of one face, size and style on one line, from left to right. */
typedef struct lc_run {
  size_t struct_size;
  /* The run's glyphs among those of the layout. */
  size_t first_glyph;
  size_t glyph_count;
  /* The index of the line. */
  size_t line;
  /* The start on the baseline, the width and the em size. */
  double x;
  double y;
  double width;
  double size;
  /* The number of the face, which no other face of the process has. */
  uint32_t face;
  /* 0xRRGGBBAA, not premultiplied. */
  uint32_t color;
  /* A sum of LC_RUN_…. */
  uint32_t flags;
  /* Unused; 0. */
  uint32_t reserved;
} lc_run;

/* A glyph. */
typedef struct lc_glyph {
  /* The number of the glyph in its face. */
  uint32_t identifier;
  /* The offset of its first character. Glyphs of one cluster have the same offset. */
  uint32_t offset;
  /* The origin on the baseline. */
  double x;
  double y;
  /* The distance to the next glyph. */
  double advance;
} lc_glyph;

typedef enum lc_affinity {
  /* At the end of the character before the offset. */
  LC_AFFINITY_UPSTREAM = 0,
  /* At the start of the character after it. */
  LC_AFFINITY_DOWNSTREAM = 1
} lc_affinity;

/* A caret between two characters: a line from (x, top) down to (x, bottom). */
typedef struct lc_caret {
  size_t struct_size;
  size_t offset;
  size_t line;
  double x;
  double top;
  double bottom;
  /* An `lc_affinity`. */
  uint32_t affinity;
  /* Unused; 0. */
  uint32_t reserved;
} lc_caret;

/* Returns the width of the widest line and the height of all lines. Either may be NULL. */
lc_status lc_layout_size(lc_layout *layout, double *width, double *height);

/* Returns the number of lines, at least 1. */
lc_status lc_layout_line_count(lc_layout *layout, size_t *count);

/* Returns a line. */
lc_status lc_layout_line(lc_layout *layout, size_t index, lc_line *line);

/* Returns the number of glyph runs of all lines. */
lc_status lc_layout_run_count(lc_layout *layout, size_t *count);

/* Returns a glyph run. */
lc_status lc_layout_run(lc_layout *layout, size_t index, lc_run *run);

/* Copies glyphs from number `first` on, at most `capacity`, and returns the number of all glyphs
 * from there on. `glyphs` may be NULL if `capacity` is 0. */
lc_status lc_layout_glyphs(
    lc_layout *layout, size_t first, lc_glyph *glyphs, size_t capacity, size_t *count);

/* Returns the face of a glyph run, for renderers. */
lc_status lc_layout_face(lc_layout *layout, size_t run, lc_face **face);

/* Returns the caret nearest to a point (a hit test). Points outside count as on the nearest line;
 * NaN counts as 0. */
lc_status lc_layout_hit(lc_layout *layout, double x, double y, lc_caret *caret);

/* Returns the caret of an offset. If it has two, as between writing directions or at the end of a
 * line, `affinity` (an `lc_affinity`) selects one. Offsets inside of a grapheme count as its
 * start. */
lc_status lc_layout_caret(
    lc_layout *layout, size_t offset, uint32_t affinity, lc_caret *caret);

/* Returns the word at an offset, for double clicks. */
lc_status lc_layout_word(lc_layout *layout, size_t offset, size_t *start, size_t *end);

/* Copies the rectangles behind the text between two offsets, in any order, at most `capacity`, and
 * returns the number of all of them. `rects` may be NULL if `capacity` is 0. */
lc_status lc_layout_selection(
    lc_layout *layout, size_t start, size_t end, lc_rect *rects, size_t capacity, size_t *count);

/* A coloured rectangle behind text. */
typedef struct lc_background {
  lc_rect frame;
  /* 0xRRGGBBAA, not premultiplied. */
  uint32_t color;
  /* Unused; 0. */
  uint32_t reserved;
} lc_background;

/* A stretch of a line under, through or over text, between two gaps. */
typedef struct lc_decoration_line {
  /* The stroke of a solid line at one pixel per point; double and wavy lines extend further. */
  lc_rect frame;
  /* 0xRRGGBBAA, not premultiplied. */
  uint32_t color;
  /* An `lc_decoration_position` and an `lc_line_pattern`. */
  uint32_t position;
  uint32_t pattern;
  /* Unused; 0. */
  uint32_t reserved;
} lc_decoration_line;

enum {
  /* The fragment has the border and the padding of the box on that side. */
  LC_FRAGMENT_LEFT_EDGE = 1,
  LC_FRAGMENT_RIGHT_EDGE = 2
};

/* The part of a box on one line; writing directions may split it into several. */
typedef struct lc_box_fragment {
  uint64_t tag;
  /* The border box. */
  lc_rect frame;
  /* The number of the box, in the order of the text, and the index of the line. */
  size_t box;
  size_t line;
  /* 0xRRGGBBAA, not premultiplied; 0 for none. */
  uint32_t background;
  uint32_t border_color;
  /* The width of the border and the radius of the corners. */
  double border;
  double corner_radius;
  /* A sum of LC_FRAGMENT_…. */
  uint32_t flags;
  /* Unused; 0. */
  uint32_t reserved;
} lc_box_fragment;

/* The place of an attachment. */
typedef struct lc_attachment_place {
  uint64_t tag;
  /* Without the margin. */
  lc_rect frame;
  /* The offset of its character, and the index of the line. */
  size_t offset;
  size_t line;
} lc_attachment_place;

/* Copies the backgrounds of styles, line by line, at most `capacity`, and returns the number of all
 * of them. `backgrounds` may be NULL if `capacity` is 0. */
lc_status lc_layout_backgrounds(
    lc_layout *layout, lc_background *backgrounds, size_t capacity, size_t *count);

/* Copies the decoration lines of styles, line by line, at most `capacity`, and returns the number
 * of all stretches. `lines` may be NULL if `capacity` is 0. */
lc_status lc_layout_decorations(
    lc_layout *layout, lc_decoration_line *lines, size_t capacity, size_t *count);

/* Copies the fragments of boxes, line by line and from left to right, outer boxes first, at most
 * `capacity`, and returns the number of all of them. `fragments` may be NULL if `capacity` is 0. */
lc_status lc_layout_boxes(
    lc_layout *layout, lc_box_fragment *fragments, size_t capacity, size_t *count);

/* Copies the places of attachments, line by line and from left to right, at most `capacity`, and
 * returns the number of all of them. `places` may be NULL if `capacity` is 0. */
lc_status lc_layout_attachments(
    lc_layout *layout, lc_attachment_place *places, size_t capacity, size_t *count);

/* Copies the link of the box at a point; no bytes if there is none. NaN is nowhere. */
lc_status lc_layout_link(
    lc_layout *layout, double x, double y, char *buffer, size_t capacity, size_t *length);

/* Destroys a layout; NULL is a no-op. */
lc_status lc_layout_destroy(lc_layout *layout);

/* ---- Faces, for renderers that draw glyphs themselves ----
 *
 * Threads: any; a face does not change. */

typedef struct lc_face_info {
  size_t struct_size;
  /* The number of the face, as in `lc_run`. */
  uint32_t face;
  /* The index of the face in its file. */
  uint32_t index;
  uint32_t units_per_em;
  uint32_t glyph_count;
  /* In font units; `descent` is positive. */
  double ascent;
  double descent;
  double line_gap;
} lc_face_info;

/* The value of a variable face on an axis. */
typedef struct lc_axis_value {
  char tag[4];
  /* Unused; 0. */
  uint32_t reserved;
  double value;
} lc_axis_value;

/* Returns numbers of the face. */
lc_status lc_face_read_info(lc_face *face, lc_face_info *info);

/* Copies the family name. */
lc_status lc_face_family(lc_face *face, char *buffer, size_t capacity, size_t *length);

/* Copies the axis values of a variable face, at most `capacity`, and returns the number of its
 * axes. `values` may be NULL if `capacity` is 0. */
lc_status lc_face_axes(lc_face *face, lc_axis_value *values, size_t capacity, size_t *count);

/* Returns the bytes of the font file, for FreeType or another rasterizer. They are valid until the
 * face is destroyed, and must not be changed. */
lc_status lc_face_bytes(lc_face *face, const void **bytes, size_t *count);

/* Destroys a face; NULL is a no-op. */
lc_status lc_face_destroy(lc_face *face);

/* ---- Pictures ----
 *
 * Threads: any. The calling thread draws; threads of Dispatch help it with large pictures and with
 * PNG files, and have ended their part when the call returns. */

/* The limits of one picture; 0 is the default, which suits untrusted input. */
typedef struct lc_budget {
  size_t struct_size;
  /* Pixels and bytes held at a time; pixels painted in total, each as often as it is painted. */
  uint64_t pixels;
  uint64_t bytes;
  uint64_t painted_pixels;
  /* Pixels of the whole picture. */
  uint64_t picture_pixels;
  /* Nodes laid out, and UTF-16 units of text. */
  uint64_t nodes;
  uint64_t text_units;
  /* From the call to the finished picture; 0 for 60. */
  double seconds;
} lc_budget;

typedef enum lc_format {
  /* Premultiplied pixels of four bytes, row by row without padding: red, green, blue, alpha. */
  LC_FORMAT_RGBA = 0,
  /* The same in the order blue, green, red, alpha: ARGB32 of Cairo, on little-endian machines. */
  LC_FORMAT_BGRA = 1,
  LC_FORMAT_PNG = 2,
  LC_FORMAT_JPEG = 3,
  LC_FORMAT_WEBP = 4,
  /* LC_ERROR_UNSUPPORTED unless the library was built with it. */
  LC_FORMAT_AVIF = 5,
  /* Documents: text stays text. */
  LC_FORMAT_PDF = 6,
  LC_FORMAT_SVG = 7
} lc_format;

typedef enum lc_theme { LC_THEME_OWN = 0, LC_THEME_LIGHT = 1, LC_THEME_DARK = 2 } lc_theme;

enum {
  /* Makes unavailable images and all warnings errors. */
  LC_PICTURE_STRICT = 1,
  /* Reduces PNG files to 256 colours if that changes no channel by more than 1 of 255. */
  LC_PICTURE_COMPACT = 2,
  /* Compresses PNG files fast. */
  LC_PICTURE_FAST = 4,
  /* Keeps the line ends of Markdown, as in a letter. */
  LC_PICTURE_KEEPS_LINES = 8,
  /* Compresses PNG files to a tenth less, in several times the time. */
  LC_PICTURE_SMALL = 16
};

/* The options of a picture. */
typedef struct lc_picture_options {
  size_t struct_size;
  /* In layout points, clamped; 0 for the scene's own, 360 for Markdown. */
  double width;
  /* Pixels per layout point, clamped to 0.5...4; 0 for 1. */
  double scale;
  /* The scale of text, clamped to 0.25...8; 0 for 1. */
  double text_scale;
  /* The em size of Markdown in layout points; 0 for 16. */
  double text_size;
  /* An `lc_format` and an `lc_theme`. */
  uint32_t format;
  uint32_t theme;
  /* The quality of JPEG, WebP and AVIF, from 1 to 100; 0 for the default. */
  uint32_t quality;
  /* A sum of LC_PICTURE_…. */
  uint32_t flags;
} lc_picture_options;

typedef struct lc_picture_info {
  size_t struct_size;
  /* In pixels; of a document, at the scale of the options. */
  size_t width;
  size_t height;
  /* The bytes of the picture, and of a row of pixels; 0 for files. */
  size_t byte_count;
  size_t row_bytes;
  /* The number of warnings and unavailable images, and of characters that no font has. */
  size_t warning_count;
  size_t missing_count;
  /* An `lc_format`. */
  uint32_t format;
  /* Unused; 0. */
  uint32_t reserved;
} lc_picture_info;

/* Creates a painter for the fonts that are in the list now. One painter serves all threads.
 *
 * `folder` has the images and fonts that scenes name, and no file outside of it is read; NULL reads
 * no files. `budget` NULL is the default. */
lc_status lc_painter_create(
    lc_fonts *fonts, const char *folder, size_t folder_length, const lc_budget *budget,
    lc_painter **painter);

/* Drops the caches and closes fonts if they use more than `bytes`. Results never change. */
lc_status lc_painter_release_memory(lc_painter *painter, size_t bytes);

/* Destroys a painter; NULL is a no-op. */
lc_status lc_painter_destroy(lc_painter *painter);

/* Draws a scene in JSON, or a request: {"scene": …} or {"template": …, "data": …}, whose own
 * options win over `options`, except over a format of pixels. `options` NULL gives RGBA at one
 * pixel per point.
 *
 * The calling thread works until the picture is finished, or the time of the budget is over. */
lc_status lc_picture_draw(
    lc_painter *painter, const char *json, size_t length, const lc_picture_options *options,
    lc_picture **picture);

/* Draws a template in JSON with data, a JSON object. As `lc_picture_draw` otherwise. */
lc_status lc_picture_draw_template(
    lc_painter *painter, const char *json, size_t length, const char *data, size_t data_length,
    const lc_picture_options *options, lc_picture **picture);

/* Draws Markdown (CommonMark, tables, footnotes). As `lc_picture_draw` otherwise. */
lc_status lc_picture_draw_markdown(
    lc_painter *painter, const char *text, size_t length, const lc_picture_options *options,
    lc_picture **picture);

/* Returns the size and format of a picture. */
lc_status lc_picture_read_info(lc_picture *picture, lc_picture_info *info);

/* Returns the bytes of a picture: a file, or pixels. They are valid until the picture is destroyed,
 * and must not be changed. */
lc_status lc_picture_bytes(lc_picture *picture, const void **bytes, size_t *count);

/* Copies a warning, or the message of an unavailable image. */
lc_status lc_picture_warning(
    lc_picture *picture, size_t index, char *buffer, size_t capacity, size_t *length);

/* Copies the code points of characters that no font has, at most `capacity`, and returns the number
 * of all of them. `characters` may be NULL if `capacity` is 0. */
lc_status lc_picture_missing(
    lc_picture *picture, uint32_t *characters, size_t capacity, size_t *count);

/* Destroys a picture; NULL is a no-op. */
lc_status lc_picture_destroy(lc_picture *picture);

/* ---- Draw data, for renderers with a GPU ----
 *
 * A frame is vertices, indices and draw calls for one shader, `lc_draw_shader`. Glyphs come from
 * textures that are filled on demand; boxes, borders, gradients and shadows are formulas of the
 * shader. Images, effects and groups with an opacity or a rounded clip are drawn by the library
 * into textures.
 *
 * Threads: any, but draw data serves one thread at a time and others wait; `lc_draw_add_list` is
 * for the thread of the list. The calling thread draws. */

typedef struct lc_draw_options {
  size_t struct_size;
  /* Pixels per layout point, clamped to 0.5...4; 0 for 1. */
  double scale;
  /* The most bytes of all textures of glyphs; 0 for 64 MB. */
  uint64_t atlas_bytes;
  /* The side of the textures of glyphs in texels, clamped to 256...8192; 0 for 1024. */
  uint32_t page_side;
  /* Unused; 0. */
  uint32_t reserved;
} lc_draw_options;

/* A corner of a quad: 24 bytes. */
typedef struct lc_draw_vertex {
  /* The position on the target in pixels, y down. */
  float x;
  float y;
  /* The position in the texture in texels; for shapes, the position in the scene in pixels. */
  float u;
  float v;
  /* Red, green, blue and alpha, not premultiplied. */
  uint8_t color[4];
  /* The formula in the upper 8 bits, and the index of its first parameter in the lower 24. */
  uint32_t shape;
} lc_draw_vertex;

/* A draw call: 32 bytes. */
typedef struct lc_draw_command {
  /* The pixels of the target that may change (the scissor). */
  int32_t left;
  int32_t top;
  int32_t right;
  int32_t bottom;
  /* The number of the texture; 0 if any will do. */
  uint32_t texture;
  uint32_t first_index;
  uint32_t index_count;
  /* The blend mode; always 0: premultiplied colours over the target, ONE and
   * ONE_MINUS_SRC_ALPHA. */
  uint32_t blend;
} lc_draw_command;

/* A change of a texture: 48 bytes. */
typedef struct lc_draw_upload {
  /* The new texels, row by row without padding; NULL to delete the texture. */
  const void *bytes;
  /* The number of the texture, which is created if there is none. */
  uint32_t texture;
  /* The size of the whole texture; 0 by 0 to delete it. */
  uint32_t width;
  uint32_t height;
  /* 1 for coverage (R8), 4 for premultiplied colours (RGBA8). */
  uint32_t texel_bytes;
  /* The part that changes. */
  uint32_t x;
  uint32_t y;
  uint32_t columns;
  uint32_t rows;
  /* Unused; 0. */
  uint32_t reserved[2];
} lc_draw_upload;

/* A frame. The pointers are valid until the next call with the same handle. */
typedef struct lc_draw_frame {
  size_t struct_size;
  const lc_draw_vertex *vertices;
  const uint32_t *indices;
  const lc_draw_command *commands;
  /* The changes of textures since the last frame, to make before drawing. */
  const lc_draw_upload *uploads;
  /* The texels of the parameter texture, RGBA32F: four floats each. */
  const float *parameters;
  size_t vertex_count;
  size_t index_count;
  size_t command_count;
  size_t upload_count;
  /* The size of the parameter texture: 256 columns, or 0 by 0 if there are no parameters. */
  uint32_t parameter_columns;
  uint32_t parameter_rows;
  /* 1 if vertices, indices, commands or parameters differ from those of the last frame. */
  uint32_t changed;
  /* Unused; 0. */
  uint32_t reserved;
} lc_draw_frame;

typedef enum lc_shader_stage { LC_SHADER_VERTEX = 0, LC_SHADER_FRAGMENT = 1 } lc_shader_stage;

typedef enum lc_shader_language {
  /* OpenGL 3.3. */
  LC_SHADER_GLSL_330 = 0,
  /* OpenGL ES 3.0 and WebGL 2. */
  LC_SHADER_GLSL_ES_300 = 1
} lc_shader_language;

/* Lays out a scene or a request, as `lc_picture_draw` does, for the draw data of a painter with the
 * same fonts and images. The options of files are ignored; `scale` only chooses the edges of
 * pixels to which the layout snaps, and should be that of the draw data. */
lc_status lc_scene_create(
    lc_painter *painter, const char *json, size_t length, const lc_picture_options *options,
    lc_scene **scene);

/* Returns the size of a scene in layout points. Either may be NULL. */
lc_status lc_scene_size(lc_scene *scene, double *width, double *height);

/* Destroys a scene; NULL is a no-op. */
lc_status lc_scene_destroy(lc_scene *scene);

/* Creates draw data without textures, for scenes of a painter and for layouts. `options` may be
 * NULL. A handle is for one thread at a time; other threads wait. */
lc_status lc_draw_create(
    lc_painter *painter, const lc_draw_options *options, lc_draw **draw);

/* Starts a frame without content, for a target of a size in pixels. */
lc_status lc_draw_begin(lc_draw *draw, uint32_t width, uint32_t height);

/* Adds a scene of the same painter with its background and its top-left corner at a point, rounded
 * to whole pixels. A scene that was in one of the last frames costs no drawing. */
lc_status lc_draw_add_scene(lc_draw *draw, lc_scene *scene, double x, double y);

/* Adds a layout with its top-left corner at a point, rounded to whole pixels. */
lc_status lc_draw_add_layout(lc_draw *draw, lc_layout *layout, double x, double y);

/* Adds the last frame of a list with its top-left corner at a point, rounded to whole pixels, and
 * clipped to the list's size. The list must have the scale of the draw data; call it on the list's
 * thread, after `lc_list_frame`.
 *
 * Rows of a list with LC_LIST_DRAW_DATA become triangles when they come into sight. Rows with
 * images or effects, and all rows of other lists, are a texture each, which workers draw. A row
 * that cannot be drawn is left out, and the error reported after the others. */
lc_status lc_draw_add_list(lc_draw *draw, lc_list *list, double x, double y);

/* Ends the frame and returns it. Allocates nothing if the frame is as the last one was. */
lc_status lc_draw_end(lc_draw *draw, lc_draw_frame *frame);

/* Makes the next frame upload all textures again, for renderers that lost theirs. */
lc_status lc_draw_lose_textures(lc_draw *draw);

/* Destroys draw data; NULL is a no-op. */
lc_status lc_draw_destroy(lc_draw *draw);

/* Returns the source of a stage (an `lc_shader_stage`) in a language (an `lc_shader_language`),
 * ended by a zero byte; empty for other numbers. Valid as long as the library is loaded.
 *
 * Attributes: 0 `position` (vec2), 1 `coordinates` (vec2), 2 `color` (vec4 of normalized bytes),
 * 3 `shape` (uint). Uniforms: `target` (vec2, the size of the target in pixels), `page` (the
 * texture of the command), `records` (the parameter texture). */
const char *lc_draw_shader(uint32_t stage, uint32_t language);

/* ---- Lists ----
 *
 * A list shows rows that are scenes or templates with data, by the row's key. Workers of the
 * library compare updates, measure rows and draw them; the host's thread takes the results in, once
 * a frame:
 *
 *     while (running) {
 *       lc_list_frame(list, 0.002, &info);
 *       if (info.flags & LC_LIST_CHANGED) lc_list_draw(list, pixels, stride, width, height, NULL);
 *       while (!lc_list_next_event(list, &event) && event.kind != LC_EVENT_NONE) handle(&event);
 *     }
 *
 * Threads: a list belongs to the thread that created it, which any thread may be: functions of the
 * list return LC_ERROR_THREAD on another one. Only `lc_list_destroy` may be called on any thread.
 * Lists of several threads do not wait for each other. Templates serve all threads. Updates, rows,
 * heights and pixels go through one queue of operations for all lists of a typesetter and folder,
 * nearest rows first, whose workers are threads of Dispatch.
 *
 * A host that does not call `lc_list_frame` sees the list as it was, and work stops when all rows
 * near the viewport are ready. It never has to call it in time.
 *
 * Text in structs that a function of the list fills, for example keys, is UTF-8 without a
 * terminator, and valid until the next call with the same list.
 */

/* Creates a template, or a scene without data, from JSON. */
lc_status lc_template_create(const char *json, size_t length, lc_template **template_);

/* Destroys a template; NULL is a no-op. Rows keep the templates that they use. */
lc_status lc_template_destroy(lc_template *template_);

enum {
  /* Keeps the end in view while the reader is there, as a chat does, when rows are added. */
  LC_LIST_FOLLOWS_END = 1,
  /* Shows changes and scrolls at once, without animations. */
  LC_LIST_STILL = 2,
  /* Prepares rows for `lc_draw_add_list`: as triangles, except rows with images or effects. Only
   * read by `lc_list_create`. `lc_list_draw` then draws all rows on the calling thread. */
  LC_LIST_DRAW_DATA = 4
};

typedef struct lc_list_options {
  size_t struct_size;
  /* The size of the viewport in layout points, clamped to 0...10,000. */
  double width;
  double height;
  /* Pixels per layout point, clamped to 0.5...4; 0 for 1. */
  double scale;
  /* The scale of text, clamped to 0.25...8; 0 for 1. */
  double text_scale;
  /* An `lc_theme`; LC_THEME_OWN is the light one. */
  uint32_t theme;
  /* A sum of LC_LIST_FOLLOWS_END, LC_LIST_STILL and LC_LIST_DRAW_DATA. */
  uint32_t flags;
} lc_list_options;

/* Creates an empty list, which belongs to the calling thread.
 *
 * `folder` has the images that rows name, and no file outside of it is read; NULL reads no files.
 * Lists of one typesetter and folder share their workers and caches. */
lc_status lc_list_create(
    lc_typesetter *typesetter, const char *folder, size_t folder_length,
    const lc_list_options *options, lc_list **list);

/* Changes the options. Rows are measured again if their width, scale or theme changes; visible rows
 * come first and keep their place. */
lc_status lc_list_set_options(lc_list *list, const lc_list_options *options);

/* Destroys a list; NULL is a no-op. May be called on any thread; a call that is under way on the
 * list's thread ends as usual. */
lc_status lc_list_destroy(lc_list *list);

enum {
  /* Taps on the row, except on tagged parts and links, are events. */
  LC_ROW_TAP = 1,
  LC_ROW_LONG_PRESS = 2,
  LC_ROW_SECONDARY = 4,
  /* The row can be swiped away, or deleted by a key; it stays until an update leaves it out. */
  LC_ROW_DELETE = 8
};

/* A row. Rows with equal keys are the same row in two updates; it is drawn again if its template
 * or a byte of its data differs. */
typedef struct lc_row {
  /* Unique in the list. */
  const char *key;
  size_t key_length;
  /* A template, or NULL if `data` is a whole scene. */
  lc_template *template_;
  /* The data of the template, a JSON object; NULL for the template's own. Names that the template
   * does not use are ignored. */
  const char *data;
  size_t data_length;
  /* A sum of LC_ROW_…: the events that the row itself sends. */
  uint32_t flags;
  /* Unused; 0. */
  uint32_t reserved;
} lc_row;

/* Shows other rows, which are copied: rows are compared with those before by their keys, and what
 * is read keeps its place. Faults of scenes and data are events, because workers find them. Takes
 * in what has arrived if no frame has done so since the last update or edit. The cost is O(bytes)
 * on the calling thread. */
lc_status lc_list_update(lc_list *list, const lc_row *rows, size_t count);

typedef enum lc_edit_kind {
  /* Adds `row` at the end. */
  LC_EDIT_APPEND = 0,
  /* Inserts `row` above or below the row with the key `place`. */
  LC_EDIT_INSERT_ABOVE = 1,
  LC_EDIT_INSERT_BELOW = 2,
  /* Replaces the row with the same key. */
  LC_EDIT_REPLACE = 3,
  /* Removes the row with the key of `row`, whose other members are not read. */
  LC_EDIT_REMOVE = 4
} lc_edit_kind;

typedef struct lc_row_edit {
  lc_row row;
  const char *place;
  size_t place_length;
  /* An `lc_edit_kind`. */
  uint32_t kind;
  /* Unused; 0. */
  uint32_t reserved;
} lc_row_edit;

/* Changes some rows of the newest update, one edit after the other; on failure, none. The cost
 * depends on the edits, not on the length of the list. Takes in as `lc_list_update` does. */
lc_status lc_list_edit(lc_list *list, const lc_row_edit *edits, size_t count);

enum {
  /* The pixels differ from those of the frame before. */
  LC_LIST_CHANGED = 1,
  /* Something moves, or results wait: the next frame should follow at once. */
  LC_LIST_BUSY = 2,
  /* No update is under way, and all rows near the viewport are ready. */
  LC_LIST_IDLE = 4,
  /* The end of the list is in view. */
  LC_LIST_AT_END = 8
};

/* The state of a list after its last frame. */
typedef struct lc_list_info {
  size_t struct_size;
  /* The distance from the top of the list to the top of the viewport, and the height of all rows,
   * in layout points. */
  double offset;
  double content_height;
  /* Seconds until a frame would differ without any call or result; infinity for never. */
  double next_frame;
  /* The seconds that the last frame took. */
  double frame_seconds;
  size_t row_count;
  /* The number of visible rows whose pixels are not ready. */
  size_t blank_count;
  size_t event_count;
  /* A sum of LC_LIST_CHANGED, LC_LIST_BUSY, LC_LIST_IDLE and LC_LIST_AT_END. */
  uint32_t flags;
  /* Unused; 0. */
  uint32_t reserved;
} lc_list_info;

/* Advances the list to now: takes in results until `budget_seconds` are over, and moves what
 * scrolls or is animated. 0 takes in nothing. A started result is finished; no result takes more
 * than some tenths of a millisecond. `info` may be NULL. */
lc_status lc_list_frame(lc_list *list, double budget_seconds, lc_list_info *info);

/* Returns the state of a list after its last frame. */
lc_status lc_list_read_info(lc_list *list, lc_list_info *info);

/* Waits until a result arrives or the next frame is due, at most `seconds`. */
lc_status lc_list_wait(lc_list *list, double seconds);

/* Draws the viewport as of the last frame: premultiplied red, green, blue, alpha, `stride` bytes a
 * row. Pixels beyond the list become clear. `blank_count`, which may be NULL, receives the number
 * of visible rows that are not ready and so are left out; `lc_list_visible` says which. */
lc_status lc_list_draw(
    lc_list *list, void *pixels, size_t stride, size_t width, size_t height, size_t *blank_count);

/* A row in sight. */
typedef struct lc_visible_row {
  const char *key;
  size_t key_length;
  /* In layout points from the top-left corner of the viewport. */
  lc_rect frame;
  /* The place of the row in the list. */
  size_t index;
  /* 1 if the pixels of the row are ready, or else 0. */
  uint32_t is_ready;
  /* Unused; 0. */
  uint32_t reserved;
} lc_visible_row;

/* Copies the rows in sight from top to bottom, at most `capacity`, and returns the number of all of
 * them. `rows` may be NULL if `capacity` is 0. */
lc_status lc_list_visible(
    lc_list *list, lc_visible_row *rows, size_t capacity, size_t *count);

/* Scrolls to an offset in layout points, clamped to the ends of the list; `animated` is 0 or 1. */
lc_status lc_list_scroll(lc_list *list, double offset, uint32_t animated);

typedef enum lc_scroll_position {
  LC_SCROLL_TOP = 0,
  LC_SCROLL_CENTER = 1,
  LC_SCROLL_BOTTOM = 2,
  /* No further than the row needs to be in sight. */
  LC_SCROLL_NEAREST = 3
} lc_scroll_position;

/* Scrolls to a row once the updates so far are shown. `position` is an `lc_scroll_position`. */
lc_status lc_list_scroll_to(
    lc_list *list, const char *key, size_t key_length, uint32_t position, uint32_t animated);

/* Scrolls to the end once the updates so far are shown, and follows it again if the list does. */
lc_status lc_list_scroll_to_end(lc_list *list, uint32_t animated);

typedef enum lc_pointer_kind {
  LC_POINTER_DOWN = 0,
  LC_POINTER_MOVE = 1,
  LC_POINTER_UP = 2,
  /* The pointer has left the list, or the gesture is cancelled. */
  LC_POINTER_LEAVE = 3,
  LC_POINTER_WHEEL = 4,
  /* A click of the secondary button. */
  LC_POINTER_SECONDARY = 5
} lc_pointer_kind;

typedef struct lc_pointer_event {
  size_t struct_size;
  /* In layout points from the top-left corner of the viewport. */
  double x;
  double y;
  /* The distance of a wheel in layout points, positive towards the end. */
  double wheel;
  /* An `lc_pointer_kind`. */
  uint32_t kind;
  /* The number of presses there in a short time; 0 for 1. Two select a word. */
  uint32_t clicks;
  /* 1 for a finger, whose movement drags the list; 0 for a pointer, whose movement selects text. */
  uint32_t is_touch;
  /* Unused; 0. */
  uint32_t reserved;
} lc_pointer_event;

/* Handles a pointer. `handled`, which may be NULL, receives 1 if the release or the secondary click
 * had an effect, or else 0. */
lc_status lc_list_pointer(lc_list *list, const lc_pointer_event *event, uint32_t *handled);

typedef enum lc_key {
  LC_KEY_UP = 0,
  LC_KEY_DOWN = 1,
  LC_KEY_PAGE_UP = 2,
  LC_KEY_PAGE_DOWN = 3,
  LC_KEY_HOME = 4,
  LC_KEY_END = 5,
  /* Moves the focus forward and backward. */
  LC_KEY_TAB = 6,
  LC_KEY_BACK_TAB = 7,
  /* Activates the focused part, as a tap does. */
  LC_KEY_ACTIVATE = 8,
  /* Clears the focus and the selection. */
  LC_KEY_ESCAPE = 9,
  LC_KEY_DELETE = 10,
  /* As a secondary click on the focused part. */
  LC_KEY_MENU = 11
} lc_key;

/* Handles a key, an `lc_key`. `handled`, which may be NULL, receives 1 if it had an effect, or
 * else 0. */
lc_status lc_list_key(lc_list *list, uint32_t key, uint32_t *handled);

/* Copies the selected text of all rows, each text of a row on a line of its own: a worker puts it
 * together, and the text arrives as an event, LC_EVENT_COPY. At most 16 MB are copied. `handled`,
 * which may be NULL, receives 1 if text is selected, or else 0. */
lc_status lc_list_copy(lc_list *list, uint32_t *handled);

typedef struct lc_list_hit {
  size_t struct_size;
  /* The row; a key of no bytes if there is none. */
  const char *key;
  size_t key_length;
  /* The innermost tag and link there; empty if there are none. */
  const char *tag;
  size_t tag_length;
  const char *link;
  size_t link_length;
  /* The tags around the point, from the outside in, with a slash between them. */
  const char *path;
  size_t path_length;
  /* The number of the innermost node there, counted from 0 in the order of the scene's text (parts
   * once for each use); SIZE_MAX if there is no row. */
  size_t node;
  /* The point in the row. */
  double x;
  double y;
  /* 1 if a tap there would send an event, or else 0. */
  uint32_t is_interactive;
  /* Unused; 0. */
  uint32_t reserved;
} lc_list_hit;

/* Finds the row at a point of the viewport (a hit test). Lays the row out, in some tenths of a
 * millisecond. Not finite numbers are an error. */
lc_status lc_list_hit_test(lc_list *list, double x, double y, lc_list_hit *hit);

typedef enum lc_role {
  LC_ROLE_ROW = 0,
  LC_ROLE_TEXT = 1,
  LC_ROLE_GROUP = 2,
  LC_ROLE_BUTTON = 3,
  LC_ROLE_LINK = 4,
  LC_ROLE_IMAGE = 5,
  LC_ROLE_HEADING = 6,
  LC_ROLE_TEXT_FIELD = 7,
  LC_ROLE_TOGGLE = 8
} lc_role;

enum {
  LC_STATE_FOCUSED = 1,
  LC_STATE_FOCUSABLE = 2,
  LC_STATE_PRESSED = 4,
  LC_STATE_SELECTED = 8,
  LC_STATE_ON = 16,
  /* The content is not known yet. */
  LC_STATE_BUSY = 32
};

typedef enum lc_action {
  LC_ACTION_PRESS = 0,
  LC_ACTION_LONG_PRESS = 1,
  LC_ACTION_DELETE = 2,
  LC_ACTION_FOCUS = 3
} lc_action;

/* A node for assistive technologies: a row in sight, or a part of it. */
typedef struct lc_semantic_node {
  /* The row that has the node. */
  const char *key;
  size_t key_length;
  const char *label;
  size_t label_length;
  const char *value;
  size_t value_length;
  /* In layout points from the top-left corner of the viewport. */
  lc_rect frame;
  /* 0 for rows, 1 for their parts, and so on. */
  uint32_t depth;
  /* An `lc_role`. */
  uint32_t role;
  /* The level of a heading. */
  uint32_t level;
  /* A sum of LC_STATE_…. */
  uint32_t states;
  /* A sum of `1 << action` for each `lc_action` of the node. */
  uint32_t actions;
  /* Unused; 0. */
  uint32_t reserved;
} lc_semantic_node;

/* Copies the nodes of the rows in sight in reading order, each before its parts, at most
 * `capacity`, and returns the number of all of them. `nodes` may be NULL if `capacity` is 0. */
lc_status lc_list_semantics(
    lc_list *list, lc_semantic_node *nodes, size_t capacity, size_t *count);

/* Performs an `lc_action` on a node of the last `lc_list_semantics`. `handled`, which may be NULL,
 * receives 1 if it had an effect, or else 0. */
lc_status lc_list_perform(lc_list *list, size_t node, uint32_t action, uint32_t *handled);

typedef enum lc_event_kind {
  LC_EVENT_NONE = 0,
  /* A tap on a part, whose tag is the text; on the row itself if it is empty. */
  LC_EVENT_TAP = 1,
  /* A tap on a link, whose address is the text. */
  LC_EVENT_LINK = 2,
  LC_EVENT_LONG_PRESS = 3,
  /* A secondary click, at `x` and `y` of the viewport. */
  LC_EVENT_SECONDARY = 4,
  /* The row was swiped away or deleted by a key. */
  LC_EVENT_DELETE = 5,
  /* The row cannot be shown, because its scene or data have the fault that the text describes. It
   * stays in the list, without height. Without a row: the selected text cannot be copied. */
  LC_EVENT_FAULT = 6,
  /* The selected text, which `lc_list_copy` requested; no row. */
  LC_EVENT_COPY = 7
} lc_event_kind;

typedef struct lc_event {
  size_t struct_size;
  /* The row; no bytes if the event has none. */
  const char *key;
  size_t key_length;
  const char *text;
  size_t text_length;
  double x;
  double y;
  /* An `lc_event_kind`. */
  uint32_t kind;
  /* The number of events that were dropped before this one: 1,024 wait at most. */
  uint32_t dropped;
} lc_event;

/* Returns the oldest event; LC_EVENT_NONE if there is none. */
lc_status lc_list_next_event(lc_list *list, lc_event *event);

#ifdef __cplusplus
}
#endif

#endif
