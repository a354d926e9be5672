// Rich text by Qt's QTextLayout; QT_QPA_PLATFORM=offscreen.  It has no attachments by itself.
//   c++ -std=c++17 -O2 -fPIC rich_qt.cpp $(pkg-config --cflags --libs Qt6Gui)
#define QT_NO_KEYWORDS
#include "rich.h"
#include <QGuiApplication>
#include <QTextLayout>
#include <memory>
#include <vector>

namespace {

struct Paragraph {
  QString text;
  QList<QTextLayout::FormatRange> formats;
};

struct Engine {
  int count = 1;
  char name[8] = "rich_qt";
  char *arguments[2] = {name, nullptr};
  QGuiApplication application{count, arguments};
  Corpus corpus;
  std::vector<Paragraph> paragraphs;
  QFont font;
  QTextOption option;
  char peer[32];

  explicit Engine(const char *path) : corpus(read_corpus(path, 0)), font("Noto Sans") {
    snprintf(peer, sizeof peer, "qt-%s", qVersion());
    font.setPixelSize(SIZE);
    font.setHintingPreference(QFont::PreferNoHinting);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QFont large = font;
    large.setPixelSize(LARGE);
    QTextCharFormat large_format, link_format;
    large_format.setFont(large);
    link_format.setForeground(QColor(0x11, 0x55, 0xCC));
    link_format.setFontUnderline(true);
    for (int i = 0; i < corpus.count; i++) {
      const Line &line = corpus.lines[i];
      Paragraph paragraph{QString::fromUtf8(line.text, line.length), {}};
      for (int s = 0; s < line.span_count; s++) {
        const Span &span = line.spans[s];
        QTextLayout::FormatRange range;
        range.start = int(QString::fromUtf8(line.text, span.start).size());
        range.length = int(QString::fromUtf8(line.text + span.start, span.end - span.start).size());
        range.format = span.is_link ? link_format : large_format;
        paragraph.formats.append(range);
      }
      paragraphs.push_back(paragraph);
    }
    QTextLayout warm("warm-up", font);
    lay_out(warm, WIDTH);
  }

  static double lay_out(QTextLayout &layout, qreal width) {
    qreal y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width);
      line.setPosition(QPointF(0, y));
      y += line.height();
    }
    layout.endLayout();
    return y;
  }
};

void spans(const char *path) {
  Engine engine(path);
  double height = 0, begin = now();
  for (const Paragraph &paragraph : engine.paragraphs) {
    QTextLayout layout(paragraph.text, engine.font);
    layout.setTextOption(engine.option);
    layout.setFormats(paragraph.formats);
    height += Engine::lay_out(layout, WIDTH);
  }
  double first = now() - begin;
  std::vector<std::unique_ptr<QTextLayout>> kept;
  long lines = 0;
  for (const Paragraph &paragraph : engine.paragraphs) {
    kept.emplace_back(new QTextLayout(paragraph.text, engine.font));
    kept.back()->setTextOption(engine.option);
    kept.back()->setFormats(paragraph.formats);
    kept.back()->setCacheEnabled(true);
    Engine::lay_out(*kept.back(), WIDTH);
    lines += kept.back()->lineCount();
  }
  char facts[80];
  snprintf(facts, sizeof facts, "\"lines\":%ld,\"height\":%.0f", lines, height);
  const Corpus &corpus = engine.corpus;
  emit(engine.peer, "rich-first", corpus.name, "char", corpus.characters, first, facts);
  begin = now();
  for (int width : {int(NARROW), int(WIDTH)})
    for (auto &layout : kept) Engine::lay_out(*layout, width);
  double rewidth = (now() - begin) / 2;
  emit(engine.peer, "rich-rewidth", corpus.name, "char", corpus.characters, rewidth, facts);
  fflush(stdout);
  _exit(0);
}

// The line at a height, by bisection: Qt leaves looking for it to the program.
int line_at(const QTextLayout &layout, qreal y) {
  int low = 0, high = layout.lineCount() - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (layout.lineAt(middle).y() <= y) low = middle; else high = middle - 1;
  }
  return low;
}

void questions(const char *path) {
  Engine engine(path);
  for (int size = 0; size < 2; size++) {
    QString text = QString::fromUtf8(text_of_bytes(&engine.corpus, size ? 1000000 : 1000));
    char corpus[80];
    snprintf(corpus, sizeof corpus, "%s-%s", engine.corpus.name, size ? "1MB" : "1kB");
    QTextLayout layout(text, engine.font);
    layout.setTextOption(engine.option);
    layout.setCacheEnabled(true);
    int height = int(Engine::lay_out(layout, WIDTH));
    std::vector<int> offsets, xs, ys;
    random_state = 1;
    for (int i = 0; i < QUESTIONS; i++) {
      offsets.push_back(random_below(int(text.size())));
      xs.push_back(random_below(WIDTH));
      ys.push_back(random_below(height));
    }
    double caret = 1e30, hit = 1e30;
    long sum = 0;
    int asked = size ? QUESTIONS / 10 : QUESTIONS;
    for (int pass = 0; pass < PASSES; pass++) {
      double begin = now();
      for (int i = 0; i < asked; i++)
        sum += long(layout.lineForTextPosition(offsets[i]).cursorToX(offsets[i]));
      double time = now() - begin;
      caret = time < caret ? time : caret;
      begin = now();
      for (int i = 0; i < asked; i++) sum += layout.lineAt(line_at(layout, ys[i])).xToCursor(xs[i]);
      time = now() - begin;
      hit = time < hit ? time : hit;
    }
    if (sum == 42) fprintf(stderr, "unlikely\n");
    emit(engine.peer, "rich-questions-caret", corpus, "question", asked, caret, "");
    emit(engine.peer, "rich-questions-hit", corpus, "question", asked, hit, "");
  }
  fflush(stdout);
  _exit(0);
}

}  // namespace

int main(int count, char **paths) {
  void (*const bodies[])(const char *) = {spans, questions};
  return in_processes(count, paths, bodies, 2);
}
