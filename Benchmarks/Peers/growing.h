// The text of messages that grow by words, as TranscriptCommand.swift appends them. A line of the
// file is a paragraph.
#pragma once
#include "rich.h"

enum { LENGTHS = 4 };
static const int lengths[LENGTHS] = {1000, 10000, 100000, 1000000};
static const char *const length_names[LENGTHS] = {"1k", "10k", "100k", "1m"};

// The words that are measured: few in long messages, where each of them takes long.
static inline int tokens_of(int length) {
  return length <= 10000 ? 200 : length <= 100000 ? 40 : 3;
}

typedef struct {
  const char *text, *at;
  int has_lines;  // whether blank lines separate paragraphs, or spaces
} Words;

static inline Words words_of(const char *path, int has_lines) {
  size_t length;
  const char *text = contents(path, &length);
  return (Words){text, text, has_lines};
}

// Writes at least `bytes` bytes of whole words, with what follows them and a zero; returns the
// length. The buffer has room for a word and two bytes more.
static inline size_t next_words(Words *words, size_t bytes, char *buffer) {
  size_t length = 0;
  while (length < bytes) {
    if (!*words->at) words->at = words->text;
    size_t word = strcspn(words->at, " \n");
    memcpy(buffer + length, words->at, word);
    length += word;
    words->at += word;
    const char *gap = *words->at == '\n' && words->has_lines ? "\n\n" : " ";
    words->at += *words->at != 0;
    memcpy(buffer + length, gap, strlen(gap));
    length += strlen(gap);
  }
  buffer[length] = 0;
  return length;
}
