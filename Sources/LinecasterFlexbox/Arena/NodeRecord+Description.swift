/// Styles as text, in the words of CSS; initial values are left out.
extension NodeRecord {
  func styleDescription(_ extras: StyleExtras) -> String {
    var words: [String] = []
    func add(_ name: String, _ isInitial: Bool, _ value: String) {
      if !isInitial { words.append("\(name) \(value)") }
    }
    add("position", position == .relative, "\(position)")
    add("wrap", wrap == .nowrap, "\(wrap)")
    add("justify-content", justifyContent == .flexStart, "\(justifyContent)")
    add("align-items", alignItems == .stretch, "\(alignItems)")
    if let alignSelf { add("align-self", false, "\(alignSelf)") }
    add("align-content", alignContent == .stretch, "\(alignContent)")
    add("overflow-x", overflowX == .visible, "\(overflowX)")
    add("overflow-y", overflowY == .visible, "\(overflowY)")
    add("grow", grow == 0, "\(grow)")
    add("shrink", shrink == 1, "\(shrink)")
    for (name, length) in lengths(extras) { add(name, length == .auto, length.description) }
    for (name, edges, initial) in edges(extras) { add(name, edges == initial, edges.description) }
    if extras.aspectRatio.isDefinite { add("aspect-ratio", false, "\(extras.aspectRatio)") }
    if flags.contains(.isContentBox) { words.append("content-box") }
    if flags.contains(.isRightToLeft) { words.append("rtl") }
    if flags.contains(.hasYogaRules) { words.append("yoga") }
    return words.joined(separator: ", ")
  }

  private func lengths(_ extras: StyleExtras) -> [(String, FlexLength)] {
    [
      ("basis", basis), ("width", width), ("height", height), ("min-width", minWidth),
      ("min-height", minHeight), ("max-width", maxWidth), ("max-height", maxHeight),
      ("row-gap", extras.rowGap == .zero ? .auto : extras.rowGap),
      ("column-gap", extras.columnGap == .zero ? .auto : extras.columnGap),
    ]
  }

  private func edges(_ extras: StyleExtras) -> [(String, StyleEdges, StyleEdges)] {
    [
      ("margin", margin, .zero), ("padding", padding, .zero), ("border", extras.border, .zero),
      ("inset", extras.inset, .auto),
    ]
  }
}

extension FlexLength: CustomStringConvertible {
  /// The length as CSS has it, points without a unit.
  public var description: String {
    switch value {
    case .auto: "auto"
    case .points(let points): "\(points)"
    case .percent(let percent): "\(percent)%"
    case .keyword(let word): word
    }
  }
}

extension StyleEdges: CustomStringConvertible {
  /// The sides in the order of CSS: top, right, bottom, left.
  var description: String { "\(top) \(right) \(bottom) \(left)" }
}
