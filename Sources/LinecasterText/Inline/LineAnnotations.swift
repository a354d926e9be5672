import LinecasterBase

/// The vertical positions of a line's ruby annotations and their effect on line spacing, in layout
/// points.
///
/// As in browsers, annotations stand beside the em boxes of the letters, regardless of line height.
/// Lines move apart only if the room between their letters is too small.
struct LineAnnotations: Sendable {
  /// The distance of the upper annotations' baseline above the line's.
  private(set) var rise = 0.0
  /// The distance of the lower annotations' baseline below the line's.
  private(set) var drop = 0.0
  /// The overflow of annotations out of the line box, above and below.
  private(set) var overflow = LineBox(ascent: 0, descent: 0)
  /// The free room in the line box, above and below.
  private(set) var space = LineBox(ascent: 0, descent: 0)

  /// The letters of one font, or an attachment.
  struct Letters: Sendable {
    /// The first unit.
    let unit: Int
    /// The part that moves them; `nil` for text in no box.
    let part: LineStack.Part?
    /// The extent that annotations avoid, and the extent that other lines may not use.
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

  /// The extent of the bases on one side, and of the annotations from their own baseline; `nil` if
  /// there are none.
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

  /// The distance that the line moves away from the previous one, given the room at the latter's
  /// end.
  ///
  /// - Parameters:
  ///   - before: The free room at the end of the line before; negative for overflow.
  ///   - flips: Whether the upper side of letters faces the following lines.
  func shift(after before: Double, flips: Bool) -> Double {
    let overflow = flips ? overflow.descent : overflow.ascent
    let space = flips ? space.descent : space.ascent
    if before < 0, space > 0 { return -min(-before, space) }
    return overflow > 0 && before > 0 ? max(0, overflow - before) : overflow
  }

  /// The overflow at the end of the line.
  func endOverflow(flips: Bool) -> Double { flips ? overflow.ascent : overflow.descent }

  /// The free room at the end of the line; negative for overflow.
  func room(flips: Bool) -> Double {
    let overflow = endOverflow(flips: flips)
    return overflow > 0 ? -overflow : flips ? space.ascent : space.descent
  }
}

extension LineStack {
  /// An extent moved with a part, relative to the line's baseline.
  fileprivate func moved(_ box: LineBox, with part: Part?) -> LineBox {
    switch part {
    case .box(let index): box.raised(by: -drop(of: index))
    case .attachment(let unit): box.raised(by: -drop(ofAttachment: unit))
    case nil: box
    }
  }
}
