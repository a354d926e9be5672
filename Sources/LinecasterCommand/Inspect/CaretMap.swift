import Linecaster

/// Where carets stand for a pointer over the texts of a page, as `TextLayout` answers: for each
/// line stretches along it, each with the caret that is nearest there.
struct CaretMap {
  /// The part of a line for which one caret is the nearest.
  struct Stretch {
    /// Where it ends along the line, in layout points from the layout's left edge.
    var end: Double
    let caret: Caret
  }

  /// A line, in layout points across it from the layout's top edge.
  struct Line {
    let top: Double
    let bottom: Double
    let stretches: [Stretch]
  }

  /// The lines of each text, in the order of the texts; nil for those that are left out.
  let texts: [[Line]?]
  /// How many texts are left out since they are too long.
  var leftOutCount: Int { texts.count { $0 == nil } }

  /// The most UTF-16 units of the texts of a page whose carets are kept.
  static let unitLimit = 20_000

  /// Asks the layouts, in their order as long as there is room.
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
    /// Adds a stretch with the caret that is nearest to its middle.
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
