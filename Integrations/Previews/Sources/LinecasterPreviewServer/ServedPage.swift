import Foundation

/// The state of the server: the newest page, and the errors of the sources.
struct ServedPage: Equatable, Sendable {
  /// The number of the page; an open page with another number reloads.
  private(set) var number = 0
  /// The errors of the newest build; `nil` if it succeeded.
  private(set) var fault: String?
  /// Whether a build is under way.
  var isBuilding = false
  private var html = ""

  /// Replaces the page.
  mutating func show(_ html: String) {
    self.html = html
    number += 1
    fault = nil
  }

  /// Sets the errors; the last page stays.
  mutating func fail(_ text: String) { fault = text }

  /// The page with the script that follows the server; an empty page before the first.
  var served: String {
    let page = html.isEmpty ? Self.empty : html
    let script = "<script>const pageNumber=\(number);\(Self.javaScript)</script></body>"
    return
      page
      // The page forbids connections; allow those to its own server.
      .replacing("default-src 'none';", with: "default-src 'none'; connect-src 'self';")
      .replacing("</body>", with: script)
  }

  /// The state for open pages, as a server-sent event: one JSON object.
  var event: String {
    let state = State(number: number, fault: fault, isBuilding: isBuilding)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = (try? encoder.encode(state)).map { String(decoding: $0, as: UTF8.self) }
    return "data: \(json ?? "{}")\n\n"
  }

  private struct State: Encodable {
    let number: Int
    let fault: String?
    let isBuilding: Bool
  }

  private static let empty = """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Previews</title></head>\
    <body><p>There is no page yet.</p></body></html>
    """

  private static let javaScript = """
    const note=document.createElement("pre");
    note.id="fault";note.hidden=true;
    note.style.cssText="position:fixed;inset:auto 0 0 0;max-height:60vh;overflow:auto;margin:0;\
    padding:16px 24px;background:#2b1416;color:#ffc9c9;font:12px/1.5 monospace;z-index:9;\
    white-space:pre-wrap";
    document.body.append(note);
    function say(text){note.textContent=text;note.hidden=!text;}
    const events=new EventSource("/events");
    events.onmessage=event=>{
      const page=JSON.parse(event.data);
      if(page.number!==pageNumber)return location.reload();
      say(page.fault||(page.isBuilding?"Building…":""));
    };
    events.onerror=()=>say("The server has stopped or cannot be reached.");
    """
}
