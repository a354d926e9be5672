// A text that grows by words, by Qt's QTextDocument; QT_QPA_PLATFORM=offscreen.
//   c++ -std=c++17 -O2 -fPIC growing_qt.cpp $(pkg-config --cflags --libs Qt6Gui)
#define QT_NO_KEYWORDS
#include "growing.h"
#include <QGuiApplication>
#include <QTextCursor>
#include <QTextDocument>
#include <vector>

namespace {

void measure(const char *path, bool has_lines) {
  int count = 1;
  char name[] = "growing_qt", *arguments[] = {name, nullptr}, peer[32];
  QGuiApplication application(count, arguments);
  snprintf(peer, sizeof peer, "qt-%s", qVersion());
  QFont font("Noto Sans");
  font.setPixelSize(SIZE);
  font.setHintingPreference(QFont::PreferNoHinting);
  for (int i = 0; i < LENGTHS; i++) {
    QTextDocument document;
    document.setUndoRedoEnabled(false);
    document.setDefaultFont(font);
    document.setTextWidth(WIDTH);
    QTextCursor cursor(&document);
    Words words = words_of(path, has_lines);
    std::vector<char> text(size_t(lengths[i]) + 200000);
    double height = 0;
    auto append = [&](size_t bytes) {
      next_words(&words, bytes, text.data());
      cursor.movePosition(QTextCursor::End);
      cursor.insertText(QString::fromUtf8(text.data()));
      height = document.size().height();
    };
    append(size_t(lengths[i]));
    double begin = now();
    for (int token = 0; token < tokens_of(lengths[i]); token++) append(1);
    char facts[40];
    snprintf(facts, sizeof facts, "\"height\":%.0f", height);
    emit(peer, has_lines ? "token" : "token-paragraph", length_names[i], "token",
         tokens_of(lengths[i]), now() - begin, facts);
  }
  fflush(stdout);
  _exit(0);
}

void in_lines(const char *path) { measure(path, true); }
void in_one_paragraph(const char *path) { measure(path, false); }

}  // namespace

int main(int count, char **paths) {
  void (*const bodies[])(const char *) = {in_lines, in_one_paragraph};
  return in_processes(count, paths, bodies, 2);
}
