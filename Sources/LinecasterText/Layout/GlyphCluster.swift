package import LinecasterBase
import LinecasterFonts

/// Glyphs of a run that represent the same text: a letter and its marks, or a ligature.
package struct GlyphCluster: Hashable, Sendable {
  /// The indices of its glyphs in the run, in visual order.
  package let glyphs: Range<Int>
  /// The laid-out text, without characters that only control layout, for example soft hyphens, and
  /// without white space that the line hides.
  package let text: String
  /// The text that its glyphs are drawn for: `text` with the kashidas of a justified line, or the
  /// hyphen that a line ends with.
  package var drawnText: String
  /// Whether its text starts a grapheme.
  package var startsGrapheme = true
}

extension GlyphRun {
  /// The clusters of its glyphs, from left to right, for file formats that keep text.
  ///
  /// - Complexity: O(glyphs + units of their text).
  package var clusters: [GlyphCluster] {
    var groups: [(glyphs: Range<Int>, start: Int)] = []
    for (index, glyph) in glyphs.enumerated() {
      let start = Int(glyph.cluster)
      if let last = groups.last, last.start == start {
        groups[groups.count - 1].glyphs = last.glyphs.lowerBound..<index + 1
      } else {
        groups.append((index..<index + 1, start))
      }
    }
    if isToken { return groups.indices.map { tokenCluster(groups[$0].glyphs, isFirst: $0 == 0) } }
    let kashida = kashidaGlyph
    return groups.indices.map { index in
      let (glyphs, start) = groups[index]
      let next = index + (isRightToLeft ? -1 : 1)
      let end = groups.indices.contains(next) ? groups[next].start : start
      let text =
        end > start ? shown(start..<end) : shown(start..<lastEnd(from: start), isLast: true)
      return GlyphCluster(
        glyphs: glyphs, text: text, drawnText: text + kashidas(of: kashida, in: glyphs, text),
        startsGrapheme: !paragraph.boundaries.indices.contains(start)
          || paragraph.boundaries[start].contains(.grapheme))
    }
  }

  /// The features its text was shaped with; the last one of a tag wins.
  package var features: [FontFeature] {
    let upright = isUpright && axes.writingMode.isVertical ? [FontFeature("vert")] : []
    return upright + style.caps.features + style.numerals.features + style.features
  }

  /// Whether letter spacing or justification puts space between the letters of words.
  package var spreadsLetters: Bool {
    style.letterSpacing > 0
      || ownGlyphs != nil && paragraph.style.justification == .interCharacter
  }

  /// Returns a cluster of a token: the first one has the text of all.
  private func tokenCluster(_ glyphs: Range<Int>, isFirst: Bool) -> GlyphCluster {
    guard isFirst else { return GlyphCluster(glyphs: glyphs, text: "", drawnText: "") }
    let drawn = String(units: tokenText[...])
    return GlyphCluster(
      glyphs: glyphs, text: Self.ellipses.contains(drawn) ? drawn : Self.hyphen, drawnText: drawn)
  }

  /// The text of a hyphen at a line end inside a word.
  private static let hyphen = "\u{AD}"
  private static let ellipses: Set = ["\u{2026}", "..."]
  private static let kashida: Unicode.Scalar = "\u{640}"
  /// The maximum number of units in a cluster without an end.
  private static let longest = 64

  /// The glyph of a kashida, if the line may have some that are not in its text.
  private var kashidaGlyph: UInt32? {
    guard isRightToLeft, ownGlyphs != nil, paragraph.style.justification == .kashida else {
      return nil
    }
    let alone = shapedAlone(String(Self.kashida)).glyphs
    return alone.count == 1 ? alone[0] : nil
  }

  /// Returns the kashidas of a cluster that are not in its text.
  private func kashidas(of kashida: UInt32?, in cluster: Range<Int>, _ text: String) -> String {
    guard let kashida, cluster.count > 1 else { return "" }
    let first = glyphs.startIndex
    let all = cluster.count { UInt32(glyphs[first + $0].identifier) == kashida }
    // A kashida with a mark is another character, but the same scalar.
    let written = text.unicodeScalars.count { $0 == Self.kashida }
    return String(repeating: String(Self.kashida), count: max(0, all - written))
  }

  /// Returns the end of the text of the run's last cluster.
  private func lastEnd(from start: Int) -> Int {
    let limit = min(units.upperBound, text.count, start + Self.longest)
    guard start >= 0, start < limit else { return start }
    var end = start + 1
    while end < limit, styleIndex(at: end) == styleIndex { end += 1 }
    return end
  }

  /// Returns the text of some units without invisible characters.
  private func shown(_ range: Range<Int>, isLast: Bool = false) -> String {
    let range = range.clamped(to: text.indices)
    var scalars = String(units: text.slice(range)).unicodeScalars.filter {
      !Self.isHidden($0.value)
    }
    while isLast, scalars.count > 1, scalars.last?.properties.isWhitespace == true {
      scalars.removeLast()
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether a scalar only controls layout: soft hyphens, break opportunities, directions,
  /// attachments and line terminators.
  private static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0: scalar != 0x09
    case 0xAD, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF, 0xFFFC:
      true
    default: false
    }
  }
}

/// Glyphs of a text by itself, as programs shape it that read the text again.
package struct LoneText: Sendable {
  /// The glyph numbers, in visual order.
  package let glyphs: [UInt32]
  /// The origins of the glyphs from the left end of the text on its baseline, in layout points of
  /// the run's line.
  package let origins: [Point]
  /// The sum of the advances, in layout points.
  package let width: Double
}

extension GlyphRun {
  /// Shapes a text with the face, features and direction of the run, without text around it and
  /// without added spacing.
  ///
  /// - Complexity: That of `hb_shape`.
  package func shapedAlone(_ text: String) -> LoneText {
    let shaped = shapeAlone(Array(text.utf16))
    let scale = scale
    var advance = 0
    let origins = shaped.map { glyph in
      defer { advance += Int(glyph.advance) }
      let place = self.origin(of: glyph, after: advance, scale: scale)
      return Point(x: place.x - origin.x, y: place.y - origin.y)
    }
    return LoneText(
      glyphs: shaped.map { UInt32($0.identifier) }, origins: origins,
      width: Double(advance) * scale)
  }

  /// Returns the glyphs of a text shaped by itself, in visual order.
  private func shapeAlone(_ text: [UInt16]) -> [ShapedGlyph] {
    let runs = paragraph.runs
    let index = isToken ? runs.count : paragraph.runIndex(containing: units.lowerBound)
    let script = runs.indices.contains(index) ? runs[index].item.script : .common
    return paragraph.workers.withWorker { worker in
      let plan = worker.plan(face, script, isRightToLeft ? .rightToLeft : .leftToRight, style)
      let glyphs = GlyphBuffer()
      text.withUnsafeBufferPointer {
        worker.tools.buffer.shape(
          HarfBuzzBuffer.Stretch(text: $0, context: $0.indices, range: $0.indices), by: plan,
          into: glyphs)
      }
      if isRightToLeft { glyphs.reverse(from: 0) }
      paragraph.workers.counters.add(paragraphs: 0, glyphs: glyphs.count, shapeCalls: 1)
      return Array(glyphs.all)
    }
  }
}
