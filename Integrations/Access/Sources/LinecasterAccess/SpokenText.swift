import Linecaster

/// A text in code points, the unit of AT-SPI, with its lines for geometry.
///
/// Attachments are U+FFFC, as for embedded objects in AT-SPI.
struct SpokenText {
  /// The maximum number of code points.
  static let limit = 100_000

  /// The text, without NUL characters.
  let string: String
  /// The start of each code point and the end of the last one, in UTF-16 units.
  private let starts: [Int]
  private let layout: TextLayout
  /// The frame of the text, in layout points from the corner of the viewport.
  private let frame: Rect

  init(_ text: PlacedText, frame: Rect) {
    layout = text.layout
    self.frame = frame
    string = Self.spoken(Self.units(of: text.layout), limit: Self.limit)
    var starts = [0]
    for scalar in string.unicodeScalars { starts.append((starts.last ?? 0) + scalar.utf16.count) }
    self.starts = starts
  }

  /// Makes a string safe for C: truncated at a limit, with U+FFFD for NUL.
  static func spoken(_ string: String, limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in string.unicodeScalars.prefix(limit) {
      scalars.append(scalar.value == 0 ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// Returns the text of a layout, including the part that an ellipsis hides.
  private static func units(of layout: TextLayout) -> String {
    let plain = layout.text(from: 0, to: .max)
    let places = layout.attachmentPlaces.map(\.utf16Offset)
    guard !places.isEmpty else { return plain }
    var units = Array(plain.utf16)
    // The characters of a token behind the text are left out.
    let ends = layout.lines.flatMap { line in
      [line.utf16Range, line.hiddenUTF16Range, line.resumedUTF16Range].compactMap { $0?.upperBound }
    }
    let count = ends.max() ?? 0
    for place in Set(places).sorted() where units.count < count && place <= units.count {
      units.insert(0xFFFC, at: place)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The number of code points.
  var count: Int { starts.count - 1 }

  private func utf16(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<count)
    return starts[range.lowerBound]..<starts[range.upperBound]
  }

  /// Returns the code point that contains a UTF-16 unit.
  private func codePoint(atUTF16 offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func codePoints(_ range: Range<Int>) -> Range<Int> {
    let start = codePoint(atUTF16: range.lowerBound)
    return start..<max(start, codePoint(atUTF16: range.upperBound))
  }

  /// Returns the frame of a range of code points, in layout points from the corner of the viewport;
  /// the caret for an empty range.
  func frame(of range: Range<Int>) -> Rect {
    let units = utf16(range)
    let rectangles = units.isEmpty ? [] : layout.rectangles(for: units)
    let box = rectangles.dropFirst().reduce(rectangles.first) { $0?.union($1) }
    let place = layout.axes.page(box ?? layout.caret(at: units.lowerBound).frame)
    return place.offset(x: frame.minX, y: frame.minY)
  }

  /// Returns the code point at a point from the corner of the viewport; `nil` outside the text.
  func offset(at point: Point) -> Int? {
    guard frame.holds(point) else { return nil }
    let local = layout.axes.layout(point.offset(x: -frame.minX, y: -frame.minY))
    let nearest = layout.caret(nearest: local)
    let before = layout.nextCaret(from: nearest, by: .grapheme(.backward))
    // The caret nearest to the right half of a grapheme is the one behind it.
    if let before, before.utf16Offset < nearest.utf16Offset,
      layout.rectangles(for: before.utf16Offset..<nearest.utf16Offset)
        .contains(where: { $0.holds(local) })
    {
      return codePoint(atUTF16: before.utf16Offset)
    }
    return codePoint(atUTF16: nearest.utf16Offset)
  }

  /// Returns the line of a code point; for hidden text, the line before it.
  func line(at offset: Int) -> Range<Int> {
    let line = layout.line(at: unit(ofCodePoint: offset))
    return codePoints(layout.lines[line].utf16Range)
  }

  /// Returns the word at a code point, with the white space that follows.
  func word(at offset: Int) -> Range<Int> {
    let word = layout.word(at: unit(ofCodePoint: offset))
    let next = layout.word(at: word.upperBound)
    let isSpace = layout.text(from: next.lowerBound, to: next.upperBound)
      .unicodeScalars.allSatisfy(\.properties.isWhitespace)
    let end = isSpace ? max(word.upperBound, next.upperBound) : word.upperBound
    return codePoints(word.lowerBound..<end)
  }

  private func unit(ofCodePoint offset: Int) -> Int { starts[min(max(0, offset), count)] }
}

extension Rect {
  fileprivate func holds(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
