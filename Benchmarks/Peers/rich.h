// The parts shared by these programs: a corpus, its spans, the clock, query places, a line of JSON.
// The spans are those of RichWorkloads.swift: of all words of the file, counted from 0 and
// separated by single spaces, every tenth, alternately larger and a link; and an attachment behind
// every fiftieth.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 320, NARROW = 260, SIZE = 15, LARGE = 20, ATTACHMENT = 16 };
enum { QUESTIONS = 2000, PASSES = 3 };

typedef struct { int start, end, is_link; } Span;  // bytes of the line

typedef struct {
  char *text;  // zero-terminated, an attachment being U+FFFC
  int length;
  Span *spans;
  int span_count;
  int *attachments;  // their first bytes
  int attachment_count;
} Line;

typedef struct {
  Line *lines;
  int count;
  long characters;
  char name[64];
} Corpus;

// The processor time of this thread, in nanoseconds.
static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static inline char *contents(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) { perror(path); exit(1); }
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = (char *)malloc(*length + 2);
  *length = fread(text, 1, *length, file);
  fclose(file);
  if (*length == 0 || text[*length - 1] != '\n') text[(*length)++] = '\n';
  text[*length] = 0;
  return text;
}

static inline Line make_line(const char *source, int length, int *number, int has_attachments) {
  Line line = {0};
  line.text = (char *)malloc((size_t)length * 4 + 8);
  line.spans = (Span *)malloc(sizeof(Span) * (size_t)(length + 1));
  line.attachments = (int *)malloc(sizeof(int) * (size_t)(length + 1));
  for (int at = 0; at <= length; (*number)++) {
    int end = at;
    while (end < length && source[end] != ' ') end++;
    int start = line.length;
    memcpy(line.text + start, source + at, (size_t)(end - at));
    line.length += end - at;
    if (*number % 10 == 9)
      line.spans[line.span_count++] = (Span){start, line.length, *number % 20 != 9};
    if (has_attachments && *number % 50 == 49) {
      line.attachments[line.attachment_count++] = line.length;
      memcpy(line.text + line.length, "\xEF\xBF\xBC", 3);
      line.length += 3;
    }
    if (end < length) line.text[line.length++] = ' ';
    at = end + 1;
  }
  line.text[line.length] = 0;
  return line;
}

static inline Corpus read_corpus(const char *path, int has_attachments) {
  Corpus corpus = {0};
  size_t length;
  char *text = contents(path, &length);
  int number = 0;
  corpus.lines = (Line *)malloc(sizeof(Line) * length);
  for (char *start = text; start < text + length;) {
    char *end = strchr(start, '\n');
    int bytes = (int)(end - start);
    for (char *c = start; c < end; c++) corpus.characters += (*c & 0xC0) != 0x80;
    if (bytes > 0) corpus.lines[corpus.count++] = make_line(start, bytes, &number, has_attachments);
    start = end + 1;
  }
  free(text);
  const char *slash = strrchr(path, '/');
  snprintf(corpus.name, sizeof corpus.name, "%s", slash ? slash + 1 : path);
  corpus.name[strcspn(corpus.name, ".")] = 0;
  return corpus;
}

// Returns the lines repeated to at least `bytes` bytes, up to the end of the last line.
static inline char *text_of_bytes(const Corpus *corpus, int bytes) {
  int longest = 0, length = 0;
  for (int i = 0; i < corpus->count; i++)
    if (corpus->lines[i].length > longest) longest = corpus->lines[i].length;
  char *text = (char *)malloc((size_t)bytes + (size_t)longest + 2);
  for (int i = 0; length < bytes; i++) {
    Line line = corpus->lines[i % corpus->count];
    if (length) text[length++] = ' ';
    memcpy(text + length, line.text, (size_t)line.length);
    length += line.length;
  }
  text[length] = 0;
  return text;
}

// Knuth's MMIX generator, the same as RandomPlaces in RichWorkloads.swift.
static uint64_t random_state = 1;
static inline int random_below(int count) {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return (int)((random_state >> 33) % (uint64_t)(count > 0 ? count : 1));
}

static inline void emit(const char *peer, const char *mode, const char *corpus, const char *unit,
                        double units, double ns, const char *facts) {
  printf("{\"peer\":\"%s\",\"mode\":\"%s\",\"corpus\":\"%s\",\"unit\":\"%s\",\"units\":%.0f,"
         "\"ns\":%.0f,\"ns_per_unit\":%.3f%s%s}\n",
         peer, mode, corpus, unit, units, ns, ns / units, *facts ? "," : "", facts);
  fflush(stdout);
}

// Runs each body over each file in its own process, because its first run is measured.
static inline int in_processes(int count, char **paths, void (*const *bodies)(const char *),
                               int body_count) {
  for (int i = 1; i < count; i++)
    for (int b = 0; b < body_count; b++) {
      fflush(stdout);
      pid_t child = fork();
      if (child == 0) { bodies[b](paths[i]); fflush(stdout); _exit(0); }
      int status = 0;
      waitpid(child, &status, 0);
      if (status) { fprintf(stderr, "%s: failed\n", paths[i]); return 1; }
    }
  return 0;
}
