"""A text that grows by words, in a page of Chromium: growing_chromium.py FILE

Each word is appended to a text node, and layout is forced. Elapsed time, unlike that of the other
programs. It includes style and layout, not painting.
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = """<!doctype html><meta charset=utf-8><style>
body { margin: 0 } div { font: 15px 'Noto Sans'; width: 320px; overflow-wrap: anywhere }
p { margin: 0 0 15px }
</style><body><script>
const lines = LINES, out = [];
const peer = 'chromium-' + navigator.userAgent.match(/Chrome\\/(\\d+)/)[1];
function* words(hasLines) {
  for (;;) for (const line of lines) {
    const all = line.split(' ');
    for (let i = 0; i < all.length; i++)
      yield [all[i] + ' ', hasLines && i + 1 === all.length];
  }
}
function measure(name, length, hasLines) {
  const box = document.createElement('div'), source = words(hasLines);
  let node;
  const begin = () => {
    const paragraph = document.createElement('p');
    node = document.createTextNode('');
    paragraph.append(node);
    box.append(paragraph);
  };
  const append = () => {
    const [word, ends] = source.next().value;
    node.appendData(word);
    if (ends) begin();
    return word.length;
  };
  begin();
  for (let count = 0; count < length;) count += append();
  document.body.append(box);
  box.offsetHeight;
  const tokens = length <= 10000 ? 200 : length <= 100000 ? 40 : 3, start = performance.now();
  for (let token = 0; token < tokens; token++) { append(); box.offsetHeight; }
  const ns = Math.round((performance.now() - start) * 1e6);
  out.push({peer, mode: hasLines ? 'token' : 'token-paragraph', corpus: name, unit: 'token',
    units: tokens, ns, ns_per_unit: ns / tokens, height: box.offsetHeight});
  box.remove();
}
document.fonts.ready.then(() => {
  for (const hasLines of [true, false])
    for (const [name, length] of [['1k', 1e3], ['10k', 1e4], ['100k', 1e5], ['1m', 1e6]])
      measure(name, length, hasLines);
  document.body.textContent = JSON.stringify(out);
});
</script>"""


def main():
    lines = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").split("\n")
    text = json.dumps([line for line in lines if line], ensure_ascii=False).replace("</", "<\\/")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(PAGE.replace("LINES", text), encoding="utf-8")
        written = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
             "--timeout=120000", f"--user-data-dir={folder}", page.as_uri()],
            capture_output=True, text=True, check=True).stdout
    body = re.search(r"<body[^>]*>(\[.*?\])</body>", written, re.S)
    if not body:
        sys.exit("growing_chromium.py: the page was not ready in time")
    for measured in json.loads(html.unescape(body.group(1))):
        print(json.dumps(measured), flush=True)


main()
