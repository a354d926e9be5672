import Foundation
import Linecaster

/// What a page is made of, for people: boxes, lines, clusters, fonts and missing characters.
struct PageAnatomy {
  /// A node of a layout tree.
  struct Box {
    /// What the node is, such as `Row`.
    let name: String
    /// What is in it, in a few words.
    let detail: String
    /// How many nodes are around it.
    let depth: Int
    let frame: Rect
  }

  /// A line of text.
  struct TextLine {
    let frame: Rect
    let baseline: Double
  }

  /// Glyphs that the shaper keeps together.
  struct Cluster {
    let frame: Rect
    let glyphs: [UInt32]
  }

  /// Glyphs of one font side by side.
  struct FontRun {
    let frame: Rect
    /// The place of the font in `fonts`.
    let font: Int
  }

  /// A font and how much of the text it draws.
  struct FontUse {
    let file: String
    let family: String
    let weight: Int
    /// Whether text that asked for other families is drawn with it.
    var isFallback: Bool
    var glyphCount = 0
  }

  let width: Double
  let height: Double
  private(set) var boxes: [Box] = []
  private(set) var lines: [TextLine] = []
  private(set) var clusters: [Cluster] = []
  private(set) var runs: [FontRun] = []
  private(set) var fonts: [FontUse] = []
  /// The characters that no font has, each once, in the order they come.
  private(set) var missing: [Unicode.Scalar] = []

  private var fontPlaces: [UInt32: Int] = [:]
  private let firstFamily: String?

  /// Takes a page apart.
  ///
  /// - Complexity: O(nodes + glyphs).
  init(_ page: DrawnPage, fonts: FontCollection) {
    width = page.width
    height = page.height
    firstFamily = fonts.familyNames.first
    for row in page.rows {
      var frames = row.frames[...]
      add(row.layout, depth: 0, top: row.top, &frames)
    }
    for (layout, origin) in page.texts { add(layout, at: origin) }
    var seen: Set<Unicode.Scalar> = []
    missing = page.rows.flatMap(\.arrangement.missingCharacters).filter { seen.insert($0).inserted }
  }

  /// The colour, as 0xRRGGBB, that stands for a font among those that stand in for others.
  func color(ofFont index: Int) -> UInt32 {
    let order = fonts[..<index].count(where: \.isFallback)
    return Self.fontColors[order % Self.fontColors.count]
  }

  private static let fontColors: [UInt32] = [
    0xE8590C, 0x2B8A3E, 0x7048E8, 0xC2255C, 0x1098AD, 0xF08C00, 0x5C940D, 0x9C36B5,
  ]

  private mutating func add(
    _ node: LayoutNode, depth: Int, top: Double, _ frames: inout ArraySlice<Rect>
  ) {
    guard let frame = frames.popFirst() else { return }
    boxes.append(
      Box(
        name: node.shortName, detail: node.detail, depth: depth,
        frame: frame.offset(x: 0, y: top)))
    guard case .stack(let children) = node.content else { return }
    for child in children { add(child, depth: depth + 1, top: top, &frames) }
  }

  private mutating func add(_ layout: TextLayout, at origin: Point) {
    for (index, line) in layout.lines.enumerated() {
      let frame = line.frame.offset(x: origin.x, y: origin.y)
      lines.append(TextLine(frame: frame, baseline: line.baseline + origin.y))
      for run in layout.glyphRuns(ofLine: index) { add(run, at: origin, line: frame) }
    }
  }

  private mutating func add(_ run: GlyphRun, at origin: Point, line: Rect) {
    let left = run.origin.x + origin.x
    runs.append(
      FontRun(
        frame: Rect(x: left, y: line.minY, width: run.width, height: line.height),
        font: font(of: run)))
    var pen = left
    var glyphs = run.placedGlyphs[...]
    while let first = glyphs.first {
      let cluster = glyphs.prefix { $0.utf16Offset == first.utf16Offset }
      let width = cluster.reduce(0) { $0 + $1.advance }
      clusters.append(
        Cluster(
          frame: Rect(x: pen, y: line.minY, width: width, height: line.height),
          glyphs: cluster.map(\.identifier)))
      pen += width
      glyphs = glyphs.dropFirst(cluster.count)
    }
  }

  /// The place of a run's font among the fonts, its glyphs counted.
  private mutating func font(of run: GlyphRun) -> Int {
    let wanted = run.style.families.isEmpty ? [firstFamily].compactMap { $0 } : run.style.families
    let isFallback = !wanted.contains { $0.lowercased() == run.face.family.lowercased() }
    let place = fontPlaces[run.face.identifier] ?? fonts.count
    if place == fonts.count {
      fontPlaces[run.face.identifier] = place
      fonts.append(
        FontUse(
          file: URL(fileURLWithPath: run.face.data.source).lastPathComponent,
          family: run.face.family, weight: run.face.weight.value, isFallback: isFallback))
    }
    fonts[place].glyphCount += run.glyphCount
    fonts[place].isFallback = fonts[place].isFallback && isFallback
    return place
  }
}

/// An image's layouts, one below the other, with all that was found out about them.
struct DrawnPage {
  /// A layout and where it is.
  struct Row {
    let top: Double
    let layout: LayoutNode
    let arrangement: CellArrangement
    /// The boxes of its nodes, in pre-order.
    let frames: [Rect]
  }

  let environment: LayoutEnvironment
  private(set) var rows: [Row] = []
  private(set) var height = 0.0

  init(_ environment: LayoutEnvironment) {
    self.environment = environment
  }

  var scale: PixelScale { environment.scale }
  var width: Double { environment.width }

  /// Arranges a layout below the others.
  mutating func add(_ layout: LayoutNode, _ arranger: CellArranger) throws {
    let arrangement = try arranger.arrange(layout, in: environment)
    rows.append(
      Row(
        top: height, layout: layout, arrangement: arrangement,
        frames: try arranger.frames(of: layout, in: environment)))
    height += arrangement.size.height
  }

  /// The text layouts from top to bottom, with their top-left corners on the page.
  var texts: [(layout: TextLayout, origin: Point)] {
    rows.flatMap { row in
      row.arrangement.displayList.texts.map { ($0.layout, $0.origin.offset(x: 0, y: row.top)) }
    }
  }
}

extension DisplayList {
  /// The text layouts, those in groups included.
  var texts: [(layout: TextLayout, origin: Point)] { Self.texts(of: commands) }

  private static func texts(
    of commands: [DisplayCommand]
  ) -> [(layout: TextLayout, origin: Point)] {
    commands.flatMap { command -> [(layout: TextLayout, origin: Point)] in
      switch command {
      case .text(let layout, let origin): [(layout, origin)]
      case .group(let group): texts(of: group.commands)
      case .fill, .border, .shadow, .textShadow, .image: []
      }
    }
  }
}

extension LayoutNode {
  /// What a node is, as the layouts are called.
  var shortName: String {
    switch content {
    case .stack: [.column, .columnReverse].contains(style.direction) ? "Column" : "Row"
    case .text: "Text"
    case .image: "Image"
    case .leaf: "Leaf"
    case .empty: style.grow > 0 ? "Spacer" : "Box"
    }
  }

  /// What is in a node, in a few words.
  var detail: String {
    switch content {
    case .stack(let children): "\(children.count)"
    case .text(let paragraph): Self.short(paragraph.text.string)
    case .image(let image, _): Self.short(image.name)
    case .leaf(let leaf): Self.short("\(type(of: leaf.base))")
    case .empty: ""
    }
  }

  private static func short(_ text: String) -> String {
    let line = text.prefix(lengthShown + 1).map { $0.isNewline ? " " : String($0) }
    return line.count > lengthShown ? line.prefix(lengthShown).joined() + "…" : line.joined()
  }

  private static let lengthShown = 32
}
