/// The editor page: a scene on the left, its picture on the right, and its faults with their places
/// below.
enum EditorPage {
  /// The Content-Security-Policy of the page (CSP 3): no external resources.
  static let policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    + "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"

  /// The initial scene of the editor.
  private static let scene = """
    {
      "data": {"name": "Ada", "tags": ["layout", "text", "paint"]},
      "width": 320,
      "body": {"Column": {"spacing": 10, "content": [
        {"Text": {"string": "Hello {{name}}", "style": {"size": 28, "weight": "bold"}}},
        {"Text": "नमस्ते, مرحبا, 你好 👋"},
        {"Row": {"spacing": 6, "content": [
          {"Repeat": "tags", "as": "tag", "content":
            {"Text": "{{tag}}", "padding": {"horizontal": 8, "vertical": 3},
              "background": "#DCE9FF", "cornerRadius": 9}}
        ]}}
      ]}, "padding": 20}
    }
    """

  /// Returns the HTML of the page.
  ///
  /// - Parameter formats: The media types of pictures, the default first.
  static func html(formats: [(name: String, mediaType: String)]) -> String {
    let options = formats.map { "<option value=\"\($0.mediaType)\">\($0.name)</option>" }.joined()
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Linecaster</title>
      <style>\(style)</style>
      <header>
        <h1>Linecaster</h1>
        <label>Width <input id="width" type="number" min="1" max="10000" placeholder="auto"></label>
        <label>Scale <select id="scale">
          <option>1<option selected>2<option>3<option>4</select></label>
        <label>Theme <select id="theme">
          <option value="">auto<option>light<option>dark</select></label>
        <label>Format <select id="format">\(options)</select></label>
        <output id="result" role="status"></output>
      </header>
      <main>
        <section aria-label="Scene">
          <div id="numbers" aria-hidden="true"></div>
          <textarea id="scene" spellcheck="false" aria-label="Scene in JSON" autofocus></textarea>
        </section>
        <section id="view" aria-label="Picture">
          <img id="picture" alt="The picture of the scene"></section>
      </main>
      <ol id="faults" aria-label="Faults"></ol>
      <script type="text/plain" id="first">\(scene)</script>
      <script>\(script)</script>
      </html>
      """
  }

  private static let style = """
    :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
    body { margin: 0; display: flex; flex-direction: column; height: 100vh; }
    header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; }
    header { padding: 8px 16px; }
    h1 { font-size: 1.1rem; margin: 0 8px 0 0; }
    label { display: flex; gap: 6px; align-items: center; }
    input { width: 5.5em; } input, select { font: inherit; }
    output { margin-left: auto; font-variant-numeric: tabular-nums; opacity: .75; }
    main { flex: 1; min-height: 0; display: grid; grid-template-columns: 1fr 1fr; }
    main { border-block: 1px solid #8884; }
    main > section { min-width: 0; min-height: 0; overflow: auto; }
    main > section:first-child { display: flex; overflow: hidden; border-right: 1px solid #8884; }
    #numbers, textarea { font: 13px/20px ui-monospace, monospace; padding-block: 12px; }
    #numbers { padding-inline: 8px; text-align: right; white-space: pre; }
    #numbers { overflow: hidden; opacity: .6; }
    #numbers b { color: #fff; background: #c62828; border-radius: 3px; padding-inline: 3px; }
    textarea { flex: 1; border: 0; outline-offset: -2px; resize: none; background: none; }
    textarea { color: inherit; white-space: pre; overflow: auto; tab-size: 2; }
    #view { padding: 16px; }
    #view { background: repeating-conic-gradient(#8882 0 25%, transparent 0 50%) 0 / 20px 20px; }
    img { display: block; box-shadow: 0 1px 8px #0004; }
    img.old { opacity: .4; }
    img:not([src]) { display: none; }
    #faults { margin: 0; padding: 0; list-style: none; max-height: 30vh; overflow: auto; }
    #faults button { all: unset; display: block; width: 100%; box-sizing: border-box; }
    #faults button { padding: 4px 16px; cursor: pointer; color: light-dark(#b00020, #ff8a80); }
    #faults button:focus-visible { outline: 2px solid; outline-offset: -2px; }
    @media (max-width: 700px) { main { grid-template-columns: 1fr; grid-template-rows: 1fr 1fr; } }
    """

  /// The script keeps the scene in the fragment (`#`) of the address, so the address can be shared.
  private static let script = """
    'use strict';
    const at = id => document.getElementById(id);
    const scene = at('scene'), picture = at('picture'), faults = at('faults');
    const result = at('result');
    const text = digits => new TextDecoder().decode(
      Uint8Array.from(atob(digits), c => c.charCodeAt(0)));
    const link = text => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
    let first = at('first').textContent;
    const sent = decodeURIComponent(location.hash.slice(1));
    if (sent) try { first = text(sent); } catch {}
    scene.value = first;
    let asked, timer, token = '';

    function number(lines) {
      const marked = new Set(lines), count = scene.value.split('\\n').length, parts = [];
      for (let line = 1; line <= count; line++) {
        const mark = document.createElement(marked.has(line) ? 'b' : 'span');
        mark.textContent = line;
        parts.push(mark, '\\n');
      }
      at('numbers').replaceChildren(...parts);
      at('numbers').scrollTop = scene.scrollTop;
    }

    function go(line, column) {
      const lines = scene.value.split('\\n');
      const before = lines.slice(0, line - 1).reduce((sum, line) => sum + line.length + 1, 0);
      const start = before + column - 1;
      scene.focus();
      scene.setSelectionRange(start, start + 1);
      scene.scrollTop = (line - 5) * 20;
    }

    function tell(list) {
      faults.replaceChildren(...list.map(fault => {
        const item = document.createElement('li'), button = document.createElement('button');
        const place = fault.line ? `${fault.line}:${fault.column}: ` : '';
        button.textContent = place + (fault.path ? fault.path + ': ' : '') + fault.reason;
        button.onclick = () => fault.line && go(fault.line, fault.column);
        item.append(button);
        return item;
      }));
      number(list.map(fault => fault.line));
    }

    async function draw() {
      asked?.abort();
      const mine = asked = new AbortController(), start = performance.now();
      const query = new URLSearchParams({ scale: at('scale').value });
      for (const id of ['width', 'theme']) if (at(id).value) query.set(id, at(id).value);
      document.body.dataset.state = 'drawing';
      try {
        const answer = await fetch('/render?' + query, {
          method: 'POST', signal: mine.signal, body: scene.value,
          headers: {
            'Content-Type': 'application/json', 'Accept': at('format').value,
            ...(token && { 'Authorization': 'Bearer ' + token }),
          },
        });
        if (answer.status === 401) {
          token = prompt('The token of this server') ?? '';
          if (token) return draw();
        }
        if (answer.ok) {
          const file = await answer.blob();
          URL.revokeObjectURL(picture.src);
          picture.src = URL.createObjectURL(file);
          await picture.decode();
          picture.classList.remove('old');
          picture.style.width = picture.naturalWidth / at('scale').value + 'px';
          const time = Math.round(performance.now() - start), size = (file.size / 1000).toFixed(1);
          const pixels = `${picture.naturalWidth} × ${picture.naturalHeight}`;
          result.textContent = `${pixels}, ${size} kB, ${time} ms`;
          const warnings = answer.headers.get('Linecaster-Warnings');
          tell(warnings ? JSON.parse(decodeURIComponent(warnings)) : []);
          document.body.dataset.state = 'drawn';
        } else {
          const { faults } = await answer.json();
          picture.classList.add('old');
          result.textContent = '';
          tell(faults);
          document.body.dataset.state = 'faulty';
        }
      } catch (error) {
        if (error.name === 'AbortError') return;
        result.textContent = 'the server does not respond';
        document.body.dataset.state = 'silent';
      }
    }

    scene.addEventListener('input', () => {
      number([]);
      clearTimeout(timer);
      timer = setTimeout(() => {
        history.replaceState(null, '', '#' + encodeURIComponent(link(scene.value)));
        draw();
      }, 120);
    });
    scene.addEventListener('scroll', () => { at('numbers').scrollTop = scene.scrollTop; });
    for (const id of ['width', 'scale', 'theme', 'format']) at(id).addEventListener('input', draw);
    number([]);
    draw();
    """
}
