import LinecasterBase
import LinecasterFonts

extension InlineMarks {
  /// The white space rules for text analysis: those of the paragraph, or of a box that wraps inside
  /// a paragraph that does not.
  func whiteSpace(in style: ParagraphStyle) -> WhiteSpace { spaces.whiteSpace(in: style) }

  /// Applies attachments and the white space rules of boxes to an analyzed text.
  ///
  /// Returns the units of attachments that the text before would not break from by its own rules,
  /// for example after a no-break space.
  ///
  /// - Complexity: O(attachments), and O(units) if boxes have rules of their own.
  func mark(
    _ text: [UInt16], _ flags: inout [BoundaryFlags], _ style: ParagraphStyle
  ) -> [Int] {
    var tied: [Int] = []
    var start = 0
    var last: WhiteSpace?
    for stretch in spaces {
      Self.mark(text, &flags, start..<stretch.end, stretch.whiteSpace)
      if !flags[start].contains(.hardBreak) {
        if let last {
          Self.mark(text, &flags, start, between: last, and: stretch)
          if stretch.followsCollapsed, !LineTerminator.isOne(text[start]) {
            flags[start].insert(.softBreak)
          }
        }
      }
      last = stretch.whiteSpace
      start = stretch.end
    }
    var rules = spaces[...]
    for placed in attachments {
      while let first = rules.first, first.end <= placed.offset { rules.removeFirst() }
      flags[placed.offset].insert([.control, .grapheme])
      flags[placed.offset].remove(.space)
      flags[placed.offset + 1].insert(.grapheme)
      guard placed.text == nil else { continue }
      guard (rules.first?.whiteSpace ?? style.whiteSpace).wraps else { continue }
      if placed.offset > 0 {
        if !flags[placed.offset].contains(.softBreak) { tied.append(placed.offset) }
        flags[placed.offset].insert(.softBreak)
      }
      var next = placed.offset + 1
      while next < text.count, Self.isBidiControl(text[next]) { next += 1 }
      if next < text.count, flags[next].isDisjoint(with: .hanging) {
        flags[next].insert(.softBreak)
      }
    }
    return tied
  }

  /// Marks the white space of a range and removes opportunities inside it if it does not wrap.
  private static func mark(
    _ text: [UInt16], _ flags: inout [BoundaryFlags], _ stretch: Range<Int>,
    _ rules: WhiteSpace
  ) {
    for unit in stretch {
      if isSpace(text[unit]) {
        if rules.hangs { flags[unit].insert(.space) } else { flags[unit].remove(.space) }
      }
      if !rules.wraps, unit > stretch.lowerBound, !flags[unit].contains(.hardBreak) {
        flags[unit].remove(.softBreak)
      }
    }
  }

  /// Marks whether a line may end where the rules change: as in browsers, the text before decides,
  /// or the text around a box that ends there without a space.
  ///
  /// A line may start with white space that follows a space or an ideographic space that wraps, or
  /// a box that wraps if it does not wrap itself. Collapsible white space goes to the line before.
  private static func mark(
    _ text: [UInt16], _ flags: inout [BoundaryFlags], _ place: Int, between last: WhiteSpace,
    and next: SpaceStretch
  ) {
    guard last.wraps else {
      if !next.wrapsBehindBox || isSpace(text[place - 1]) { flags[place].remove(.softBreak) }
      return
    }
    let leaves = next.followsBox && !next.whiteSpace.wraps
    let follows = text[place - 1] == 0x20 || text[place - 1] == WhiteSpace.ideographicSpace
    guard isSpace(text[place]), follows || leaves else { return }
    if !next.whiteSpace.collapses {
      if !next.whiteSpace.wraps { flags[place].insert(.softBreak) }
    } else if place + 1 < text.count {
      flags[place].remove(.softBreak)
      flags[place + 1].insert(.softBreak)
    }
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 }

  private static func isBidiControl(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [InlineMarks.SpaceStretch] {
  /// The white space rules for analysis of text with these stretches.
  func whiteSpace(in style: ParagraphStyle) -> WhiteSpace {
    guard !style.whiteSpace.wraps else { return style.whiteSpace }
    return first { $0.whiteSpace.wraps }?.whiteSpace ?? style.whiteSpace
  }
}

extension InlineFlow {
  /// Resolves the boxes of an analyzed paragraph with the fonts of their styles.
  convenience init(
    _ marks: InlineMarks, _ paragraph: Paragraph, _ source: SourceText, _ analysis: TextAnalysis,
    _ shaped: Shaper.Result, nested: NestedParagraphs, tied: [Int], worker: TextWorker
  ) {
    let mode = paragraph.style.writingMode
    let root = FlowStrut(of: paragraph, worker: worker)
    let strut = { (style: TextStyle, lineHeight: LineHeight) in
      // The paragraph's kind of baseline is that of all its boxes, as in browsers.
      FlowStrut(
        face: worker.fallback(for: style).cascade.primary, style: style, lineHeight: lineHeight,
        isCentral: root.isCentral)
    }
    var boxes: [FlowBox] = []
    for mark in marks.boxes {
      let outer = mark.parent.map { boxes[$0] }
      let direction = mark.box.bidi.edgeDirection.map { $0 == .rightToLeft }
      boxes.append(
        FlowBox(
          mark,
          strut: strut(mark.box.style, mark.box.lineHeight ?? (outer?.strut ?? root).lineHeight),
          // A direction from the text is not inherited (CSS Writing Modes 4 §2.4.5).
          isRightToLeft: direction ?? outer?.isRightToLeft
            ?? (paragraph.style.baseDirection == .rightToLeft), mode))
    }
    let attachments = marks.attachments.map {
      FlowAttachment($0, mode, isCentral: root.isCentral, combined: nested.combined[$0.offset])
    }
    let rubies = nested.rubies.map {
      RubyMeasurer(
        marks, paragraph, source, analysis.boundaries, shaped, boxes: boxes,
        attachments: attachments
      )
      .measure($0)
    }
    self.init(
      marks, boxes: boxes, attachments: attachments, root: root,
      wraps: marks.whiteSpace(in: paragraph.style).wraps, rubies: rubies ?? [],
      initial: nested.initial, tied: tied,
      forced: Set(marks.edges.map(\.unit).filter { analysis.boundaries[$0].contains(.hardBreak) }),
      controls: marks.controls(in: source),
      tabs: marks.tabs(paragraph, style: paragraph.strutStyle ?? source.runs[0].style, root.face))
  }
}

extension InlineMarks {
  /// The bidi controls of boxes in a text, joined where they touch.
  ///
  /// - Complexity: O(units) if a box has any, and O(boxes).
  fileprivate func controls(in source: SourceText) -> [Range<Int>] {
    guard boxes.contains(where: { $0.box.bidi != .normal }) else { return [] }
    var controls: [Range<Int>] = []
    for unit in source.units.indices
    where 0x202A...0x2069 ~= source.units[unit] && source.map.source(of: unit..<unit + 1).isEmpty {
      if let last = controls.last, last.upperBound == unit {
        controls[controls.count - 1] = last.lowerBound..<unit + 1
      } else {
        controls.append(unit..<unit + 1)
      }
    }
    return controls
  }

  /// The tab stops of each box; empty if all boxes use the paragraph's.
  fileprivate func tabs(
    _ paragraph: Paragraph, style: TextStyle, _ face: FontFace
  ) -> [TabStops?] {
    guard boxes.contains(where: { $0.box.hasTabs }) else { return [] }
    var tabs: [TabStops?] = []
    for mark in boxes {
      tabs.append(
        mark.box.hasTabs
          ? TabStops(in: mark.box, paragraph.style, face: face, style: style)
          : mark.parent.flatMap { tabs[$0] })
    }
    return tabs
  }
}

extension InlineBox {
  /// Whether the box has tab stops of its own.
  fileprivate var hasTabs: Bool { tabSize != nil || tabDistance != nil }
}

extension FlowStrut {
  /// The strut of a paragraph, the minimum extent of every line.
  init(of paragraph: Paragraph, worker: TextWorker) {
    let style = paragraph.ownStyle
    self.init(
      face: worker.fallback(for: style).cascade.primary, style: style,
      lineHeight: paragraph.style.lineHeight,
      isCentral: paragraph.style.writingMode.isVertical && style.orientation != .sideways)
  }
}

extension Shaper.Result {
  /// Sets the advances of the attachments' units.
  mutating func place(_ attachments: [FlowAttachment]) {
    var index = 0
    for attachment in attachments {
      while index < runs.count, runs[index].end <= attachment.unit { index += 1 }
      guard index < runs.count else { return }
      let run = runs[index]
      runs[index] = ShapedRun(
        run.item, glyphs: run.glyphs.lowerBound..<run.glyphs.lowerBound,
        advance: Int(saturating: (attachment.advance * Self.attachmentUnits).rounded()),
        scale: 1 / Self.attachmentUnits, box: attachment.box)
    }
  }

  /// The number of units per layout point.
  private static let attachmentUnits = 1_024.0
}
