import Foundation
import LinecasterBase
import LinecasterRaster

/// Runs the command line of a catalogue.
struct PreviewCommand {
  private let catalog: any PreviewCatalog.Type
  private let options: PreviewOptions

  /// The maximum number of pictures in a run; browsers fail to open larger pages.
  static let maximumPictures = 20_000

  init(_ catalog: any PreviewCatalog.Type, _ options: PreviewOptions) {
    self.catalog = catalog
    self.options = options
  }

  /// Draws, writes and compares.
  ///
  /// - Parameter say: Called with each line of output.
  /// - Returns: The exit status of the program.
  func run(_ say: (String) -> Void) async -> Int32 {
    do {
      let previews = try chosenPreviews()
      if options.list {
        for preview in previews { say(preview.name) }
        return 0
      }
      let start = ContinuousClock.now
      let fonts = try catalog.fonts()
      let painter = PreviewPainter(fonts: fonts, images: catalog.images)
      let figures = await figures(of: previews, painter, snapshots: snapshots)
      try writePage(figures, say)
      let faults = try faults(of: figures)
      for fault in faults { say(fault) }
      let duration = Double((ContinuousClock.now - start) / .milliseconds(1))
      say(Self.summary(figures, milliseconds: Int(saturating: duration)))
      return snapshots == nil || faults.isEmpty ? 0 : 1
    } catch {
      say("\(error)")
      return 1
    }
  }

  /// Returns the selected previews.
  ///
  /// - Throws: An error if two have the same name or file name, or there are too many pictures.
  private func chosenPreviews() throws -> [Preview] {
    let all = catalog.previews
    var stems: [String: String] = [:]
    for preview in all {
      let stem = PreviewFigure.stem(of: preview.name)
      if let other = stems.updateValue(preview.name, forKey: stem) {
        throw PreviewPainter.Failure(
          description: "the previews \"\(other)\" and \"\(preview.name)\" have the same file name: "
            + "\"\(stem)\"")
      }
    }
    let chosen = options.only.map { words in
      all.filter { $0.name.range(of: words, options: .caseInsensitive) != nil }
    }
    let count = (chosen ?? all).count.multipliedReportingOverflow(by: catalog.axes.count)
    guard !count.overflow, count.partialValue <= Self.maximumPictures else {
      throw PreviewPainter.Failure(
        description: "more than \(Self.maximumPictures) pictures; select some with --only")
    }
    return chosen ?? all
  }

  private var acceptedFolder: String { options.accepted ?? catalog.acceptedFolder }

  /// The folder of accepted pictures; `nil` if not needed.
  private var snapshots: SnapshotFolder? {
    guard options.check || options.accept else { return nil }
    let differences = options.differences ?? acceptedFolder + "-current"
    return SnapshotFolder(
      URL(fileURLWithPath: acceptedFolder), label: catalog.title,
      current: URL(fileURLWithPath: differences), maximumBytes: .max, hint: "--accept",
      accepts: options.accept)
  }

  /// Draws all previews in all environments, concurrently on all processors.
  private func figures(
    of previews: [Preview], _ painter: PreviewPainter, snapshots: SnapshotFolder?
  ) async -> [PreviewFigure] {
    let settings = catalog.axes.settings
    let jobs = previews.flatMap { preview in settings.map { (preview, $0) } }
    var figures = [PreviewFigure?](repeating: nil, count: jobs.count)
    await withTaskGroup(of: (Int, PreviewFigure).self) { group in
      func begin(_ job: Int) {
        let (preview, setting) = jobs[job]
        group.addTask {
          (job, await PreviewFigure(of: preview, in: setting, painter, snapshots))
        }
      }
      var begun = 0
      while begun < min(jobs.count, ProcessInfo.processInfo.activeProcessorCount + 1) {
        begin(begun)
        begun += 1
      }
      for await (job, figure) in group {
        figures[job] = figure
        guard begun < jobs.count else { continue }
        begin(begun)
        begun += 1
      }
    }
    return figures.compactMap(\.self)
  }

  private func writePage(_ figures: [PreviewFigure], _ say: (String) -> Void) throws {
    let usual = snapshots == nil ? "previews.html" : nil
    guard let path = options.output ?? usual else { return }
    let page = PreviewPage(title: catalog.title, figures: figures)
    do {
      try Data(page.html.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw PreviewPainter.Failure(description: "\(path): cannot be written: \(Self.words(error))")
    }
    say("\(path): \(figures.count) pictures")
  }

  /// Returns the problems, one line each.
  private func faults(of figures: [PreviewFigure]) throws -> [String] {
    var faults = figures.compactMap { figure in figure.fault.map { "\(figure.title): \($0)" } }
    guard let snapshots else { return faults }
    try snapshots.writePage()
    if options.only == nil {
      let orphans = try snapshots.orphans(besides: figures.map(\.fileName))
      faults += orphans.map { "\($0): no preview has this picture" }
    }
    return faults
  }

  private static func summary(_ figures: [PreviewFigure], milliseconds: Int) -> String {
    let failed = figures.count { $0.picture == nil }
    let different = figures.count { $0.picture != nil && $0.fault != nil }
    let accepted = figures.count { $0.outcome == .accepted }
    let counts = [(failed, "failed"), (different, "differ"), (accepted, "accepted")]
      .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }
    return "\(figures.count) pictures in \(milliseconds) ms" + counts.joined()
  }

  /// Returns the system's message, without error domains.
  static func words(_ error: any Error) -> String {
    guard type(of: error) is NSError.Type || error is CocoaError else { return "\(error)" }
    return error.localizedDescription
  }
}

/// A preview in an environment: its picture, or the error.
struct PreviewFigure: Sendable {
  /// The stored part of a picture.
  struct Picture: Sendable {
    let png: [UInt8]
    /// Its size in layout points.
    let width, height: Double
    let remarks: [String]
  }

  let name: String
  let setting: PreviewSetting
  let picture: Picture?
  /// The result of the comparison with the accepted picture; `nil` if not compared.
  let outcome: SnapshotOutcome?
  /// The error from drawing or comparing; `nil` for none.
  private let failure: String?

  /// Draws and compares a preview.
  init(
    of preview: Preview, in setting: PreviewSetting, _ painter: PreviewPainter,
    _ snapshots: SnapshotFolder?
  ) async {
    name = preview.name
    self.setting = setting
    var (picture, outcome, failure): (Picture?, SnapshotOutcome?, String?) = (nil, nil, nil)
    do {
      let drawn = try await painter.draw(preview, in: setting.environment)
      picture = Picture(
        png: try PNGEncoder().encode(drawn.bitmap),
        width: Double(drawn.bitmap.width) / drawn.scale.factor,
        height: Double(drawn.bitmap.height) / drawn.scale.factor, remarks: drawn.remarks)
      outcome = try snapshots?.judge(drawn.bitmap, Self.fileName(preview.name, setting))
    } catch {
      failure = PreviewCommand.words(error)
    }
    (self.picture, self.outcome, self.failure) = (picture, outcome, failure)
  }

  /// The preview and its environment as text.
  var title: String { "\(name) (\(setting.values.joined(separator: " ")))" }

  /// The problem; `nil` for none.
  var fault: String? { failure ?? outcome.flatMap { $0.passes ? nil : $0.reason } }

  /// The file name of the accepted picture, without extension.
  var fileName: String { Self.fileName(name, setting) }

  private static func fileName(_ name: String, _ setting: PreviewSetting) -> String {
    let values = setting.values.map { stem(of: $0.filter { $0 != "%" }) }
    return "\(stem(of: name)).\(values.joined(separator: "."))"
  }

  /// Returns a name without characters that are special in file systems.
  static func stem(of name: String) -> String {
    let stem = name.unicodeScalars.map { scalar in
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      return isPlain || "-_ ".unicodeScalars.contains(scalar) ? String(scalar) : "-"
    }
    return stem.joined()
  }
}

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
