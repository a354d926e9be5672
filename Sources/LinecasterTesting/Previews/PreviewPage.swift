import Foundation
import LinecasterBase

/// An HTML page of previews without external resources.
struct PreviewPage {
  let title: String
  let figures: [PreviewFigure]

  var html: String {
    let names = figures.map(\.name).reduce(into: [String]()) { names, name in
      if names.last != name { names.append(name) }
    }
    let groups = Dictionary(grouping: figures, by: \.name)
    let sections = names.map { section($0, groups[$0] ?? []) }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(HTMLText.escaped(title))</title>
      <style>\(Self.css)</style>
      </head>
      <body>
      <header><h1>\(HTMLText.escaped(title))</h1>
      <form role="search"><input id="q" type="search" placeholder="Find previews" \
      aria-label="Find previews" autocomplete="off">\(choices.joined())
      <output id="count">\(figures.count) of \(figures.count)</output></form></header>
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      <script>\(Self.javaScript)</script>
      </body>
      </html>

      """
  }

  /// The menus of the axes with more than one value.
  private var choices: [String] {
    PreviewSetting.axes.indices.compactMap { axis in
      let name = PreviewSetting.axes[axis]
      let values = figures.map { $0.setting.values[axis] }.reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      guard values.count > 1 else { return nil }
      let options = values.map { "<option>\(HTMLText.escaped($0))</option>" }
      return "<select data-axis=\"\(name)\" aria-label=\"\(name)\">"
        + "<option value=\"\">any \(name)</option>\(options.joined())</select>"
    }
  }

  private func section(_ name: String, _ figures: [PreviewFigure]) -> String {
    """
    <section><h2>\(HTMLText.escaped(name))</h2><div>
    \(figures.map(figure).joined(separator: "\n"))
    </div></section>
    """
  }

  private func figure(_ figure: PreviewFigure) -> String {
    let values = figure.setting.values
    let data = zip(PreviewSetting.axes, values).map { " data-\($0)=\"\(HTMLText.escaped($1))\"" }
    let caption = HTMLText.escaped(values.joined(separator: " · "))
    var notes = (figure.picture?.remarks ?? []).map { "<p>\(HTMLText.escaped($0))</p>" }
    if let fault = figure.fault {
      notes.append("<p class=\"fault\" role=\"alert\">\(HTMLText.escaped(fault))</p>")
    }
    let image = figure.picture.map { picture in
      "<img alt=\"\(HTMLText.escaped(figure.name)), \(caption)\" "
        + "width=\"\(Self.words(picture.width))\" height=\"\(Self.words(picture.height))\" "
        + "src=\"data:image/png;base64,\(Data(picture.png).base64EncodedString())\">"
    }
    return "<figure\(data.joined())>\(image ?? "")\(notes.joined())"
      + "<figcaption>\(caption)</figcaption></figure>"
  }

  /// Formats a length with at most three decimals.
  private static func words(_ length: Double) -> String { "\((length * 1000).rounded() / 1000)" }

  private static let css = """
    :root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1c2024;--soft:#60666e;\
    --line:#dfe2e7;--fault:#c92a2a}
    @media (prefers-color-scheme:dark){:root{--page:#121417;--card:#1b1e22;--ink:#e8eaed;\
    --soft:#9aa1a9;--line:#30353b;--fault:#ff8787}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);font:14px/1.45 system-ui,"Noto Sans",\
    sans-serif}
    header{position:sticky;top:0;z-index:1;padding:14px 24px;background:var(--card);\
    border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:12px 24px;\
    align-items:center}
    h1{margin:0;font-size:18px}
    form{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0}
    input,select{font:inherit;color:inherit;background:var(--page);\
    border:1px solid var(--line);border-radius:6px;padding:4px 8px}
    output,figcaption,figure p{color:var(--soft);font-size:12px;\
    font-variant-numeric:tabular-nums}
    main{padding:8px 24px 40px}
    h2{font-size:15px;margin:20px 0 8px;overflow-wrap:anywhere}
    section>div{display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start}
    figure{margin:0;max-width:100%}
    figure p{margin:4px 0 0;max-width:360px;overflow-wrap:anywhere}
    figure .fault{color:var(--fault);font-weight:600}
    img{display:block;max-width:100%;height:auto;box-shadow:0 0 0 1px var(--line)}
    [hidden]{display:none!important}
    """

  /// Filters pictures by words in names and values; the address stores the selection.
  private static let javaScript = """
    "use strict";
    const q=document.getElementById("q"),count=document.getElementById("count");
    const selects=[...document.querySelectorAll("select")];
    const sections=[...document.querySelectorAll("section")].map(node=>({node,
      name:node.querySelector("h2").textContent.toLowerCase(),
      figures:[...node.querySelectorAll("figure")].map(node=>({node,
        words:node.querySelector("figcaption").textContent.toLowerCase()}))}));
    const total=document.querySelectorAll("figure").length;
    function show(){
      const words=q.value.toLowerCase().split(/\\s+/).filter(Boolean);
      let shown=0;
      for(const section of sections){
        let any=false;
        for(const figure of section.figures){
          const text=section.name+" "+figure.words;
          const fits=words.every(word=>text.includes(word))&&selects.every(select=>
            !select.value||figure.node.dataset[select.dataset.axis]===select.value);
          figure.node.hidden=!fits;
          if(fits){any=true;shown++;}
        }
        section.node.hidden=!any;
      }
      count.textContent=shown+" of "+total;
    }
    function keep(){
      const values=new URLSearchParams();
      if(q.value)values.set("q",q.value);
      for(const select of selects)if(select.value)values.set(select.dataset.axis,select.value);
      history.replaceState(null,"","#"+values);
      show();
    }
    function read(){
      const values=new URLSearchParams(location.hash.slice(1));
      q.value=values.get("q")||"";
      for(const select of selects)select.value=values.get(select.dataset.axis)||"";
      show();
    }
    q.addEventListener("input",keep);
    for(const select of selects)select.addEventListener("change",keep);
    document.querySelector("form").addEventListener("submit",event=>event.preventDefault());
    addEventListener("hashchange",read);
    read();
    document.documentElement.dataset.ready="yes";
    """
}
