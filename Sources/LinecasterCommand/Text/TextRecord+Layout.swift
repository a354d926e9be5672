import Linecaster

extension TextRecord {
  /// Lays a case out and says what came of it.
  init(_ item: TextCase, typesetter: Typesetter) throws(InputFailure) {
    let input = item.input
    let families = typesetter.fonts.familyNames
    let prepared = typesetter.prepare(try input.paragraph(families: families))
    let maximum = prepared.maxContentWidth
    let width = input.width ?? maximum
    let layout = prepared.layout(width: width)
    let offsets = UTF8Offsets(input.text)
    let graphemes = layout.graphemes
    self.init(id: item.id)
    lines = Self.lines(of: layout, graphemes, input.text, offsets)
    height = Self.rounded(layout.size.height)
    maxContent = Self.rounded(maximum)
    minContent = Self.rounded(prepared.minContentWidth)
    self.graphemes = graphemes.map { place in
      [
        Double(offsets[place.utf16Range.lowerBound]), Self.rounded(place.x),
        Self.rounded(place.width),
      ]
    }
    let missing = layout.missingCharacters
    if !missing.isEmpty { self.missing = missing.map { String(Character($0)) } }
    if let cut = try input.cutParagraph(families: families),
      let hidden = typesetter.prepare(cut).layout(width: width).hiddenUTF16Range
    {
      shownTo16 = hidden.lowerBound
      shownTo8 = offsets[hidden.lowerBound]
    }
  }

  private static func lines(
    of layout: TextLayout, _ graphemes: [GraphemePlace], _ text: String, _ offsets: UTF8Offsets
  ) -> [LineRecord] {
    let units = Array(text.utf16)
    var rest = graphemes[...]
    return layout.lines.enumerated().map { index, line in
      let places = rest.prefix { $0.line == index }
      rest = rest.dropFirst(places.count)
      let start = line.utf16Range.lowerBound
      let width = LineExtent(places, units).width(of: line, units)
      return LineRecord(start8: offsets[start], start16: start, width: rounded(width))
    }
  }

  /// In ten thousandths of a layout point, which is less than anyone measures.
  private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
