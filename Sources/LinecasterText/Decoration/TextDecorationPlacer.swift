package import LinecasterBase
import LinecasterFonts

/// Places backgrounds and decoration lines of text.
///
/// Sizes and offsets come from the style's first face, so a line stays straight if other faces draw
/// some characters.
struct TextDecorationPlacer {
  private(set) var lines: [TextDecorationLine] = []
  private(set) var backgrounds: [TextBackground] = []
  private var skipper = InkSkipper()

  /// Adds the decorations of a run; runs come from left to right, and adjoining parts are merged.
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

  /// Sorts the gaps of all lines.
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
    // The last line of the same kind may be a few entries back, because a run may have several
    // lines.
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
  /// The middle of the letters, in layout points from the layout's top edge, in vertical text with
  /// a central baseline; `nil` otherwise.
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
  /// Whether the underline is on the right in vertical text.
  fileprivate var isUnderlinedOver: Bool {
    guard let language = exactLanguage?.string.utf8.prefix(3) else { return false }
    return ["ja", "ko"].contains { $0.utf8.elementsEqual(language.prefix(2)) }
      && (language.count < 3 || language.last == UInt8(ascii: "-"))
  }
}

extension Rect {
  /// The union if the other rectangle continues at the right edge at the same height; else `nil`.
  fileprivate func joined(_ next: Rect) -> Rect? {
    guard minY == next.minY, size.height == next.size.height, abs(maxX - next.minX) < 1e-6 else {
      return nil
    }
    return Rect(x: minX, y: minY, width: next.maxX - minX, height: size.height)
  }
}

extension PreparedParagraph {
  /// Whether any style of the text, its annotations or its token has decorations or a background.
  var isDecorated: Bool {
    styles.contains { $0.style.background != nil || !$0.style.decorations.isEmpty }
      || truncationToken?.isDecorated ?? false
      || flow?.rubies.contains { $0.ruby.annotation.isDecorated } ?? false
  }
}

extension TextLayout {
  /// The decoration lines of the text, in the order of its lines.
  ///
  /// - Complexity: O(glyphs with decorations + runs), on each access; O(1) if no style has
  ///   decorations.
  public var decorationLines: [TextDecorationLine] { placer.lines }

  /// The background colours of the text, in the order of its lines.
  ///
  /// - Complexity: O(runs), on each access; O(1) if no style has a background.
  public var backgrounds: [TextBackground] { placer.backgrounds }

  /// Returns the decoration lines and backgrounds.
  ///
  /// - Throws: `CancellationError` if the scope is cancelled; it is checked at once and then
  ///   several times a millisecond.
  package func decorations(
    _ scope: WorkScope
  ) throws(CancellationError) -> (backgrounds: [TextBackground], lines: [TextDecorationLine]) {
    guard paragraph.isDecorated else { return ([], []) }
    try scope.checkCancellation()
    let placer = try placer(scope)
    return (placer.backgrounds, placer.lines)
  }

  private var placer: TextDecorationPlacer {
    WorkScope.finish { scope throws(CancellationError) in try placer(scope) }
  }

  private func placer(_ scope: WorkScope) throws(CancellationError) -> TextDecorationPlacer {
    var placer = TextDecorationPlacer()
    guard paragraph.isDecorated else { return placer }
    for line in lines.indices {
      for run in glyphRuns(ofLine: line) {
        placer.place(run)
        try scope.pass(run.glyphCount * Self.stepsPerGlyph)
      }
    }
    placer.finish()
    return placer
  }

  /// The approximate cost of skipping ink of a glyph's outline, in steps.
  private static var stepsPerGlyph: Int { 4_096 }
}
