import Linecaster

/// The nearest caret for each pointer position over the texts of a page, from `TextLayout`: the
/// stretches of each line, with one caret each.
struct CaretMap {
  /// The part of a line with the same nearest caret.
  struct Stretch {
    /// The end along the line, in layout points from the layout's left edge.
    var end: Double
    let caret: Caret
  }

  /// A line, with its extent across in layout points from the layout's top edge.
  struct Line {
    let top: Double
    let bottom: Double
    let stretches: [Stretch]
  }

  /// The lines of each text, in order; `nil` for omitted texts.
  let texts: [[Line]?]
  /// The number of texts that are omitted because of their length.
  var leftOutCount: Int { texts.count { $0 == nil } }

  /// The maximum UTF-16 units of texts with carets on a page.
  static let unitLimit = 20_000

  /// Queries the layouts in order, up to the limit of units.
  ///
  /// - Complexity: O(units of the texts kept · log units).
  init(_ texts: [PageAnatomy.PlacedText], unitLimit: Int = CaretMap.unitLimit) {
    var room = unitLimit
    self.texts = texts.map { text in
      let units = text.layout.lines.reduce(0) { $0 + $1.utf16Range.count + 1 }
      guard units <= room else { return nil }
      room -= units
      return text.layout.lines.indices.map { Self.line($0, of: text.layout) }
    }
  }

  private static func line(_ index: Int, of layout: TextLayout) -> Line {
    let frame = layout.lines[index].frame
    var stretches: [Stretch] = []
    /// Adds a stretch with the caret nearest to its middle.
    func add(from start: Double, to end: Double) {
      let point = Point(x: (start + end) / 2, y: frame.minY + frame.height / 2)
      let caret = layout.caret(nearest: point)
      if let last = stretches.last, last.caret == caret {
        stretches[stretches.count - 1].end = end
      } else {
        stretches.append(Stretch(end: end, caret: caret))
      }
    }
    let places = layout.graphemes(ofLine: index).filter { $0.width > 0 }.sorted { $0.x < $1.x }
    let left = places.first?.x ?? frame.minX
    add(from: left - 2, to: left)
    for place in places {
      add(from: place.x, to: place.x + place.width / 2)
      add(from: place.x + place.width / 2, to: place.x + place.width)
    }
    let right = places.last.map { $0.x + $0.width } ?? frame.maxX
    add(from: right, to: right + 2)
    return Line(top: frame.minY, bottom: frame.maxY, stretches: stretches)
  }
}
