import LinecasterBase
import LinecasterRaster

/// The references of an element, or of a style sheet rule.
struct SVGReferences {
  /// Elements that are drawn once for it: used elements, filters, masks.
  var once: [ExactText] = []
  /// Elements that may be drawn for it and for each descendant: paints.
  var often: [ExactText] = []
  /// Elements that may be drawn at each point of it and of its descendants.
  var markers: [ExactText] = []

  /// The maximum references of an element: its own, and those from its classes and ancestors.
  private static let limit = 64

  /// Adds other references.
  ///
  /// - Throws: `ImageError` with code `tooLarge` if there are too many.
  mutating func add(_ others: SVGReferences, in name: String) throws(ImageError) {
    guard count + others.count <= Self.limit else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "an element has more than \(Self.limit) references")
    }
    once += others.once
    often += others.often
    markers += others.markers
  }

  var count: Int { once.count + often.count + markers.count }
}

/// An element of an SVG file, with the data for counting its work.
struct SVGElement {
  /// The steps of the element itself.
  var weight = 1
  /// The maximum points for markers.
  var points = 0
  /// The approximate length of its outline, in its own units.
  var length = 0.0
  /// Whether it uses the paints of its ancestors; gradients, filters and clip shapes do not.
  var isPainted = true
  var references = SVGReferences()
  var classes: [ExactText] = []
  var identifier: ExactText?
  var parent: Int?
  var children: [Int] = []
}

/// Scans the tags of an SVG file (XML 1.0), as far as counting its drawing work requires.
///
/// Constructs that could hide work are rejected: entity declarations, encodings other than UTF-8,
/// CSS escapes, and references to other files.
struct SVGScanner {
  private(set) var elements: [SVGElement] = []
  /// The references of style sheet rules, by class.
  private(set) var classes: [ExactText: SVGReferences] = [:]
  /// The shortest dash pattern; `nil` without dashes.
  private(set) var shortestDash: Double?
  /// The attributes of the root element; `nil` if it is not `svg`.
  private(set) var rootAttributes: [String: String]?

  private let bytes: [UInt8]
  private let name: String
  private let isWhole: Bool
  private var place = 0
  /// The open elements, and whether each is a style sheet.
  private var open: [(index: Int, isSheet: Bool)] = []
  /// The style sheets, by their elements; a sheet may come in chunks.
  private var sheets: [Int: [UInt8]] = [:]

  init(_ bytes: [UInt8], name: String, isWhole: Bool) {
    (self.bytes, self.name, self.isWhole) = (bytes, name, isWhole)
  }

  /// Scans all tags, or those up to the root's.
  mutating func scan() throws(ImageError) {
    try scanTags()
    for sheet in sheets.values { try take(sheet: sheet) }
  }

  private mutating func scanTags() throws(ImageError) {
    while place < bytes.count, isWhole || elements.isEmpty {
      if bytes[place] != UInt8(ascii: "<") {
        try scanText()
      } else if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<![CDATA[") {
        place += "<![CDATA[".utf8.count
        let start = place
        try skip(past: "]]>")
        take(text: bytes[start..<place - "]]>".utf8.count])
      } else if starts("<?") {
        try scanInstruction()
      } else if starts("<!") {
        try scanDeclaration()
      } else if starts("</") {
        _ = open.popLast()
        try skip(past: ">")
      } else {
        try scanTag()
      }
    }
  }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private func malformed(_ reason: String) -> ImageError {
    ImageError(code: .malformed, source: name, reason: reason)
  }

  private func unsupported(_ what: String) -> ImageError {
    ImageError(code: .unsupported, source: name, reason: "\(what) are not supported in SVG files")
  }

  private mutating func skip(past end: String) throws(ImageError) {
    let end = Array(end.utf8)
    while place < bytes.count {
      if bytes[place...].starts(with: end) {
        place += end.count
        return
      }
      place += 1
    }
    throw malformed("the file ends in a tag")
  }

  private mutating func scanText() throws(ImageError) {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
    let text = bytes[start..<place]
    take(text: open.last?.isSheet == true ? try decoded(text)[...] : text)
  }

  private mutating func take(text: ArraySlice<UInt8>) {
    guard let (index, isSheet) = open.last else { return }
    if isSheet {
      sheets[index, default: []] += text
    } else {
      elements[index].weight += text.count / 16
    }
  }

  /// Scans `<?xml …?>` and other processing instructions.
  private mutating func scanInstruction() throws(ImageError) {
    let start = place
    try skip(past: "?>")
    let text = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
    if text.hasPrefix("<?xml-stylesheet") { throw unsupported("external style sheets") }
    guard text.hasPrefix("<?xml"), let encoding = text.firstRange(of: "encoding") else { return }
    let known = ["utf-8", "utf8", "us-ascii", "iso-8859-1"]
    guard known.contains(where: text[encoding.upperBound...].contains) else {
      throw unsupported("encodings other than UTF-8")
    }
  }

  /// Scans `<!DOCTYPE …>`.
  private mutating func scanDeclaration() throws(ImageError) {
    let start = place
    try skip(past: ">")
    if bytes[start..<place].contains(UInt8(ascii: "[")) {
      throw unsupported("entity declarations")
    }
  }
}

// MARK: - Tags

extension SVGScanner {
  /// Elements that are rejected: images refer to other files, and the time of these filters is
  /// unbounded.
  private static let refused: Set<String> = [
    "image", "feImage", "include", "feTurbulence", "feMorphology", "feConvolveMatrix",
  ]

  private static let unpainted: Set<String> = [
    "linearGradient", "radialGradient", "stop", "filter", "clipPath",
  ]

  private mutating func scanTag() throws(ImageError) {
    place += 1
    let tag = Self.local(name(while: { !Self.isBlank($0) && $0 != 0x2F && $0 != 0x3E }))
    guard !Self.refused.contains(tag) else { throw unsupported("\(tag) elements") }
    var element = SVGElement()
    if tag.hasPrefix("fe") { element.weight = 32 }
    element.isPainted = !tag.hasPrefix("fe") && !Self.unpainted.contains(tag)
    var attributes: [String: String] = [:]
    let isRoot = elements.isEmpty
    while true {
      while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
      guard place < bytes.count else { throw malformed("the file ends in a tag") }
      if bytes[place] == UInt8(ascii: ">") || starts("/>") { break }
      let (key, value) = try attribute()
      if isRoot { attributes[key] = try text(value) }
      try take(key, value, of: tag, into: &element)
    }
    if isRoot {
      guard tag == "svg" else { throw malformed("the root is '\(tag.prefix(20))', not 'svg'") }
      rootAttributes = attributes
    }
    let isClosed = bytes[place] == UInt8(ascii: "/")
    place += isClosed ? 2 : 1
    try add(element, isSheet: tag == "style", isClosed: isClosed)
  }

  private mutating func add(
    _ element: SVGElement, isSheet: Bool, isClosed: Bool
  ) throws(ImageError) {
    guard elements.count < SVGDocument.elementLimit else {
      throw ImageError(
        code: .tooLarge, source: name, reason: "more than \(SVGDocument.elementLimit) elements")
    }
    var element = element
    element.parent = open.last?.index
    if let parent = element.parent { elements[parent].children.append(elements.count) }
    if !isClosed { open.append((elements.count, isSheet)) }
    guard open.count <= SVGDocument.depthLimit else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "elements are nested deeper than \(SVGDocument.depthLimit)")
    }
    elements.append(element)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private mutating func name(while isPart: (UInt8) -> Bool) -> String {
    let start = place
    while place < bytes.count, isPart(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// A name without its prefix.
  private static func local(_ name: String) -> String {
    name.split(separator: ":", omittingEmptySubsequences: false).last.map(String.init) ?? name
  }

  private mutating func attribute() throws(ImageError) -> (String, ArraySlice<UInt8>) {
    let key = name(while: { !Self.isBlank($0) && $0 != 0x3D && $0 != 0x3E })
    while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
      throw malformed("an attribute without a value")
    }
    place += 1
    while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    guard place < bytes.count, [0x22, 0x27].contains(bytes[place]),
      let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
    else { throw malformed("the value of an attribute is not in quotes") }
    defer { place = end + 1 }
    return (Self.local(key), bytes[(place + 1)..<end])
  }

}

// MARK: - What attributes say

extension SVGScanner {
  private static let outlines: Set<String> = [
    "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height",
  ]

  private mutating func take(
    _ key: String, _ value: ArraySlice<UInt8>, of tag: String, into element: inout SVGElement
  ) throws(ImageError) {
    switch key {
    case "d", "points":
      element.weight += value.count / 64
      element.points += value.count / 2
      element.length += SVGNumbers.sum(in: value, hasUnits: false)
    case "id": element.identifier = ExactText(try text(value))
    case "href":
      let address = try text(value)
      if address.hasPrefix("#") {
        element.references.once.append(ExactText(String(address.dropFirst())))
      } else if tag != "a" {
        throw unsupported("external references")
      }
    case "style":
      guard let style = SVGStyle(try decoded(value)) else { throw unsupported(Self.hardStyle) }
      try take(style, into: &element.references)
    case "class":
      element.classes = try text(value).unicodeScalars
        .split(whereSeparator: \.properties.isWhitespace).map { ExactText(String($0)) }
    case "transform", "viewBox", "version", "xmlns": break
    default:
      if Self.outlines.contains(key) {
        element.length += SVGNumbers.sum(in: value, hasUnits: true)
        element.points += 8
      }
      try take(key, declared: try text(value), into: &element.references)
    }
  }

  private static let hardStyle =
    "styles with escapes, or with rule ends in strings or brackets,"

  private mutating func take(
    _ style: SVGStyle, into references: inout SVGReferences
  ) throws(ImageError) {
    for (key, value) in style.declarations { try take(key, declared: value, into: &references) }
  }

  /// A property and its value.
  private mutating func take(
    _ key: String, declared value: String, into references: inout SVGReferences
  ) throws(ImageError) {
    if key == "stroke-dasharray" { take(dashes: value) }
    for name in try names(in: value) {
      switch key {
      case "filter", "mask", "clip-path": references.once.append(name)
      case _ where key.hasPrefix("marker"): references.markers.append(name)
      default: references.often.append(name)
      }
    }
  }

  private mutating func take(dashes value: String) {
    let dash = SVGNumbers.all(in: Array(value.utf8)).reduce(0, +)
    guard dash > 0 else { return }
    shortestDash = min(dash, shortestDash ?? dash)
  }

  /// Reads the rules of a style sheet; those with references must have class selectors only.
  private mutating func take(sheet css: [UInt8]) throws(ImageError) {
    guard let style = SVGStyle(css), !style.hasAtRules, let rules = style.rules else {
      throw unsupported("\(Self.hardStyle) nested rules and at-rules")
    }
    for (selectors, body) in rules {
      var references = SVGReferences()
      try take(body, into: &references)
      guard references.count > 0 else { continue }
      for selector in selectors {
        let words = selector.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        guard words.count == 1, let word = words.first, word.first == ".",
          !word.dropFirst().contains(where: ".#:[>+~*".unicodeScalars.contains)
        else { throw unsupported("references in rules without a class selector") }
        try classes[ExactText(String(word.dropFirst())), default: SVGReferences()]
          .add(references, in: name)
      }
    }
  }

  /// The names in `url(#name)`.
  private func names(in value: String) throws(ImageError) -> [ExactText] {
    guard value.utf8.contains(UInt8(ascii: "(")) || value.utf8.contains(UInt8(ascii: "\\")) else {
      return []
    }
    if value.utf8.contains(UInt8(ascii: "\\")) { throw unsupported("CSS escapes") }
    var names: [ExactText] = []
    for part in value.lowercased().contains("url") ? Self.parts(after: "url", in: value) : [] {
      let inner = part.drop { $0.isWhitespace || "('\"".contains($0) }
      guard inner.hasPrefix("#") else { throw unsupported("external references") }
      names.append(ExactText(String(inner.dropFirst().prefix { !")'\" ".contains($0) })))
    }
    return names
  }

  /// The rest of the text after each occurrence of a word, ignoring case.
  private static func parts(after word: String, in text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      let isWord = rest.prefix(word.count).lowercased() == word
      rest = rest.dropFirst(isWord ? word.count : 1)
      if isWord { parts.append(rest) }
    }
    return parts
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(ImageError) -> String {
    String(decoding: try decoded(bytes), as: UTF8.self)
  }

  /// Text with its character references decoded (XML 1.0 §4.1, §4.6); other references, which are
  /// invalid in XML too, are rejected, because they could hide text.
  ///
  /// - Complexity: O(bytes).
  private func decoded(_ bytes: ArraySlice<UInt8>) throws(ImageError) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      decoded += rest[..<ampersand]
      rest = rest[(ampersand + 1)...]
      guard let end = rest.prefix(Self.referenceLength).firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.scalar(String(decoding: rest[..<end], as: UTF8.self)[...])
      else { throw unsupported("entity references other than those of XML") }
      decoded += String(scalar).utf8
      rest = rest[(end + 1)...]
    }
    return decoded + rest
  }

  /// The maximum bytes after an ampersand, as in `#x10FFFF;`.
  private static let referenceLength = 9

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init)
    }
  }
}
