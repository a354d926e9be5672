import LinecasterFonts
import LinecasterGeometry

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
      $0.decoration == line.decoration && $0.color == line.color
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
    let isThrough = decoration.position == .strikethrough
    let asked = isThrough ? metrics.strikethroughThickness : metrics.underlineThickness
    let thickness = decoration.drawnThickness ?? asked * scale
    let top =
      switch decoration.position {
      case .underline: metrics.underlineOffset * scale
      // Another thickness grows to both sides of the middle.
      case .strikethrough: (thickness - asked * scale) / -2 - metrics.strikethroughOffset * scale
      case .overline: -metrics.ascent * scale
      }
    guard !run.axes.writingMode.isVertical else {
      return verticalLine(decoration, run, face, top: top, thickness: thickness)
    }
    return TextDecorationLine(
      decoration: decoration, color: decoration.color ?? run.color,
      frame: Rect(x: run.origin.x, y: run.origin.y + top, width: run.width, height: thickness))
  }

  /// A line beside letters of a line that runs downwards: where its baseline goes through the
  /// middle of the letters, outside of them.
  ///
  /// - Parameter top: How far below the baseline of horizontal text it would be.
  private func verticalLine(
    _ decoration: TextDecoration, _ run: GlyphRun, _ face: FontFace, top: Double,
    thickness: Double
  ) -> TextDecorationLine {
    let flips = run.axes.writingMode.flipsLines
    var isOver = decoration.position == .overline
    var distance = top
    if run.centre(face) != nil {
      if decoration.position != .strikethrough, run.style.isUnderlinedOver { isOver.toggle() }
      let letters = LineBox(contentOf: face, size: run.size, isCentral: true)
      distance =
        decoration.position == .strikethrough
        ? -thickness / 2 : isOver ? -letters.ascent - thickness : letters.descent
    }
    let baseline = run.centre(face) ?? run.origin.y
    return TextDecorationLine(
      decoration: decoration, color: decoration.color ?? run.color,
      frame: Rect(
        x: run.origin.x, y: flips ? baseline - distance - thickness : baseline + distance,
        width: run.width, height: thickness),
      isAbove: isOver != flips)
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

extension TextDecoration {
  /// The thickness asked for; what is not a finite number above 0 is left to the font.
  fileprivate var drawnThickness: Double? {
    guard let thickness, thickness > 0, thickness.isFinite else { return nil }
    return min(thickness, Limit.textSize)
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
  public var decorationLines: [TextDecorationLine] { decorations(.never).lines }

  /// The colours behind the text, in the order of its lines.
  ///
  /// - Complexity: O(runs); made again each time. At once where no style has a background.
  public var backgrounds: [TextBackground] { decorations(.never).backgrounds }

  /// Both, unless finding them is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked at once and then
  ///   several times a millisecond.
  package func decorations(
    isCancelled: () -> Bool
  ) throws(CancellationError) -> (backgrounds: [TextBackground], lines: [TextDecorationLine]) {
    guard paragraph.isDecorated else { return ([], []) }
    let placer = try Checkpoint.run(isCancelled) { checkpoint throws(CancellationError) in
      try decorations(checkpoint)
    }
    return (placer.backgrounds, placer.lines)
  }

  private func decorations<Failure>(
    _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> TextDecorationPlacer {
    var placer = TextDecorationPlacer()
    guard paragraph.isDecorated else { return placer }
    for line in lines.indices {
      for run in glyphRuns(ofLine: line) {
        placer.place(run)
        try checkpoint.pass(run.glyphCount * Self.stepsOfAGlyph)
      }
    }
    placer.finish()
    return placer
  }

  /// About what a glyph costs whose outline a line is to skip.
  private static var stepsOfAGlyph: Int { 4_096 }
}
