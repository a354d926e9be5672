import LinecasterBase
import LinecasterFonts

/// Places what is drawn behind, under, through and over the text of lines.
///
/// Sizes and distances are those of a style's first face, so that a line goes straight on where
/// other faces draw some of the characters.
struct TextDecorationPlacer {
  private(set) var lines: [TextDecorationLine] = []
  private(set) var backgrounds: [TextBackground] = []
  private var skipper = InkSkipper()

  /// Adds what the runs of a line have, from left to right; what touches is put together.
  mutating func place(_ run: GlyphRun) {
    let style = run.style
    guard style.background != nil || !style.decorations.isEmpty else { return }
    let face = run.firstFace
    if let color = style.background { add(background(run, face, color)) }
    for decoration in style.decorations {
      var line = line(decoration, run, face)
      if !run.axes.writingMode.isVertical {
        line.gaps = skipper.gaps(in: line, for: run, text: run.text)
      }
      add(line)
    }
  }

  /// Puts the gaps of all lines in order.
  mutating func finish() {
    for index in lines.indices { lines[index].settleGaps() }
  }

  private mutating func add(_ background: TextBackground) {
    if let last = backgrounds.last, last.color == background.color,
      let joined = last.frame.joined(background.frame)
    {
      backgrounds[backgrounds.count - 1].frame = joined
    } else {
      backgrounds.append(background)
    }
  }

  private mutating func add(_ line: TextDecorationLine) {
    // The last line of the same kind may stand some places back, since a run may have several.
    let known = lines.suffix(TextDecoration.Position.allCases.count * 2).lastIndex {
      $0.decoration == line.decoration && $0.color == line.color && $0.anchor == line.anchor
        && $0.frame.joined(line.frame) != nil
    }
    if let known, let joined = lines[known].frame.joined(line.frame) {
      lines[known].frame = joined
      lines[known].gaps += line.gaps
    } else {
      lines.append(line)
    }
  }

  private func background(_ run: GlyphRun, _ face: FontFace, _ color: Color) -> TextBackground {
    let centre = run.centre(face)
    let box = LineBox(
      face: face, size: run.size, lineHeight: .normal, isCentral: centre != nil)
    let over = run.axes.writingMode.flipsLines ? box.descent : box.ascent
    return TextBackground(
      color: color,
      frame: Rect(
        x: run.origin.x, y: (centre ?? run.origin.y) - over, width: run.width,
        height: box.height))
  }

  private func line(
    _ decoration: TextDecoration, _ run: GlyphRun, _ face: FontFace
  ) -> TextDecorationLine {
    let metrics = face.metrics
    let scale = run.size / Double(metrics.unitsPerEm)
    let centre = run.centre(face)
    let anchor = DecorationAnchor(
      origin: centre ?? run.origin.y, isCentral: centre != nil,
      edge: edge(of: decoration, run, isCentral: centre != nil), size: run.size,
      ascent: metrics.ascent * scale, descent: metrics.descent * scale,
      isFlipped: run.axes.writingMode.flipsLines)
    return TextDecorationLine(
      decoration: decoration, color: decoration.color ?? run.color,
      x: run.origin.x, width: run.width, anchor: anchor)
  }

  private func edge(
    of decoration: TextDecoration, _ run: GlyphRun, isCentral: Bool
  ) -> DecorationAnchor.Edge {
    let isUnderlinedOver = isCentral && run.style.isUnderlinedOver
    return switch decoration.position {
    case .underline: !isCentral ? .baseline : isUnderlinedOver ? .overEm : .underEm
    case .strikethrough: .through
    case .overline: isUnderlinedOver ? .underEm : .ascent
    }
  }
}

extension GlyphRun {
  /// The middle of the letters, in layout points from the layout's top edge, on lines that run
  /// downwards and whose baseline goes through it; nil for others.
  ///
  /// - Parameter face: The first face of the run's style.
  fileprivate func centre(_ face: FontFace) -> Double? {
    guard axes.writingMode.isVertical, style.orientation != .sideways else { return nil }
    guard !isUpright else { return origin.y }
    let size = style.drawnSize
    let rise =
      LineBox(contentOf: face, size: size).ascent
      - LineBox(contentOf: face, size: size, isCentral: true).ascent
    return origin.y + (axes.writingMode.flipsLines ? rise : -rise)
  }
}

extension TextStyle {
  /// Whether on lines that run downwards what is under the text stands at its right.
  fileprivate var isUnderlinedOver: Bool {
    guard let language = exactLanguage?.string.utf8.prefix(3) else { return false }
    return ["ja", "ko"].contains { $0.utf8.elementsEqual(language.prefix(2)) }
      && (language.count < 3 || language.last == UInt8(ascii: "-"))
  }
}

extension Rect {
  /// Both in one, where the other goes on at the right edge at the same height.
  fileprivate func joined(_ next: Rect) -> Rect? {
    guard minY == next.minY, size.height == next.size.height, abs(maxX - next.minX) < 1e-6 else {
      return nil
    }
    return Rect(x: minX, y: minY, width: next.maxX - minX, height: size.height)
  }
}

extension PreparedParagraph {
  /// Whether a style of the text, of its annotations or of its token has decorations or a
  /// background.
  var isDecorated: Bool {
    styles.contains { $0.style.background != nil || !$0.style.decorations.isEmpty }
      || truncationToken?.isDecorated ?? false
      || flow?.rubies.contains { $0.ruby.annotation.isDecorated } ?? false
  }
}

extension TextLayout {
  /// The lines under, through and over the text, in the order of the text's lines.
  ///
  /// - Complexity: O(glyphs with decorations + runs); made again each time. At once where no style
  ///   has decorations.
  public var decorationLines: [TextDecorationLine] { decorations.lines }

  /// The colours behind the text, in the order of its lines.
  ///
  /// - Complexity: O(runs); made again each time. At once where no style has a background.
  public var backgrounds: [TextBackground] { decorations.backgrounds }

  /// Both, unless finding them is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked at once and then
  ///   several times a millisecond.
  package func decorations(
    isCancelled: () -> Bool
  ) throws(CancellationError) -> (backgrounds: [TextBackground], lines: [TextDecorationLine]) {
    guard paragraph.isDecorated else { return ([], []) }
    let placer = try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      try decorations(scope)
    }
    return (placer.backgrounds, placer.lines)
  }

  private var decorations: TextDecorationPlacer {
    WorkScope.finish { scope throws(CancellationError) in try decorations(scope) }
  }

  private func decorations(
    _ scope: WorkScope
  ) throws(CancellationError) -> TextDecorationPlacer {
    var placer = TextDecorationPlacer()
    guard paragraph.isDecorated else { return placer }
    for line in lines.indices {
      for run in glyphRuns(ofLine: line) {
        placer.place(run)
        try scope.pass(run.glyphCount * Self.stepsOfAGlyph)
      }
    }
    placer.finish()
    return placer
  }

  /// About what a glyph costs whose outline a line is to skip.
  private static var stepsOfAGlyph: Int { 4_096 }
}
