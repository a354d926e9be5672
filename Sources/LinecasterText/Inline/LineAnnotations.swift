import LinecasterBase

/// Where the annotations of a line are across it, and how much room they take or leave there, in
/// layout points.
///
/// As in browsers annotations stand beside the ems of the letters, whatever the line height, and
/// lines move apart only as far as the room between their letters does not do.
struct LineAnnotations: Sendable {
  /// How far the baseline of annotations above is over that of the line.
  private(set) var rise = 0.0
  /// How far the baseline of annotations below is under that of the line.
  private(set) var drop = 0.0
  /// How far annotations reach out of the line box, above and below.
  private(set) var overflow = LineBox(ascent: 0, descent: 0)
  /// How much room of the line box is free, above and below.
  private(set) var space = LineBox(ascent: 0, descent: 0)

  /// Letters of one font, or an attachment.
  struct Letters: Sendable {
    /// The first unit.
    let unit: Int
    /// What they are moved with; nil for text in no box.
    let part: LineStack.Part?
    /// What annotations keep away from, and what other lines may not use.
    let outer: LineBox
    let inner: LineBox
  }

  /// Places the annotations of pairs beside the letters of a line.
  init(_ letters: [Letters], _ pieces: [RubyPiece], on stack: LineStack, _ flow: InlineFlow) {
    let box = stack.box
    var content = LineBox(ascent: 0, descent: 0)
    for letters in letters { content.include(stack.moved(letters.inner, with: letters.part)) }
    let over = Self.extent(.over, letters, pieces, on: stack, flow)
    let under = Self.extent(.under, letters, pieces, on: stack, flow)
    if let over {
      rise = over.base + over.annotation.descent
      content.ascent = max(content.ascent, rise + over.annotation.ascent)
    }
    if let under {
      drop = under.base + under.annotation.ascent
      content.descent = max(content.descent, drop + under.annotation.descent)
    }
    if content.height < flow.root.size {
      let leading = max(0, (box.height - flow.root.size) / 2)
      content = LineBox(ascent: box.ascent - leading, descent: box.descent - leading)
    }
    if over == nil { content.ascent = min(content.ascent, box.ascent) }
    if under == nil { content.descent = min(content.descent, box.descent) }
    overflow = LineBox(
      ascent: max(0, content.ascent - box.ascent), descent: max(0, content.descent - box.descent))
    space = LineBox(
      ascent: max(0, box.ascent - content.ascent), descent: max(0, box.descent - content.descent))
  }

  /// How far the bases of one side reach there, and the annotations from their own baseline; nil
  /// where there are none.
  private static func extent(
    _ position: RubyPosition, _ letters: [Letters], _ pieces: [RubyPiece], on stack: LineStack,
    _ flow: InlineFlow
  ) -> (base: Double, annotation: LineBox)? {
    var base = LineBox(ascent: 0, descent: 0)
    var annotation = LineBox(ascent: 0, descent: 0)
    var hasOne = false
    var next = letters[...]
    for piece in pieces where piece.annotation != nil {
      let pair = flow.rubies[piece.pair].ruby
      guard pair.position == position else { continue }
      hasOne = true
      annotation.include(pair.em)
      while let first = next.first, first.unit < piece.units.upperBound {
        if first.unit >= pair.units.lowerBound {
          base.include(stack.moved(first.outer, with: first.part))
        }
        next.removeFirst()
      }
    }
    guard hasOne else { return nil }
    if base.height == 0 { base = stack.box }
    return (position == .over ? base.ascent : base.descent, annotation)
  }

  /// How far the line that has them is moved away from the line before, which takes up or leaves
  /// some room at its end.
  ///
  /// - Parameters:
  ///   - before: The free room at the end of the line before; below 0 what reaches out of it.
  ///   - flips: Whether the upper side of letters looks at the lines that come next.
  func shift(after before: Double, flips: Bool) -> Double {
    let overflow = flips ? overflow.descent : overflow.ascent
    let space = flips ? space.descent : space.ascent
    if before < 0, space > 0 { return -min(-before, space) }
    return overflow > 0 && before > 0 ? max(0, overflow - before) : overflow
  }

  /// What reaches out of the line at its end.
  func endOverflow(flips: Bool) -> Double { flips ? overflow.ascent : overflow.descent }

  /// The free room at the end of the line; below 0 what reaches out of it.
  func room(flips: Bool) -> Double {
    let overflow = endOverflow(flips: flips)
    return overflow > 0 ? -overflow : flips ? space.ascent : space.descent
  }
}

extension LineStack {
  /// How far something reaches from the baseline of the line that is moved with a part.
  fileprivate func moved(_ box: LineBox, with part: Part?) -> LineBox {
    switch part {
    case .box(let index): box.raised(by: -drop(of: index))
    case .attachment(let unit): box.raised(by: -drop(ofAttachment: unit))
    case nil: box
    }
  }
}
