import LinecasterDisplay
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// Finds the pixels that differ between drawings of two lists.
///
/// A pixel whose value is that of the same steps in the same order is the same. So a common
/// sequence of steps is looked for, of any kind, and what other steps draw on is what may differ.
/// Steps are compared first as a whole; between those, groups by what is in them, and runs glyph
/// by glyph.
struct DamageFinder {
  let scale: PixelScale
  let rendering: GlyphRendering
  let source: GlyphSource
  /// The pixels that what is being compared may draw on.
  var clip: PixelRect
  var region: PixelRegion

  /// - Parameter limit: The most rectangles of the region.
  init(
    scale: PixelScale, rendering: GlyphRendering, source: GlyphSource, clip: PixelRect,
    limit: Int = PixelRegion.maximumCount
  ) {
    region = PixelRegion(limit: limit)
    self.scale = scale
    self.rendering = rendering
    self.source = source
    self.clip = clip
  }

  /// Adds the pixels that may differ.
  ///
  /// - Throws: `RasterError` where text cannot be drawn.
  mutating func compare(
    _ old: [DisplayCommand], _ new: [DisplayCommand]
  ) throws(RasterError) {
    let (old, new) = (
      DisplayPiece.pieces(of: old, scale), DisplayPiece.pieces(of: new, scale)
    )
    let pairs = CommonSequence.pairs(old, new) { $0.isSame(as: $1) }
    for (old, new) in CommonSequence.between(pairs, old, new) {
      try compareGroups(Array(old), Array(new))
    }
  }

  /// Adds what pieces between two that are the same draw on, but for what two groups with one
  /// frame have in common.
  private mutating func compareGroups(
    _ old: [DisplayPiece], _ new: [DisplayPiece]
  ) throws(RasterError) {
    let pairs = CommonSequence.pairs(old, new) { $0.hasSameFrame(as: $1) }
    for pair in pairs {
      guard case .group(let old) = old[pair.old], case .group(let new) = new[pair.new] else {
        continue
      }
      let outer = enter(new)
      try compare(old.commands, new.commands)
      clip = outer
    }
    for (old, new) in CommonSequence.between(pairs, old, new) { try compareGlyphs(old, new) }
  }

  /// Adds what pieces draw on, but for glyphs that both sides have.
  private mutating func compareGlyphs(
    _ old: ArraySlice<DisplayPiece>, _ new: ArraySlice<DisplayPiece>
  ) throws(RasterError) {
    let (oldMarks, newMarks) = (try marks(of: old), try marks(of: new))
    let pairs = CommonSequence.pairs(oldMarks, newMarks)
    for (old, new) in CommonSequence.between(pairs, oldMarks, newMarks) {
      for mark in old { try insert(mark) }
      for mark in new { try insert(mark) }
    }
  }

  /// The glyphs of the runs; what other pieces draw on is added at once.
  private mutating func marks(
    of pieces: ArraySlice<DisplayPiece>
  ) throws(RasterError) -> [GlyphMark] {
    var marks: [GlyphMark] = []
    for piece in pieces {
      switch piece {
      case .run(let run, let origin): try append(run, origin, to: &marks)
      case .fill(let shape, _): insert(shape.rect)
      case .line(let line, let axes, let origin): insert(line, axes, at: origin)
      case .command(let command): try insert(command)
      case .group(let group): try insert(group)
      }
    }
    return marks
  }

  /// Adds the glyphs of a run that lie where glyphs are drawn.
  private func append(
    _ run: GlyphRun, _ origin: Point, to marks: inout [GlyphMark]
  ) throws(RasterError) {
    let factor = scale.factor
    let strike = try AtlasStrike(run, scale: scale, rendering: rendering)
    guard let strike else { return }
    run.forEachGlyphOnPage { glyph, x, y in
      guard let column = strike.steps.column((origin.x + x) * factor),
        let row = strike.steps.row((origin.y + y) * factor)
      else { return }
      marks.append(
        GlyphMark(
          face: run.face, key: strike.key(glyph, column: column, row: row), x: column >> 6,
          y: row >> 6, color: run.color))
    }
  }

  /// Narrows the clip to that of a group; the result is the clip as it was.
  mutating func enter(_ group: DisplayGroup) -> PixelRect {
    let outer = clip
    if let shape = group.clip { clip = RoundedBox(shape, scale: scale).touched(in: clip) }
    return outer
  }
}

// What steps may draw on.

extension DamageFinder {
  /// Adds what a step may draw on.
  ///
  /// - Throws: `RasterError` where its text cannot be drawn.
  mutating func insert(_ command: DisplayCommand) throws(RasterError) {
    switch command {
    case .fill(let shape, _), .image(_, let shape, _, _): insert(shape.rect)
    case .border(let shape, let border): insert(shape.rect, widenedBy: reach(of: border))
    case .shadow(let shape, let shadow):
      insert(
        shadow.isInset ? shape.rect : shadow.outline(of: shape).rect,
        widenedBy: shadow.isInset ? 0 : reach(of: shadow))
    case .text(let layout, let origin):
      for command in layout.inlineCommands(at: origin, scale: scale) { try insert(command) }
      try insert(layout, origin)
    case .textShadow(let layout, let origin, let shadow):
      try insert(shadow, of: layout, origin)
    case .group(let group): try insert(group)
    }
  }

  /// Adds what the steps of a group may draw on inside of its clip.
  mutating func insert(_ group: DisplayGroup) throws(RasterError) {
    let outer = enter(group)
    defer { clip = outer }
    guard !clip.isEmpty else { return }
    for command in group.commands { try insert(command) }
  }

  /// Adds what letters and their lines may draw on.
  private mutating func insert(_ layout: TextLayout, _ origin: Point) throws(RasterError) {
    let axes = layout.axes
    for background in layout.backgrounds {
      insert(axes.page(background.frame).offset(x: origin.x, y: origin.y))
    }
    for line in layout.decorationLines { insert(line, axes, at: origin) }
    var marks: [GlyphMark] = []
    for run in layout.glyphRuns { try append(run, origin, to: &marks) }
    for mark in marks { try insert(mark) }
  }

  /// Adds what a glyph draws on.
  private mutating func insert(_ mark: GlyphMark) throws(RasterError) {
    let bitmap = try source.bitmap(for: mark.key, of: mark.face)
    switch bitmap.content {
    case .mask, .color, .stripes, .tinted:
      region.insert(
        PixelRect(
          x: mark.x + Int(bitmap.left), y: mark.y - Int(bitmap.top), width: Int(bitmap.width),
          height: Int(bitmap.height)
        ).clipped(to: clip))
    case .layers:
      for layer in bitmap.layers {
        let key = GlyphKey(
          face: mark.face, glyph: layer.glyph, size: mark.key.size, x: mark.key.x, y: mark.key.y,
          style: mark.key.style.ofLayers)
        try insert(GlyphMark(face: mark.face, key: key, x: mark.x, y: mark.y, color: mark.color))
      }
    case .path: region.insert(clip)
    }
  }

  /// Adds the pixels that a line under, through or over text touches.
  mutating func insert(_ line: TextDecorationLine, _ axes: LineAxes, at origin: Point) {
    guard let room = DecorationDrawing.room(of: line, axes, at: origin, scale: scale) else {
      return
    }
    let touched = RoundedBox(DisplayShape(room), scale: .one).touched(in: clip)
    if !touched.isEmpty { region.insert(touched) }
  }

  /// Adds the pixels that a rectangle of layout points touches, and a given number beside them.
  mutating func insert(_ rect: Rect, widenedBy reach: Int = 0) {
    let area = clip.widened(by: (reach, reach))
    let box = RoundedBox(DisplayShape(rect), scale: scale)
    guard box.isDrawable else { return }
    let touched = box.touched(in: area)
    guard !touched.isEmpty else { return }
    region.insert(touched.widened(by: (reach, reach)).clipped(to: clip))
  }
}

// MARK: - Borders and shadows

extension DamageFinder {
  /// How many pixels lines reach out of their box: dots do that where the box is narrower than
  /// they are wide.
  private func reach(of border: Border) -> Int {
    let edges = [border.top, border.right, border.bottom, border.left]
    guard edges.contains(where: { $0.pattern == .dotted }) else { return 0 }
    let insets = border.insets(on: scale)
    let widest = max(insets.top, insets.right, insets.bottom, insets.left) * scale.factor
    return Int(saturating: min(widest / 2, 1e6).rounded(.up))
  }

  private func reach(of shadow: Shadow) -> Int {
    GaussianBlur(deviation: shadow.blur * scale.factor / 2).reach
  }

  /// Adds the rectangle around the shadow of a text.
  private mutating func insert(
    _ shadow: Shadow, of layout: TextLayout, _ origin: Point
  ) throws(RasterError) {
    let reach = reach(of: shadow)
    var inner = DamageFinder(
      scale: scale, rendering: rendering, source: source, clip: clip.widened(by: (reach, reach)))
    try inner.insert(layout, origin.offset(x: shadow.offset.x, y: shadow.offset.y))
    let ink = inner.region.bounds
    guard !ink.isEmpty else { return }
    region.insert(ink.widened(by: (reach, reach)).clipped(to: clip))
  }
}

/// A glyph that is drawn: which one, where and in which colour.
private struct GlyphMark: Hashable {
  let face: FontFace
  let key: GlyphKey
  /// The pixel that its origin is in, from the list's corner.
  let x: Int
  let y: Int
  let color: Color

  func hash(into hasher: inout Hasher) {
    hasher.combine(key.mixed ^ UInt64(truncatingIfNeeded: x &<< 32 ^ y))
  }
}

/// A step of drawing a display list, the parts of texts apart.
///
/// Two pieces that are the same change the same pixels in the same way, whatever is below.
private enum DisplayPiece {
  /// A command that is no text and no group.
  case command(DisplayCommand)
  /// Steps that are drawn as one.
  case group(DisplayGroup)
  /// A colour behind a text, or a line under, over or through it, from the layout's corner.
  case fill(DisplayShape, Color)
  case line(TextDecorationLine, LineAxes, origin: Point)
  /// Glyphs, from the layout's corner.
  case run(GlyphRun, origin: Point)

  /// Steps from back to front, as the canvas draws them.
  static func pieces(of commands: [DisplayCommand], _ scale: PixelScale) -> [DisplayPiece] {
    var pieces: [DisplayPiece] = []
    for command in commands {
      switch command {
      case .text(let layout, let origin):
        if layout.isRich {
          pieces += Self.pieces(of: layout.inlineCommands(at: origin, scale: scale), scale)
        }
        append(layout, origin, to: &pieces)
      case .group(let group): pieces.append(.group(group))
      default: pieces.append(.command(command))
      }
    }
    return pieces
  }

  private static func append(
    _ layout: TextLayout, _ origin: Point, to pieces: inout [DisplayPiece]
  ) {
    let lines = layout.decorationLines
    let axes = layout.axes
    for background in layout.backgrounds {
      let frame = axes.page(background.frame).offset(x: origin.x, y: origin.y)
      pieces.append(.fill(DisplayShape(frame), background.color))
    }
    for line in lines where line.decoration.position != .strikethrough {
      pieces.append(.line(line, axes, origin: origin))
    }
    for run in layout.glyphRuns { pieces.append(.run(run, origin: origin)) }
    for line in lines where line.decoration.position == .strikethrough {
      pieces.append(.line(line, axes, origin: origin))
    }
  }

  /// Whether both are the same for certain.
  func isSame(as other: DisplayPiece) -> Bool {
    switch (self, other) {
    case (.run(let one, let place), .run(let other, let otherPlace)):
      place == otherPlace && one.looksLike(other)
    case (.line(let one, let axes, let place), .line(let other, let otherAxes, let otherPlace)):
      place == otherPlace && axes == otherAxes && one == other
    case (.fill(let one, let color), .fill(let other, let otherColor)):
      one == other && color == otherColor
    case (.group(let one), .group(let other)): one.isSame(as: other)
    case (.command(let one), .command(let other)): one.isSame(as: other)
    default: false
    }
  }

  /// Whether both are groups with the same opacity and clip, whatever is in them.
  func hasSameFrame(as other: DisplayPiece) -> Bool {
    guard case .group(let one) = self, case .group(let other) = other else { return false }
    return one.hasSameFrame(as: other)
  }
}

// Whether steps draw the same for certain. Images of one name are taken to have the same pixels.

extension DisplayCommand {
  func isSame(as other: DisplayCommand) -> Bool {
    switch (self, other) {
    case (.fill(let one, let paint), .fill(let other, let otherPaint)):
      one == other && paint == otherPaint
    case (.border(let one, let border), .border(let other, let otherBorder)):
      one == other && border == otherBorder
    case (.shadow(let one, let shadow), .shadow(let other, let otherShadow)):
      one == other && shadow == otherShadow
    case (.text(let one, let place), .text(let other, let otherPlace)):
      place == otherPlace && one.looksLike(other)
    case (.textShadow(let one, let place, let shadow), .textShadow(let other, let to, let cast)):
      place == to && shadow == cast && one.looksLike(other)
    case (
      .image(let one, let shape, let mode, let tint),
      .image(let other, let box, let otherMode, let otherTint)
    ):
      one == other && shape == box && mode == otherMode && tint == otherTint
    case (.group(let one), .group(let other)): one.isSame(as: other)
    default: false
    }
  }
}

extension DisplayGroup {
  func isSame(as other: DisplayGroup) -> Bool {
    hasSameFrame(as: other) && commands.count == other.commands.count
      && isTooDeep == other.isTooDeep
      && zip(commands, other.commands).allSatisfy { $0.isSame(as: $1) }
  }

  /// Whether both have the same opacity and clip, whatever is in them.
  func hasSameFrame(as other: DisplayGroup) -> Bool {
    opacity == other.opacity && clip == other.clip
  }
}

extension TextLayout {
  fileprivate func looksLike(_ other: TextLayout) -> Bool {
    let (runs, others) = (glyphRuns, other.glyphRuns)
    return backgrounds == other.backgrounds && decorationLines == other.decorationLines
      && axes == other.axes && hasSameBoxes(as: other)
      && runs.count == others.count && zip(runs, others).allSatisfy { $0.looksLike($1) }
  }
}

extension TextLayout {
  /// Whether boxes and attachments draw the same.
  private func hasSameBoxes(as other: TextLayout) -> Bool {
    guard isRich || other.isRich else { return true }
    let (commands, others) = (inlineCommands(), other.inlineCommands())
    return commands.count == others.count
      && zip(commands, others).allSatisfy { $0.isSame(as: $1) }
  }
}

/// Pairs of elements of two sequences that are the same and in the same order in both.
enum CommonSequence {
  /// Two elements by their places.
  typealias Pair = (old: Int, new: Int)

  /// The most comparisons of elements that cannot be hashed: some tens of microseconds.
  private static let maximumComparisons = 4096

  /// The longest common sequence of the elements between a common start and a common end; only
  /// start and end where those between are too many.
  ///
  /// - Complexity: O(n) comparisons where few differ, at most `maximumComparisons` more.
  static func pairs<Element>(
    _ old: [Element], _ new: [Element], isSame: (Element, Element) -> Bool
  ) -> [Pair] {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { !isSame(old[$0], new[$0]) } ?? shorter
    let end =
      (0..<shorter - start).first {
        !isSame(old[old.count - 1 - $0], new[new.count - 1 - $0])
      } ?? shorter - start
    let middle = pairs(
      start..<old.count - end, start..<new.count - end, old, new, isSame)
    return (0..<start).map { ($0, $0) } + middle
      + (0..<end).map { (old.count - end + $0, new.count - end + $0) }
  }

  /// By the table of the lengths of longest common sequences, R. Wagner and M. Fischer, The
  /// string-to-string correction problem, JACM 21 (1974).
  private static func pairs<Element>(
    _ olds: Range<Int>, _ news: Range<Int>, _ old: [Element], _ new: [Element],
    _ isSame: (Element, Element) -> Bool
  ) -> [Pair] {
    guard !olds.isEmpty, !news.isEmpty, olds.count * news.count <= maximumComparisons else {
      return []
    }
    let width = news.count + 1
    var lengths = [Int](repeating: 0, count: (olds.count + 1) * width)
    var matches = [Bool](repeating: false, count: olds.count * news.count)
    for row in (0..<olds.count).reversed() {
      for column in (0..<news.count).reversed() {
        let place = row * width + column
        let matched = isSame(old[olds.lowerBound + row], new[news.lowerBound + column])
        matches[row * news.count + column] = matched
        lengths[place] =
          matched
          ? lengths[place + width + 1] + 1 : max(lengths[place + 1], lengths[place + width])
      }
    }
    var pairs: [Pair] = []
    var (row, column) = (0, 0)
    while row < olds.count, column < news.count {
      if matches[row * news.count + column] {
        pairs.append((olds.lowerBound + row, news.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[row * width + column + 1] >= lengths[(row + 1) * width + column] {
        column += 1
      } else {
        row += 1
      }
    }
    return pairs
  }

  /// The stretches of both sequences that lie between pairs, and at the ends.
  static func between<Element>(
    _ pairs: [Pair], _ old: [Element], _ new: [Element]
  ) -> [(old: ArraySlice<Element>, new: ArraySlice<Element>)] {
    var (oldStart, newStart) = (0, 0)
    var stretches: [(old: ArraySlice<Element>, new: ArraySlice<Element>)] = []
    for pair in pairs + [(old.count, new.count)] {
      if oldStart < pair.old || newStart < pair.new {
        stretches.append((old[oldStart..<pair.old], new[newStart..<pair.new]))
      }
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
    return stretches
  }

  /// A common sequence of elements of which most occur once: each is paired with its next
  /// occurrence, and of those pairs the longest rising sequence is kept.
  ///
  /// - Complexity: O(n log n).
  static func pairs<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Pair] {
    var places: [Element: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    var candidates: [Pair] = []
    for index in new.indices {
      if let place = places[new[index]]?.popLast() { candidates.append((place, index)) }
    }
    return rising(candidates)
  }

  /// The longest sequence in which old places rise, too; new ones do already (C. Schensted, 1961).
  private static func rising(_ candidates: [Pair]) -> [Pair] {
    /// The candidates that end the best sequence of each length, and each one's predecessor.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: candidates.count)
    for index in candidates.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[ends[middle]].old < candidates[index].old {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var pairs: [Pair] = []
    var index = ends.last ?? -1
    while index >= 0 {
      pairs.append(candidates[index])
      index = before[index]
    }
    return pairs.reversed()
  }
}
