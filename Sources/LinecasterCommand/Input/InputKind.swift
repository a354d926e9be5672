import ArgumentParser

/// What a file to draw is.
enum InputKind: String, CaseIterable, ExpressibleByArgument {
  /// Messages in JSON Lines.
  case feed
  /// A layout tree in JSON.
  case scene
  /// Plain text with marks.
  case text

  /// What the name of a file says; nil where it says nothing.
  init?(path: String) {
    if path.hasSuffix(anyOf: [".jsonl", ".ndjson"]) {
      self = .feed
    } else if path.hasSuffix(anyOf: [".txt", ".text", ".md", ".markdown"]) {
      self = .text
    } else {
      return nil
    }
  }

  /// What the first bytes of a file say: a first line with an `id` and an `author` is that of a
  /// feed, other JSON is a scene, and what is no JSON is a text. Nothing at all is an empty feed.
  ///
  /// - Parameter isJSON: Whether the name says that it is JSON, so that faults in it are told.
  init(content: some Sequence<UInt8>, isJSON: Bool = false) {
    let start = String(decoding: Array(content), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let line = start.prefix { !$0.isNewline }
    let isMessage = line.contains("\"id\"") && line.contains("\"author\"")
    if start.isEmpty && !isJSON || start.hasPrefix("{") && isMessage {
      self = .feed
    } else {
      self = isJSON || start.hasPrefix("{") ? .scene : .text
    }
  }
}

extension String {
  /// Whether a path ends in one of these, in letters of either case.
  func hasSuffix(anyOf endings: [String]) -> Bool {
    let name = lowercased()
    return endings.contains(where: name.hasSuffix)
  }
}
