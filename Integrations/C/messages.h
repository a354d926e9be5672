/* 20,000 messages as rows of a list, for the programs of this folder. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <linecaster.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_COUNT = 20000, MESSAGE_BYTES = 320 };

static const char *const message_json =
    "{\"body\": {\"padding\": {\"horizontal\": 14, \"vertical\": 4}, \"Column\": ["
    "{\"Column\": {\"spacing\": 3, \"content\": ["
    "{\"Text\": {\"string\": \"{{name}}\", \"style\": {\"weight\": \"bold\", \"size\": 13}}},"
    "{\"Text\": \"{{text}}\"},"
    "{\"Text\": {\"string\": \"Reply\", \"style\": {\"size\": 12, \"color\": \"#3B5BDB\"}},"
    " \"tag\": \"reply\", \"role\": \"button\"}]},"
    "\"padding\": {\"horizontal\": 12, \"vertical\": 8}, \"background\": \"{{color}}\","
    "\"cornerRadius\": 14}]}}";

/* Fills a row; its texts are in `memory`, MESSAGE_BYTES. */
static lc_row message_row(lc_template *template_, char *memory, int number, const char *text) {
  static const char *const words[] = {
      "The mill jammed on card 12 again.", "Same card as on Tuesday? Then it is the hole.",
      "I cut a new one. Running.", "Grüße aus Köln, bis morgen!", "Привет, всё готово.",
      "שלום, נתראה מחר", "It has now run for an hour and a half without a single stop. Well done."};
  static const char *const colors[] = {"#EEF1F6", "#DBE4FF", "#FFE8CC"};
  lc_row row = {.template_ = template_, .flags = LC_ROW_TAP};
  row.key = memory;
  row.key_length = (size_t)sprintf(memory, "row %d", number);
  row.data = memory + 32;
  row.data_length = (size_t)sprintf(
      memory + 32, "{\"name\": \"Sender %d\", \"text\": \"%s %s\", \"color\": \"%s\"}", number % 97,
      words[number % 7], text, colors[number % 3]);
  return row;
}

/* Shows all messages. */
static lc_status show_messages(lc_list *list, lc_template *template_) {
  lc_row *rows = calloc(MESSAGE_COUNT, sizeof *rows);
  char *memory = calloc(MESSAGE_COUNT, MESSAGE_BYTES);
  lc_status status = LC_ERROR_OTHER;
  if (rows && memory) {
    for (int number = 0; number < MESSAGE_COUNT; number++)
      rows[number] = message_row(template_, memory + number * MESSAGE_BYTES, number, "");
    status = lc_list_update(list, rows, MESSAGE_COUNT);
  }
  free(rows);
  free(memory);
  return status;
}

#endif
