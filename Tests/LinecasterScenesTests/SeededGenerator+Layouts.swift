import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText

/// Random layouts that use everything that scenes can express.
extension SeededGenerator {
  mutating func layout(depth: Int = 4) -> LayoutNode {
    var node = content(depth: depth)
    for _ in 0..<Int.random(in: 0...4, using: &self) { modify(&node) }
    return node
  }

  private mutating func content(depth: Int) -> LayoutNode {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &self) {
    case 0: return Text(paragraph()).node
    case 1: return Box(color(), size: size(), cornerRadius: length()).node
    case 2:
      let image = ImageReference("a \(next() % 5).png")
      let mode = oneIn(2) ? ContentMode.fill : .stretch
      return oneIn(4)
        ? Image(image, mode: mode).node : Image(image, size: size(), mode: mode).node
    case 3: return oneIn(2) ? Spacer().node : LayoutNode(.empty)
    default:
      let children = (0..<Int.random(in: 0...3, using: &self)).map { _ in layout(depth: depth - 1) }
      if oneIn(4) { return grid(of: children) }
      let (spacing, isRow) = (length(), oneIn(2))
      let (align, justify) = (BoxAlign.some(&self), BoxJustify.some(&self))
      return isRow
        ? Row(spacing: spacing, alignment: align, distribution: justify) {
          for child in children { child }
        }.node
        : Column(spacing: spacing, alignment: align, distribution: justify) {
          for child in children { child }
        }.node
    }
  }

  private mutating func grid(of children: [LayoutNode]) -> LayoutNode {
    let areas = oneIn(3) ? try? GridAreas(["a \(oneIn(2) ? "." : "b")", "a c"]) : nil
    return Grid(
      columns: tracks(), rows: tracks(), autoColumns: oneIn(3) ? [track()] : [],
      autoRows: oneIn(3) ? [track(), track()] : [], areas: areas ?? .none,
      flow: [.row, .column, .rowDense, .columnDense].randomElement(using: &self) ?? .row,
      spacing: length(), alignment: BoxAlign.some(&self), justification: BoxAlign.some(&self)
    ) {
      for child in children {
        if let areas, oneIn(2) { child.gridArea("c", of: areas) } else { child }
      }
    }.node
  }

  private mutating func tracks() -> GridTrackList {
    switch next() % 5 {
    case 0: .autoFill([.points(1 + length()), .minmax(20, fraction: 1)])
    case 1: [track()] + .autoFit([.percent(1 + length())]) + [track(), track()]
    case 2: .subgrid
    case 3: .repeating(3, [track()])
    default: []
    }
  }

  private mutating func track() -> GridTrack {
    switch next() % 6 {
    case 0: .points(length())
    case 1: .fraction(length())
    case 2: .fit(oneIn(2) ? .points(length()) : .percent(length()))
    case 3: .minmax(flexLength(), flexLength())
    case 4: .minmax(flexLength(), fraction: length())
    default: oneIn(2) ? .minContent : .auto
    }
  }

  private mutating func gridLine() -> GridLine {
    switch next() % 3 {
    case 0: .auto
    case 1: .span(1 + Int(next() % 4))
    default: .line(Int(next() % 9) - 4)
    }
  }

  private mutating func effects() -> BoxEffects {
    var effects = BoxEffects()
    effects.zIndex = Int(next() % 9) - 4
    let changes: [BoxTransform] = [
      .rotate(length()), .translate(x: length(), y: -3), .scale(x: 2, y: length()),
      .scale(x: 3, y: 3),
      .skew(x: 3, y: length()),
      .matrix(DisplayTransform(a: 1, b: length(), c: 3, d: 4, x: 5, y: 6)),
    ]
    effects.transforms = changes.filter { _ in oneIn(3) }
    if oneIn(3) { effects.transformOrigin = Point(x: length(), y: 0.5) }
    effects.blend = anyCase(of: BlendMode.self)
    let filters: [DisplayFilter] = [
      .blur(length()), .brightness(2), .contrast(length()), .saturate(3), .grayscale(1),
      .sepia(0.5),
      .invert(1), .hueRotate(length()), .opacity(0.5),
    ]
    effects.filters = filters.filter { _ in oneIn(5) }
    effects.backdropFilters = filters.filter { _ in oneIn(9) }
    if oneIn(3) { effects.mask = layer() }
    return effects
  }

  private mutating func layer() -> BoxLayer {
    oneIn(3) ? .image(ImageReference("a.png"), anyCase(of: ContentMode.self)) : .paint(paint())
  }

  private mutating func modify(_ node: inout LayoutNode) {
    switch Int.random(in: 0..<35, using: &self) {
    case 32: node.decoration.effects = effects()
    case 33: node = node.background(layers: [layer(), layer()])
    case 34:
      node = node.textPaint(paint())
      node.decoration.effects.textStroke = TextStroke(themeColor(), width: length())
    case 0: node.style.padding = edges()
    case 1: node.style.margin = edges()
    case 2: node.style.width = flexLength()
    case 3: node.style.height = flexLength()
    case 4: node.style.grow = length()
    case 5: node.style.shrink = length()
    case 6: node.style.alignSelf = BoxAlign.some(&self)
    case 7: node.decoration.backgroundColor = oneIn(3) ? nil : color()
    case 8: node.decoration.cornerRadius = length()
    case 18: node = node.border(border())
    case 19: node.decoration.shadows = [shadow(), shadow()]
    case 20: node = node.textShadow(shadow())
    case 21: node.decoration.corners = CornerRadii(topLeft: length(), bottomRight: 3)
    case 22:
      node = node.opacity(0.5).clipped().tint(ThemeColor(light: color(), dark: color()))
    case 23: node.decoration.background = paint()
    case 24: node.style.border = edges()
    case 25: node = node.tag("a\(length())").role(oneIn(2) ? .link : .heading(level: 3))
    case 27: node = node.gridColumn(gridLine(), gridLine()).gridRow(gridLine())
    case 28: node = node.justification(BoxAlign.some(&self)).order(Int(next() % 9) - 4)
    case 29: node.style.display = [.grid, .block, .none].randomElement(using: &self) ?? .contents
    case 26: node = node.role(.toggle(isOn: oneIn(2)), label: "on", value: "yes")
    case 9: node.style.minWidth = flexLength()
    case 10: node.style.inset = edges()
    case 11: node.style.aspectRatio = oneIn(2) ? nil : length()
    case 12: node.style.rowGap = flexLength()
    case 13: node.style.columnGap = flexLength()
    case 14: node.style.position = oneIn(2) ? .absolute : .static
    case 15: node.style.wrap = oneIn(2) ? .wrap : .wrapReverse
    case 16: node.style.writingDirection = oneIn(2) ? nil : .rightToLeft
    default: node.style.direction = oneIn(2) ? .rowReverse : .column
    }
  }

  private mutating func flexLength() -> BoxLength {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: .auto
    case 1: .percent(length())
    case 2: [.minContent, .maxContent, .fitContent, .stretch].randomElement(using: &self) ?? .auto
    default: .points(length())
    }
  }

  private mutating func edges() -> BoxEdges {
    if oneIn(3) { return BoxEdges(all: flexLength()) }
    var edges = BoxEdges(
      left: flexLength(), top: flexLength(), right: flexLength(), bottom: flexLength())
    if oneIn(3) { edges.start = flexLength() }
    if oneIn(3) { edges.end = flexLength() }
    return edges
  }

  private mutating func size() -> Size { Size(width: length(), height: length()) }

  private mutating func length() -> Double {
    oneIn(2) ? Double(next() % 100) : Double.random(in: 0..<300, using: &self)
  }

  private mutating func paint() -> DisplayPaint {
    let stops = [GradientStop(color(), at: 0), GradientStop(color(), at: length())]
    return oneIn(2)
      ? .linear(LinearGradient(angle: length(), stops: stops))
      : .radial(
        RadialGradient(
          center: Point(x: length(), y: 0), extent: .closestSide, isCircle: oneIn(2), stops: stops))
  }

  private mutating func shadow() -> Shadow {
    Shadow(
      color(), offset: Point(x: length(), y: -length()), blur: length(), spread: -length(),
      isInset: oneIn(2))
  }

  private mutating func border() -> Border {
    let edge = BorderEdge(width: length(), color: color(), pattern: .dashed)
    return oneIn(2) ? Border(all: edge) : Border(bottom: edge)
  }

  private mutating func color() -> Color {
    Color(
      red: UInt8(truncatingIfNeeded: next()), green: UInt8(truncatingIfNeeded: next()),
      blue: UInt8(truncatingIfNeeded: next()),
      alpha: oneIn(2) ? 255 : UInt8(truncatingIfNeeded: next()))
  }
}

extension SeededGenerator {
  private mutating func paragraph() -> Paragraph {
    var text = AttributedText("", style: style())
    for _ in 0..<Int.random(in: 0...3, using: &self) { append(to: &text, depth: 3) }
    var lines = ParagraphStyle()
    if oneIn(2) { lines.alignment = oneIn(2) ? .justify : .center }
    if oneIn(3) { lines.lineHeight = oneIn(2) ? .multiple(length()) : .atLeast(length()) }
    if oneIn(3) { lines.maximumLines = 1 + Int(next() % 9) }
    if oneIn(4) { lines.baseDirection = .rightToLeft }
    if oneIn(4) { lines.whiteSpace = WhiteSpace.allCases.randomElement(using: &self) ?? .pre }
    if oneIn(4) { lines.truncatesOverflow = true }
    if oneIn(4) { lines.lastLineAlignment = oneIn(2) ? .end : .center }
    if oneIn(4) {
      lines.justification = TextJustification.allCases.randomElement(using: &self) ?? .none
    }
    if oneIn(4) { lines.wrapStyle = oneIn(2) ? .balance : .pretty }
    if oneIn(4) { lines.truncation = oneIn(2) ? .head : .middle }
    if oneIn(4) { lines.truncationUnit = .word }
    if oneIn(3) { lines.hangingPunctuation = HangingPunctuation(rawValue: UInt8(next() % 16)) }
    if oneIn(4) { lines.autospaces = true }
    if oneIn(4) { lines.spacingTrim = oneIn(2) ? .normal : .trimStart }
    if oneIn(4) {
      lines.writingMode = WritingMode.allCases.randomElement(using: &self) ?? .horizontal
    }
    changeEdges(of: &lines)
    var paragraph = Paragraph(text, style: lines)
    if oneIn(3) { paragraph.strutStyle = oneIn(2) ? text.styledRanges[0].style : style() }
    if oneIn(3) { paragraph.tabStops = (0..<Int(next() % 4)).map { _ in tabStop() } }
    if oneIn(4) {
      var token = AttributedText("", style: oneIn(2) ? text.styledRanges[0].style : style())
      for _ in 0..<Int.random(in: 0...2, using: &self) { append(to: &token, depth: 1) }
      paragraph.truncationToken = token
    }
    return paragraph
  }

  private mutating func changeEdges(of lines: inout ParagraphStyle) {
    if oneIn(4) { lines.firstLineIndent = -length() }
    if oneIn(4) { lines.indentedLines = IndentedLines(rawValue: UInt8(next() % 4)) }
    if oneIn(4) {
      lines.initialLetter = InitialLetter(size: 1 + length(), sink: oneIn(2) ? nil : 3)
    }
    if oneIn(4) { lines.textBoxTrim = TextBoxTrim(rawValue: UInt8(next() % 4)) }
    if oneIn(4) { lines.textBoxEdge = TextBoxEdge(over: .capital, under: .alphabetic) }
    if oneIn(4) { lines.textBoxEdge.over = .ex }
    if oneIn(4) { lines.tabDistance = length() }
    if oneIn(4) { lines.tabSize = length() }
    if oneIn(4) {
      lines.hyphenationLimits = HyphenationLimits(
        lettersOfWord: Int(next() % 9), lettersAfter: Int(next() % 5),
        linesInARow: oneIn(2) ? nil : Int(next() % 3))
    }
  }

  private mutating func tabStop() -> TabStop {
    let alignments: [TabStop.Alignment] = [.start, .center, .end, .decimal(separator: ",")]
    return TabStop(
      1 + length(), alignments.randomElement(using: &self) ?? .end,
      leader: oneIn(2) ? nil : "é")
  }

  /// Adds a word, an attachment, or a box that contains more of them.
  private mutating func append(to text: inout AttributedText, depth: Int) {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &self) {
    case 0: text.append(attachment(), style: style())
    case 1, 2: text.append(word(), style: style())
    case 3: text.append(AttributedText(word(), style: style()), with: ruby())
    default:
      var content = AttributedText("", style: style())
      for _ in 0..<Int.random(in: 0...3, using: &self) { append(to: &content, depth: depth - 1) }
      text.append(content, in: inlineBox())
    }
  }

  private mutating func ruby() -> Ruby {
    var ruby = Ruby(AttributedText(word(), style: style()))
    if oneIn(2) { ruby.position = .under }
    if oneIn(2) { ruby.alignment = RubyAlignment.allCases.randomElement(using: &self) ?? .start }
    ruby.overhangs = oneIn(2)
    return ruby
  }

  private mutating func inlineBox() -> InlineBox {
    var box = InlineBox(style: style())
    if oneIn(2) { box.padding = insets() }
    if oneIn(2) { box.border = insets() }
    if oneIn(3) { box.margin = insets() }
    if oneIn(3) { box.decorationBreak = .clone }
    if oneIn(3) { box.verticalAlignment = alignment() }
    if oneIn(4) { box.lineHeight = oneIn(2) ? .normal : .points(length()) }
    if oneIn(4) { box.bidi = oneIn(2) ? .isolate(.rightToLeft) : .plaintext }
    if oneIn(4) { box.whiteSpace = .nowrap }
    if oneIn(4) { box.tabSize = length() }
    if oneIn(4) { box.tabDistance = length() }
    if oneIn(4) { box.combinesUpright = true }
    if oneIn(2) {
      box.decoration = InlineDecoration(
        background: oneIn(2) ? nil : ThemeColor(light: color(), dark: color()),
        corners: CornerRadii(all: length()), borderColor: oneIn(2) ? nil : ThemeColor(color()),
        borderPattern: oneIn(2) ? .dotted : .solid, shadows: oneIn(2) ? [] : [shadow()])
    }
    if oneIn(3) { box.link = word() }
    if oneIn(3) { box.tag = InlinePayload(word()) }
    return box
  }

  private mutating func attachment() -> Attachment {
    if oneIn(4) {
      return Attachment(
        layout(depth: 1), verticalAlignment: alignment(), margin: oneIn(2) ? .zero : insets())
    }
    var attachment = Attachment(size: size(), baseline: oneIn(2) ? nil : length())
    if oneIn(3) { attachment.verticalAlignment = alignment() }
    if oneIn(3) { attachment.margin = insets() }
    if oneIn(2) {
      attachment.content = InlinePayload(
        AttachedImage(
          ImageReference("a \(next() % 5).png"), mode: oneIn(2) ? .fill : .stretch,
          corners: CornerRadii(topLeft: length()), tint: oneIn(2) ? nil : ThemeColor(color())))
    }
    return attachment
  }

  private mutating func alignment() -> VerticalAlignment {
    [.sub, .top, .textBottom, .raised(-length()), .raisedByShare(length())]
      .randomElement(using: &self) ?? .middle
  }

  private mutating func insets() -> Insets {
    oneIn(2)
      ? Insets(all: length())
      : Insets(top: length(), left: -length(), bottom: 0, right: length())
  }

  private mutating func word() -> String {
    let words = [
      "Office ", "\"\\\n\t\u{1}", "مرحبا", "नमस्ते", "日本", "👩🏽‍🚀", "e\u{301}", "é", "\u{2028}", "",
    ]
    return words.randomElement(using: &self) ?? ""
  }

  private mutating func style() -> TextStyle {
    var style = TextStyle()
    if oneIn(2) { style.size = length() }
    if oneIn(2) { style.weight = oneIn(2) ? .bold : FontWeight(1 + Int(next() % 1000)) }
    if oneIn(3) { style.width = oneIn(2) ? .condensed : FontWidth(percent: 50 + length() / 2) }
    if oneIn(3) { style.slant = oneIn(2) ? .italic : .oblique }
    if oneIn(3) { style.color = color() }
    if oneIn(3) { style.themeBackground = themeColor() }
    if oneIn(3) { style.language = oneIn(2) ? "ja" : "ur" }
    if oneIn(4) { style.families = [word(), "Noto Sans"] }
    if oneIn(4) { style.features = [FontFeature("smcp"), FontFeature("ss01", 2)] }
    if oneIn(4) { style.variations = [FontVariation("a", 1), FontVariation("wght", length())] }
    if oneIn(4) { style.letterSpacing = -length() }
    if oneIn(4) { style.orientation = .upright }
    if oneIn(4) { style.transform = oneIn(2) ? .uppercase : .capitalize }
    if oneIn(4) { style.numerals = Numerals(rawValue: UInt8(truncatingIfNeeded: next())) }
    if oneIn(4) { style.caps = oneIn(2) ? .smallCaps : .allSmallCaps }
    if oneIn(4) { style.hyphenation = oneIn(2) ? .none : .automatic }
    if oneIn(4) { style.hyphenCharacter = oneIn(2) ? "" : "é⹀" }
    if oneIn(3) { style.decorations = [TextDecoration(.overline), decoration()] }
    return style
  }

  private mutating func themeColor() -> ThemeColor {
    let color = color()
    return oneIn(2) ? ThemeColor(color) : ThemeColor(light: color, dark: self.color())
  }

  private mutating func decoration() -> TextDecoration {
    var decoration = TextDecoration(
      TextDecoration.Position.allCases.randomElement(using: &self) ?? .underline,
      pattern: TextDecoration.Pattern.allCases.randomElement(using: &self) ?? .wavy,
      color: oneIn(2) ? nil : color(), thickness: oneIn(2) ? nil : length(),
      offset: oneIn(2) ? nil : length())
    if oneIn(3) { decoration.themeColor = themeColor() }
    return decoration
  }
}

extension BoxAlign {
  fileprivate static func some(_ generator: inout SeededGenerator) -> BoxAlign {
    let all: [BoxAlign] = [
      .stretch, .flexStart, .flexEnd, .center, .baseline, .start, .end, .fill,
    ]
    return all.randomElement(using: &generator) ?? .stretch
  }
}

extension BoxJustify {
  fileprivate static func some(_ generator: inout SeededGenerator) -> BoxJustify {
    let all: [BoxJustify] = [.flexStart, .flexEnd, .center, .spaceBetween, .spaceAround, .start]
    return all.randomElement(using: &generator) ?? .start
  }
}
