import LinecasterBase
import LinecasterRaster

/// The logical structure of a PDF file (§14.7): headings, paragraphs, figures and links, in the
/// order in which they are drawn.
struct PDFStructure {
  /// A marked-content sequence: its form, `nil` for the page, and its identifier there.
  struct Mark {
    let form: Int?
    let identifier: Int

    init(form: Int?, _ identifier: Int) { (self.form, self.identifier) = (form, identifier) }
  }

  /// A structure element with content.
  struct Element {
    /// Its standard structure type (§14.8.4).
    let kind: String
    /// The heading or figure of the drawing; `nil` for paragraphs.
    let source: Source?
    let language: String?
    /// The description of a figure.
    let label: String?
    var parts: [Part]
  }

  /// Content of an element that is in a link, or in none.
  struct Part {
    /// The index of the link in the drawing.
    let link: Int?
    var marks: [Mark]
  }

  /// The place of marked content: an element, and one of its parts.
  struct Place {
    let element: Int
    let part: Int
  }

  /// The index of a heading or figure of the drawing.
  enum Source: Hashable {
    case heading(Int)
    case figure(Int)
  }

  private(set) var elements: [Element] = []

  /// The lowest level of headings in PDF 1.7.
  private static let lowestHeading = 6

  /// The place of a part; `nil` for parts without a meaning.
  mutating func place(
    of part: DocumentPart, in document: DocumentDescription, _ mark: Mark
  ) -> Place? {
    let element: Element
    switch part {
    case .text(_, _, let link, continues: true) where !elements.isEmpty:
      return append(mark, in: link)
    case .text(let origin, let language, let link, _):
      let heading = document.headings.firstIndex { $0.texts.contains(origin) }
      let level = heading.map { min(max(document.headings[$0].level, 1), Self.lowestHeading) }
      element = Element(
        kind: level.map { "H\($0)" } ?? "P", source: heading.map { .heading($0) },
        language: language == document.language ? nil : language, label: nil,
        parts: [Part(link: link, marks: [mark])])
    case .image(let rect):
      // Inner figures come after outer ones.
      let figure = document.figures.lastIndex { $0.frame.covers(rect) }
      guard let figure else { return nil }
      element = Element(
        kind: "Figure", source: .figure(figure), language: nil,
        label: document.figures[figure].label, parts: [Part(link: nil, marks: [mark])])
    }
    if let source = element.source, elements.last?.source == source {
      return append(mark, in: element.parts.first?.link)
    }
    elements.append(element)
    return Place(element: elements.count - 1, part: 0)
  }

  /// Appends content to the last element, and to the part of it that is in the same link.
  private mutating func append(_ mark: Mark, in link: Int?) -> Place {
    let last = elements.count - 1
    let parts = elements[last].parts
    // Text between links is in parts of its own.
    let known = link.flatMap { link in parts.firstIndex { $0.link == link } }
    let part = known ?? (parts.last?.link == link ? parts.count - 1 : parts.count)
    if part == parts.count { elements[last].parts.append(Part(link: link, marks: [])) }
    elements[last].parts[part].marks.append(mark)
    return Place(element: last, part: part)
  }
}

extension Rect {
  /// Whether it contains a rectangle, up to rounding.
  fileprivate func covers(_ other: Rect) -> Bool {
    let slack = 0.01
    return minX <= other.minX + slack && minY <= other.minY + slack
      && maxX >= other.maxX - slack && maxY >= other.maxY - slack
  }
}

extension PDFPage {
  /// The numbers of written elements.
  private struct Tags {
    /// The element of each part: that of its link, or the one around it.
    var parts: [[Int]] = []
    /// The elements of links, by their indices.
    var links: [Int: Int] = [:]
  }

  /// Writes the structure tree, and returns its catalog entries.
  ///
  /// - Parameters:
  ///   - page: The number of the page.
  ///   - links: The numbers of the annotations of each link.
  mutating func writeStructure(page: Int, links: [[Int]]) -> String {
    guard !structure.elements.isEmpty || links.contains(where: { !$0.isEmpty }) else { return "" }
    let (root, whole) = (file.reserve(), file.reserve())
    var tags = Tags()
    var children = structure.elements.map { element in
      write(element, in: whole, page: page, links: links, &tags)
    }
    // Links whose letters are not drawn as text.
    for index in links.indices where !links[index].isEmpty && tags.links[index] == nil {
      children.append(write(link: index, [], in: whole, page: page, links: links, &tags))
    }
    let list = children.map { "\($0) 0 R" }.joined(separator: " ")
    file.add(
      "<< /Type /StructElem /S /Document /P \(root) 0 R /K [ \(list) ] >>", as: whole)
    let parents =
      taggedContents.map { content in
        let elements = content.places.map { "\(tags.parts[$0.element][$0.part]) 0 R" }
        return "[ \(elements.joined(separator: " ")) ]"
      }
      + links.enumerated().flatMap { index, annotations in
        annotations.map { _ in "\(tags.links[index] ?? whole) 0 R" }
      }
    let numbered = parents.enumerated().map { "\($0.offset) \($0.element)" }
    file.add(
      "<< /Type /StructTreeRoot /K [ \(whole) 0 R ] /ParentTree << /Nums [ "
        + numbered.joined(separator: " ") + " ] >> >>", as: root)
    return " /StructTreeRoot \(root) 0 R /MarkInfo << /Marked true >>"
  }

  /// Writes an element with the elements of the links in it, and returns its number.
  private mutating func write(
    _ element: PDFStructure.Element, in parent: Int, page: Int, links: [[Int]], _ tags: inout Tags
  ) -> Int {
    let own = file.reserve()
    var (children, parts): ([String], [Int]) = ([], [])
    for part in element.parts {
      let marks = part.marks.map { mark in
        let form = mark.form.map { " /Stm \($0) 0 R" } ?? ""
        return "<< /Type /MCR /Pg \(page) 0 R\(form) /MCID \(mark.identifier) >>"
      }
      if let index = part.link, tags.links[index] == nil {
        let number = write(link: index, marks, in: own, page: page, links: links, &tags)
        parts.append(number)
        children.append("\(number) 0 R")
      } else {
        parts.append(own)
        children += marks
      }
    }
    tags.parts.append(parts)
    let language = element.language.map { " /Lang \($0.pdfText)" } ?? ""
    let label = element.label.map { " /Alt \($0.pdfText)" } ?? ""
    file.add(
      "<< /Type /StructElem /S /\(element.kind) /P \(parent) 0 R /K [ "
        + children.joined(separator: " ") + " ]\(language)\(label) >>", as: own)
    return own
  }

  /// Writes the element of a link with its marked content and its annotations (§14.8.4.4.2), and
  /// returns its number.
  private mutating func write(
    link index: Int, _ marks: [String], in parent: Int, page: Int, links: [[Int]],
    _ tags: inout Tags
  ) -> Int {
    let objects = links[index].map { "<< /Type /OBJR /Pg \(page) 0 R /Obj \($0) 0 R >>" }
    let number = file.add(
      "<< /Type /StructElem /S /Link /P \(parent) 0 R /K [ "
        + (marks + objects).joined(separator: " ") + " ] >>")
    tags.links[index] = number
    return number
  }

  /// The content streams with marked content: the page, then the forms with some. Their indices
  /// are their keys in the parent tree.
  private var taggedContents: [Content] {
    contents.prefix(1) + forms.map(\.content).filter { !$0.places.isEmpty }
  }

  /// The key of each tagged form in the parent tree.
  var formKeys: [Int: Int] {
    let forms = taggedContents.dropFirst().enumerated()
    return Dictionary(
      forms.compactMap { index, content in content.form.map { ($0, index + 1) } }
    ) { first, _ in first }
  }

  /// Writes the links as annotations (§12.5.6.5), and returns their numbers; a link has one for
  /// each rectangle, or none.
  mutating func writeLinks() -> [[Int]] {
    var key = taggedContents.count
    return document.links.map { link in
      guard let target = Self.address(link.target) else { return [Int]() }
      return link.rectangles.map { rect in
        var text = DocumentBytes()
        text.put("<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [")
        text.put(corners(of: rect), "] /A << /Type /Action /S /URI /URI <")
        text.put(target.utf8.flatMap { UInt16($0).hexadecimal.suffix(2) })
        text.put("> >> /Contents \(link.title.pdfText) /StructParent \(key) >>")
        key += 1
        return file.add(String(decoding: text.bytes, as: UTF8.self))
      }
    }
  }

  /// The schemes of links; programs may run others.
  private static let schemes = ["http:", "https:", "mailto:", "tel:"]

  /// The ASCII form of a URL; `nil` for relative URLs and other schemes.
  static func address(_ target: String) -> String? {
    guard schemes.contains(where: { target.lowercased().hasPrefix($0) }) else { return nil }
    return target.utf8.map { byte in
      guard 0x21...0x7E ~= byte else {
        return "%" + String(decoding: UInt16(byte).hexadecimal.suffix(2), as: UTF8.self)
      }
      return String(UnicodeScalar(byte))
    }.joined()
  }

  /// The corners of a rectangle on the page, y up.
  private func corners(of rect: Rect) -> [Double] {
    [rect.minX, size.height - rect.maxY, rect.maxX, size.height - rect.minY]
  }

  /// Writes the headings as an outline (§12.3.3), and returns its catalog entry.
  mutating func writeOutline(page: Int) -> String {
    let headings = document.headings
    guard !headings.isEmpty else { return "" }
    let root = file.reserve()
    let numbers = headings.map { _ in file.reserve() }
    // The children of each heading, and of the outline itself, last.
    var children = Array(repeating: [Int](), count: headings.count + 1)
    var open: [Int] = []
    var parents: [Int] = []
    for (index, heading) in headings.enumerated() {
      while let last = open.last, headings[last].level >= heading.level { open.removeLast() }
      let parent = open.last ?? headings.count
      parents.append(parent)
      children[parent].append(index)
      open.append(index)
    }
    func family(of index: Int) -> String {
      guard let first = children[index].first, let last = children[index].last else { return "" }
      return " /First \(numbers[first]) 0 R /Last \(numbers[last]) 0 R"
        + " /Count \(children[index].count)"
    }
    for (index, heading) in headings.enumerated() {
      let parent = parents[index]
      let siblings = children[parent]
      let place = siblings.firstIndex(of: index) ?? 0
      var text = DocumentBytes()
      text.put("<< /Title \(heading.title.pdfText)\(family(of: index)) /Parent ")
      text.put("\(parent < headings.count ? numbers[parent] : root) 0 R")
      if place > 0 { text.put(" /Prev \(numbers[siblings[place - 1]]) 0 R") }
      if place + 1 < siblings.count { text.put(" /Next \(numbers[siblings[place + 1]]) 0 R") }
      text.put(" /Dest [\(page) 0 R /XYZ ")
      text.put([heading.frame.minX, size.height - heading.frame.minY], " null] >>")
      file.add(String(decoding: text.bytes, as: UTF8.self), as: numbers[index])
    }
    file.add("<< /Type /Outlines\(family(of: headings.count)) >>", as: root)
    return " /Outlines \(root) 0 R"
  }
}
