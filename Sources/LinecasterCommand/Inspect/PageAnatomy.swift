import Foundation
import Linecaster

/// The anatomy of a page: boxes, lines, clusters, fonts and missing characters.
struct PageAnatomy {
  /// A node of a layout tree.
  struct Box {
    let node: LayoutNode
    /// The number of its ancestors.
    let depth: Int
    /// The index of the parent box; `nil` for rows.
    let parent: Int?
    /// Its border box on the page.
    let frame: Rect
    let placement: NodePlacement
    /// The source line of the node; `nil` if it is unknown.
    let line: SceneNodeLine?

    /// The kind of the node, for example `Row`.
    var name: String { node.shortName }
    /// A short description of the content.
    var detail: String { node.detail }
  }

  /// A line of text.
  struct TextLine {
    let frame: Rect
    /// The baseline, a rectangle without thickness.
    let baseline: Rect
  }

  /// The glyphs of a shaping cluster.
  struct Cluster {
    let frame: Rect
    let glyphs: [UInt32]
  }

  /// Adjacent glyphs of one font.
  struct FontRun {
    let frame: Rect
    /// The index of the font in `fonts`.
    let font: Int
  }

  /// A box of a text on one line, or an attachment.
  struct Inline {
    let frame: Rect
    /// A short description.
    let title: String
  }

  /// A character that no font has, and its place.
  struct Missing {
    let character: Unicode.Scalar
    let frame: Rect
    /// The index of its text's box; `nil` if that box is not kept.
    let box: Int?
  }

  /// A text with its position on the page.
  struct PlacedText {
    let layout: TextLayout
    let origin: Point
    /// The index of its node's box; `nil` if that box is not kept.
    let box: Int?
    /// The hit area on the page: the box of its node, or of its attachment.
    let frame: Rect
  }

  /// A font and its share of the text.
  struct FontUse {
    let file: String
    let family: String
    let weight: Int
    /// Whether it only draws text that asks for other families.
    var isFallback: Bool
    var glyphCount = 0
  }

  let width: Double
  let height: Double
  private(set) var boxes = BoundedList<Box>(limit: Self.boxLimit)
  private(set) var texts: [PlacedText] = []
  private(set) var lines = BoundedList<TextLine>(limit: 20_000)
  private(set) var clusters = BoundedList<Cluster>(limit: 30_000)
  private(set) var runs = BoundedList<FontRun>(limit: 20_000)
  private(set) var inlines = BoundedList<Inline>(limit: 10_000)
  private(set) var fonts: [FontUse] = []
  /// The places of characters that no font has.
  private(set) var missingPlaces = BoundedList<Missing>(limit: 1_000)
  /// The characters that no font has, each once, in order of appearance.
  private(set) var missing: [Unicode.Scalar] = []

  private var fontPlaces: [UInt32: Int] = [:]
  private let firstFamily: String?

  /// The maximum number of nodes on a page.
  static let boxLimit = 10_000

  /// Analyses a page.
  ///
  /// - Complexity: O(nodes + glyphs); the result is bounded.
  init(_ page: DrawnPage, fonts: FontCollection) {
    width = page.width
    height = page.height
    firstFamily = fonts.familyNames.first
    for (index, row) in page.rows.enumerated() {
      add(row, lines: index == 0 ? page.lines : [])
    }
    var seen: Set<Unicode.Scalar> = []
    missing = page.rows.flatMap(\.arrangement.missingCharacters).filter { seen.insert($0).inserted }
  }

  /// The colour of a fallback font, as 0xRRGGBB.
  func color(ofFont index: Int) -> UInt32 {
    let order = fonts[..<index].count(where: \.isFallback)
    return Self.fontColors[order % Self.fontColors.count]
  }

  private static let fontColors: [UInt32] = [
    0xE8590C, 0x2B8A3E, 0x7048E8, 0xC2255C, 0x1098AD, 0xF08C00, 0x5C940D, 0x9C36B5,
  ]

  /// Adds a row: its nodes in pre-order, and its texts in the same order.
  private mutating func add(_ row: DrawnPage.Row, lines: [SceneNodeLine]) {
    var next: [(node: LayoutNode, depth: Int, parent: Int?)] = [(row.layout, 0, nil)]
    var shownTexts: [(box: Int?, frame: Rect)] = []
    var index = 0
    while let (node, depth, parent) = next.popLast(), index < row.placements.count {
      let placement = row.placements[index]
      let place = boxes.count < boxes.limit ? boxes.count : nil
      let frame = placement.frame.offset(x: 0, y: row.top)
      boxes.append(
        Box(
          node: node, depth: depth, parent: parent, frame: frame, placement: placement,
          line: lines.indices.contains(index) ? lines[index] : nil))
      if case .text = node.content, placement.isShown { shownTexts.append((place, frame)) }
      if case .stack(let children) = node.content {
        next += children.reversed().map { ($0, depth + 1, place) }
      }
      index += 1
    }
    for (drawn, (box, frame)) in zip(row.arrangement.displayList.commands.texts, shownTexts) {
      add(
        PlacedText(
          layout: drawn.layout, origin: drawn.origin.offset(x: 0, y: row.top), box: box,
          frame: frame))
    }
  }

  private mutating func add(_ text: PlacedText) {
    texts.append(text)
    let (layout, origin) = (text.layout, text.origin)
    let axes = layout.axes
    let onPage = { (rect: Rect) in axes.page(rect).offset(x: origin.x, y: origin.y) }
    for (index, line) in layout.lines.enumerated() {
      lines.append(
        TextLine(
          frame: onPage(line.frame),
          baseline: onPage(
            Rect(x: line.frame.minX, y: line.baseline, width: line.frame.width, height: 0))))
      for run in layout.glyphRuns(ofLine: index) { add(run, of: text, line: line.frame) }
    }
    for place in layout.missingPlaces {
      missingPlaces.append(
        Missing(
          character: place.character, frame: place.frame.offset(x: origin.x, y: origin.y),
          box: text.box))
    }
    for fragment in layout.boxFragments {
      inlines.append(Inline(frame: onPage(fragment.frame), title: fragment.box.title))
    }
    for place in layout.attachmentPlaces {
      let frame = onPage(place.frame)
      inlines.append(Inline(frame: frame, title: "attachment"))
      guard let shown = place.attachment.content?.value as? any AttachmentContent else { continue }
      for inner in shown.commands(in: frame, theme: layout.theme).texts {
        add(
          PlacedText(layout: inner.layout, origin: inner.origin, box: text.box, frame: frame))
      }
    }
  }

  private mutating func add(_ run: GlyphRun, of text: PlacedText, line: Rect) {
    let font = font(of: run)
    // As high as the line, except for combined digits on a vertical line.
    let isCombined = run.axes != text.layout.axes
    let (top, height) = isCombined ? (run.origin.y - run.size, run.size) : (line.minY, line.height)
    let frame = { (left: Double, width: Double) in
      run.axes.page(Rect(x: left, y: top, width: width, height: height))
        .offset(x: text.origin.x, y: text.origin.y)
    }
    runs.append(FontRun(frame: frame(run.origin.x, run.width), font: font))
    guard clusters.count < clusters.limit else { return }
    var pen = run.origin.x
    var glyphs = run.placedGlyphs[...]
    while let first = glyphs.first {
      let cluster = glyphs.prefix { $0.utf16Offset == first.utf16Offset }
      let width = cluster.reduce(0) { $0 + $1.advance }
      clusters.append(Cluster(frame: frame(pen, width), glyphs: cluster.map(\.identifier)))
      pen += width
      glyphs = glyphs.dropFirst(cluster.count)
    }
  }

  /// The index of a run's font; counts its glyphs.
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

extension InlineBox {
  /// A short description.
  fileprivate var title: String {
    if let link { return "box, link to \(link.prefix(80))" }
    if let tag = tag?.value as? String { return "box, tag \(tag.prefix(80))" }
    return "box"
  }
}

extension DrawnImage {
  /// The image with its anatomy drawn over it.
  func withAnatomy() throws -> BandedImage {
    guard let page else { return picture }
    let overlay = AnatomyOverlay(
      anatomy: PageAnatomy(page, fonts: typesetter.fonts), scale: page.scale,
      typesetter: typesetter)
    return BandedImage(try overlay.paint(over: bitmap(copies: 2), rasterizer))
  }
}

/// Draws the anatomy of a page over its image, and a legend below.
private struct AnatomyOverlay {
  let anatomy: PageAnatomy
  let scale: PixelScale
  let typesetter: Typesetter

  private static let boxColor = Color(rgb: 0x4263EB)
  private static let baselineColor = Color(rgb: 0xE03131)
  private static let clusterColors = [Color(rgb: 0x0CA678), Color(rgb: 0x1C7ED6)]

  /// The size of a device pixel, in layout points.
  private var hair: Double { 1 / scale.factor }

  /// The image with the overlay and the legend.
  func paint(
    over image: Bitmap, _ rasterizer: DisplayRasterizer
  ) throws -> Bitmap {
    let legend = legend()
    var bitmap = try Bitmap(
      width: image.width, height: image.height + scale.pixels(legend.size.height),
      background: .white)
    bitmap.draw(image, atX: 0, y: 0)
    var canvas = Canvas(bitmap: bitmap, scale: scale, glyphs: rasterizer.glyphs)
    try canvas.draw(marks())
    try canvas.draw(
      legend, at: Point(x: 0, y: Double(image.height) / scale.factor))
    return canvas.bitmap
  }

  /// The marks over the image.
  private func marks() -> DisplayList {
    var list = DisplayList(size: Size(width: anatomy.width, height: anatomy.height))
    for run in anatomy.runs where anatomy.fonts[run.font].isFallback {
      list.append(.fill(DisplayShape(run.frame), .color(color(ofFont: run.font).opacity(0.25))))
    }
    for (index, cluster) in anatomy.clusters.enumerated() {
      let height = max(hair, min(2, cluster.frame.height / 8))
      let bar = Rect(
        x: cluster.frame.minX, y: cluster.frame.maxY - height, width: cluster.frame.width,
        height: height)
      list.append(
        .fill(DisplayShape(bar), .color(Self.clusterColors[index % 2].opacity(0.75))))
    }
    for line in anatomy.lines {
      let isUpright = line.baseline.height > 0
      let baseline = Rect(
        x: isUpright ? scale.rounded(line.baseline.minX) : line.baseline.minX,
        y: isUpright ? line.baseline.minY : scale.rounded(line.baseline.minY),
        width: isUpright ? hair : line.baseline.width,
        height: isUpright ? line.baseline.height : hair)
      list.append(.fill(DisplayShape(baseline), .color(Self.baselineColor)))
    }
    for box in anatomy.boxes {
      let edge = BorderEdge(width: hair, color: Self.boxColor.opacity(0.6))
      list.append(.border(DisplayShape(box.frame), Border(all: edge)))
    }
    return list
  }

  /// The legend of the colours, line by line.
  private func legend() -> DisplayList {
    var entries: [(Color, String)] = [
      (Self.boxColor, "boxes"), (Self.baselineColor, "baselines"),
      (Self.clusterColors[0], "clusters, in two alternating colours"),
    ]
    for (index, font) in anatomy.fonts.enumerated() where font.isFallback {
      entries.append(
        (color(ofFont: index), "\(font.family) \(font.weight), a fallback: \(font.file)"))
    }
    var list = DisplayList(size: .zero)
    var y = 6.0
    for (color, words) in entries {
      let text = typesetter.prepare(Paragraph(words, style: TextStyle(size: 11)))
        .layout(width: max(1, anatomy.width - 30))
      list.append(
        .fill(DisplayShape(Rect(x: 8, y: y + 3, width: 10, height: 10)), .color(color)))
      list.append(.text(text, origin: Point(x: 24, y: y)))
      y += text.size.height + 3
    }
    list.size = Size(width: anatomy.width, height: y + 6)
    return list
  }

  private func color(ofFont index: Int) -> Color { Color(rgb: anatomy.color(ofFont: index)) }
}

/// A list that keeps its first elements, and counts all of them.
struct BoundedList<Element> {
  /// The maximum number of kept elements.
  let limit: Int
  private(set) var elements: [Element] = []
  /// The number of all elements, including those that are not kept.
  private(set) var total = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether all elements are kept.
  var isWhole: Bool { total == elements.count }

  /// Counts an element, and keeps it if there is room; otherwise, it is not evaluated.
  mutating func append(_ element: @autoclosure () -> Element) {
    total += 1
    if elements.count < limit { elements.append(element()) }
  }
}

extension BoundedList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }
  subscript(index: Int) -> Element { elements[index] }
}
