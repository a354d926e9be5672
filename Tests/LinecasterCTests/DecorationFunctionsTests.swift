import CLinecaster
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCSupport
import LinecasterFonts
import LinecasterText
import Testing

/// Decorations, backgrounds, boxes and attachments through the C interface equal those of Swift.
@Suite struct DecorationFunctionsTests {
  private let typesetter: Typesetter
  private let handle: Handle

  init() throws {
    typesetter = Typesetter(fonts: try FontCollection.bundled())
    handle = try Handle.typesetter()
  }

  @Test func decorationsAreThoseOfSwift() throws {
    let text = try Handle.text("plain ")
    let lines = [
      lc_decoration(
        thickness: 2, offset: 3, position: LC_DECORATION_UNDERLINE.rawValue,
        pattern: LC_PATTERN_WAVY.rawValue, skip_ink: LC_SKIP_INK_ALL.rawValue,
        color: 0xC000_00FF),
      lc_decoration(
        thickness: 0, offset: 0, position: LC_DECORATION_STRIKETHROUGH.rawValue,
        pattern: LC_PATTERN_DOUBLE.rawValue, skip_ink: LC_SKIP_INK_NONE.rawValue, color: 0),
      lc_decoration(
        thickness: 1, offset: 0, position: LC_DECORATION_OVERLINE.rawValue,
        pattern: LC_PATTERN_DASHED.rawValue, skip_ink: LC_SKIP_INK_AUTO.rawValue, color: 0),
    ]
    let words = "gypsy jumping on two lines"
    try lines.withUnsafeBufferPointer { lines in
      var style = lc_text_style.sized
      (style.decorations, style.decoration_count) = (lines.baseAddress, lines.count)
      (style.color, style.background) = (0x0000_80FF, 0xFFFF_0080)
      try succeed(lc_text_append(text.pointer, words, words.utf8.count, &style))
    }
    var style = TextStyle(
      color: Color(rgb: 0x80), background: Color(red: 255, green: 255, blue: 0, alpha: 128),
      decorations: [
        TextDecoration(
          .underline, pattern: .wavy, color: Color(rgb: 0xC0_0000), thickness: 2, offset: 3,
          skipInk: .all),
        TextDecoration(.strikethrough, pattern: .double, skipInk: .none),
        TextDecoration(.overline, pattern: .dashed, thickness: 1),
      ])
    style.color.alpha = 255
    var expected = AttributedText("plain ", style: TextStyle())
    expected.append(words, style: style)
    let layout = typesetter.prepare(Paragraph(expected)).layout(width: 120)
    let other = try text.prepared(with: handle).layout(width: 120)

    let backgrounds = try parts(of: other, lc_background(), lc_layout_backgrounds)
    #expect(backgrounds.map { Rect($0.frame) } == layout.backgrounds.map(\.frame))
    #expect(!backgrounds.isEmpty && backgrounds.allSatisfy { $0.color == 0xFFFF_0080 })

    let found = try parts(of: other, lc_decoration_line(), lc_layout_decorations)
    let stretches = layout.decorationLines.flatMap { line in line.stretches.map { (line, $0) } }
    #expect(found.count == stretches.count && found.count > layout.decorationLines.count)
    for (part, (line, stretch)) in zip(found, stretches) {
      #expect(part.frame.x == stretch.lowerBound && part.frame.y == line.frame.minY)
      #expect(part.frame.height == line.frame.height)
      #expect(abs(part.frame.x + part.frame.width - stretch.upperBound) < 1e-9)
      #expect(part.position == UInt32(line.decoration.position.rawValue))
      #expect(part.pattern == UInt32(line.decoration.pattern.rawValue))
      #expect(part.color == (part.position == 0 ? 0xC000_00FF : 0x0000_80FF))
    }
    #expect(Set(found.map(\.position)) == [0, 1, 2])
  }

  @Test func stylesOfAnEarlierVersionHaveNoDecorations() throws {
    var style = lc_text_style.sized
    style.struct_size = 112
    style.size = 31
    // Beyond the end of an earlier struct.
    style.decoration_count = 1 << 40
    let text = try Handle.text("")
    try succeed(lc_text_append(text.pointer, "a", 1, &style))
    let layout = try text.prepared(with: handle).layout(width: .infinity)
    #expect(try lc_run.filled { lc_layout_run(layout.pointer, 0, $0) }.size == 31)
    #expect(try parts(of: layout, lc_decoration_line(), lc_layout_decorations).isEmpty)
    style.struct_size = MemoryLayout<lc_text_style>.size
    #expect(lc_text_append(text.pointer, "a", 1, &style) == LC_ERROR_ARGUMENT)
  }

  @Test func boxesAreThoseOfSwift() throws {
    let text = try Handle.text("See ")
    let link = "https://example.com/ä"
    try link.withCString { address in
      var box = lc_box.sized
      (box.link, box.link_length, box.tag) = (address, link.utf8.count, 7)
      (box.horizontal_padding, box.vertical_padding, box.border) = (4, 2, 1)
      (box.horizontal_margin, box.corner_radius) = (3, 5)
      (box.background, box.flags) = (0xEEEE_FFFF, UInt32(LC_BOX_REPEATS_EDGES))
      box.vertical_alignment = LC_VERTICAL_MIDDLE.rawValue
      try succeed(lc_text_append_box(text.pointer, "the long manual", 15, nil, &box))
    }
    try succeed(lc_text_append(text.pointer, " first", 6, nil))
    var box = InlineBox(style: TextStyle())
    box.padding = Insets(horizontal: 4, vertical: 2)
    (box.border, box.margin) = (Insets(all: 1), Insets(horizontal: 3))
    (box.decorationBreak, box.verticalAlignment) = (.clone, .middle)
    box.link = link
    var expected = AttributedText("See ", style: TextStyle())
    expected.append(AttributedText("the long manual", style: TextStyle()), in: box)
    expected.append(" first", style: TextStyle())
    let layout = typesetter.prepare(Paragraph(expected)).layout(width: 90)
    let other = try text.prepared(with: handle).layout(width: 90)

    let found = try parts(of: other, lc_box_fragment(), lc_layout_boxes)
    #expect(found.map { Rect($0.frame) } == layout.boxFragments.map(\.frame))
    #expect(found.map(\.line) == layout.boxFragments.map(\.line) && found.count > 1)
    for part in found {
      #expect(part.tag == 7 && part.box == 0 && part.border == 1 && part.corner_radius == 5)
      #expect(part.background == 0xEEEE_FFFF && part.border_color == 0x0000_00FF)
      #expect(part.flags == UInt32(LC_FRAGMENT_LEFT_EDGE | LC_FRAGMENT_RIGHT_EDGE))
      let middle = (part.frame.x + part.frame.width / 2, part.frame.y + part.frame.height / 2)
      #expect(
        try string { lc_layout_link(other.pointer, middle.0, middle.1, $0, $1, $2) } == link)
    }
    for (x, y) in [(1.0, 5.0), (-5, 5), (1e300, 5), (.nan, 5)] {
      #expect(try string { lc_layout_link(other.pointer, x, y, $0, $1, $2) }.isEmpty, "\(x)")
    }
    // The box stays around edited characters, and goes with the last of them.
    try succeed(lc_text_replace(text.pointer, 4, 19, "it", 2, nil))
    let edited = try text.prepared(with: handle).layout(width: 300)
    #expect(try parts(of: edited, lc_box_fragment(), lc_layout_boxes).map(\.tag) == [7])
    try succeed(lc_text_replace(text.pointer, 3, 7, "", 0, nil))
    let removed = try text.prepared(with: handle).layout(width: 300)
    #expect(try parts(of: removed, lc_box_fragment(), lc_layout_boxes).isEmpty)
  }

  @Test func attachmentsHaveAPlace() throws {
    let text = try Handle.text("Größe ")
    var attachment = lc_attachment.sized
    (attachment.width, attachment.height, attachment.baseline) = (30, 20, 15)
    (attachment.tag, attachment.horizontal_margin) = (9, 4)
    try succeed(lc_text_append_attachment(text.pointer, &attachment, nil))
    attachment.vertical_alignment = LC_VERTICAL_TEXT_BOTTOM.rawValue
    (attachment.tag, attachment.baseline) = (0, 0)
    try succeed(lc_text_append_attachment(text.pointer, &attachment, nil))
    #expect(
      try string { lc_text_copy(text.pointer, $0, $1, $2) } == "Größe \u{FFFC}\u{FFFC}")
    var expected = AttributedText("Größe ", style: TextStyle())
    var picture = Attachment(
      size: Size(width: 30, height: 20), baseline: 15, margin: Insets(horizontal: 4))
    expected.append(picture, style: TextStyle())
    (picture.baseline, picture.verticalAlignment) = (nil, .textBottom)
    expected.append(picture, style: TextStyle())
    let layout = typesetter.prepare(Paragraph(expected)).layout(width: 70)
    let other = try text.prepared(with: handle).layout(width: 70)
    let found = try parts(of: other, lc_attachment_place(), lc_layout_attachments)
    #expect(found.map { Rect($0.frame) } == layout.attachmentPlaces.map(\.frame))
    #expect(found.map(\.line) == layout.attachmentPlaces.map(\.line))
    #expect(found.map(\.offset) == [8, 11] && found.map(\.tag) == [9, 0])
  }

  @Test func boxesNest() throws {
    let inner = try Handle.text("an ")
    var box = lc_box.sized
    (box.tag, box.border) = (2, 1)
    try succeed(lc_text_append_box(inner.pointer, "inner box", 9, nil, &box))
    let text = try Handle.text("See ")
    (box.tag, box.horizontal_padding) = (1, 4)
    try succeed(lc_text_append_text(text.pointer, inner.pointer, nil, &box))
    try succeed(lc_text_append_text(text.pointer, inner.pointer, nil, nil))

    var swiftBox = InlineBox(style: TextStyle(), border: Insets(all: 1))
    var content = AttributedText("an ", style: TextStyle())
    content.append(AttributedText("inner box", style: TextStyle()), in: swiftBox)
    swiftBox.padding = Insets(horizontal: 4)
    var expected = AttributedText("See ", style: TextStyle())
    expected.append(content, in: swiftBox)
    expected.append(content)
    let layout = typesetter.prepare(Paragraph(expected)).layout(width: 1_000)
    let other = try text.prepared(with: handle).layout(width: 1_000)
    let found = try parts(of: other, lc_box_fragment(), lc_layout_boxes)
    #expect(found.map { Rect($0.frame) } == layout.boxFragments.map(\.frame))
    #expect(found.map(\.tag) == [1, 2, 2])
    // The outer box has the inner one in it.
    #expect(found[0].frame.x + found[0].frame.width > found[1].frame.x + found[1].frame.width)

    // A text may be appended to itself, and an empty one leaves no box.
    try succeed(lc_text_append_text(text.pointer, text.pointer, nil, &box))
    #expect(
      try string { lc_text_copy(text.pointer, $0, $1, $2) }
        == String(repeating: "See an inner boxan inner box", count: 2))
    let empty = try Handle.text("")
    try succeed(lc_text_append_text(text.pointer, empty.pointer, nil, &box))
    let twice = try text.prepared(with: handle).layout(width: 1_000)
    #expect(
      try parts(of: twice, lc_box_fragment(), lc_layout_boxes).map(\.tag)
        == [1, 2, 2, 1, 1, 2, 2])
    #expect(lc_text_append_text(text.pointer, nil, nil, nil) == LC_ERROR_HANDLE)
    box.border = .nan
    #expect(lc_text_append_text(text.pointer, inner.pointer, nil, &box) == LC_ERROR_ARGUMENT)
  }

  @Test func boxesNestDeeply() throws {
    var text = try Handle.text("a")
    var box = lc_box.sized
    for depth in 1...2_000 {
      let outer = try Handle.text("")
      box.tag = UInt64(depth)
      try succeed(lc_text_append_text(outer.pointer, text.pointer, nil, &box))
      text = outer
    }
    let layout = try text.prepared(with: handle).layout(width: 100)
    let found = try parts(of: layout, lc_box_fragment(), lc_layout_boxes)
    #expect(found.map(\.tag) == Array((1...2_000).reversed()))
  }

  @Test(arguments: [false, true])
  func rubyIsThatOfSwift(isPlain: Bool) throws {
    let text = try Handle.text("a ")
    var (style, small) = (lc_text_style.sized, lc_text_style.sized)
    (style.size, small.size) = (20, 8)
    let annotation = "a long reading"
    try annotation.withCString { letters in
      try withUnsafePointer(to: small) { small in
        var ruby = lc_ruby.sized
        (ruby.annotation, ruby.annotation_length) = (letters, annotation.utf8.count)
        if !isPlain {
          ruby.style = small
          ruby.position = LC_RUBY_UNDER.rawValue
          ruby.alignment = LC_RUBY_CENTER.rawValue
          ruby.flags = UInt32(LC_RUBY_NO_OVERHANG)
        }
        try succeed(lc_text_append_ruby(text.pointer, "word", 4, &style, &ruby))
        // Nothing to annotate.
        try succeed(lc_text_append_ruby(text.pointer, "", 0, &style, &ruby))
      }
    }
    try succeed(lc_text_append(text.pointer, " b", 2, nil))
    let large = TextStyle(size: 20)
    let ruby =
      isPlain
      ? Ruby(annotation, beside: large)
      : Ruby(
        AttributedText(annotation, style: TextStyle(size: 8)), position: .under,
        alignment: .center, overhangs: false)
    var expected = AttributedText("a ", style: TextStyle())
    expected.append(AttributedText("word", style: large), with: ruby)
    expected.append(" b", style: TextStyle())
    let layout = typesetter.prepare(Paragraph(expected)).layout(width: 1_000)
    let other = try text.prepared(with: handle).layout(width: 1_000)

    let runs = layout.glyphRuns(ofLine: 0)
    let total = try count { lc_layout_run_count(other.pointer, $0) }
    #expect(total == runs.count && Set(runs.map(\.size)) == [15, 20, isPlain ? 10 : 8])
    for (index, run) in runs.enumerated() {
      let found = try lc_run.filled { lc_layout_run(other.pointer, index, $0) }
      #expect(found.x == run.origin.x && found.y == run.origin.y && found.size == run.size)
    }
    var height = 0.0
    try succeed(lc_layout_size(other.pointer, nil, &height))
    #expect(height == layout.size.height)
    #expect(try parts(of: other, lc_box_fragment(), lc_layout_boxes).isEmpty)
  }

  @Test func wrongRubyIsAnError() throws {
    let text = try Handle.text("a")
    var ruby = lc_ruby.sized
    #expect(lc_text_append_ruby(text.pointer, "b", 1, nil, nil) == LC_ERROR_ARGUMENT)
    ruby.position = 2
    #expect(lc_text_append_ruby(text.pointer, "b", 1, nil, &ruby) == LC_ERROR_ARGUMENT)
    (ruby.position, ruby.alignment) = (0, 4)
    #expect(lc_text_append_ruby(text.pointer, "b", 1, nil, &ruby) == LC_ERROR_ARGUMENT)
    (ruby.alignment, ruby.flags) = (0, 2)
    #expect(lc_text_append_ruby(text.pointer, "b", 1, nil, &ruby) == LC_ERROR_ARGUMENT)
    (ruby.flags, ruby.annotation_length) = (0, 1)
    #expect(lc_text_append_ruby(text.pointer, "b", 1, nil, &ruby) == LC_ERROR_ARGUMENT)
    ruby.annotation_length = 0
    try succeed(lc_text_append_ruby(text.pointer, "b", 1, nil, &ruby))
    #expect(try string { lc_text_copy(text.pointer, $0, $1, $2) } == "ab")
  }

  @Test func wrongNumbersAreErrors() throws {
    let text = try Handle.text("a")
    var box = lc_box.sized
    #expect(lc_text_append_box(text.pointer, "a", 1, nil, nil) == LC_ERROR_ARGUMENT)
    box.vertical_alignment = 8
    #expect(lc_text_append_box(text.pointer, "a", 1, nil, &box) == LC_ERROR_ARGUMENT)
    (box.vertical_alignment, box.border) = (0, .nan)
    #expect(lc_text_append_box(text.pointer, "a", 1, nil, &box) == LC_ERROR_ARGUMENT)
    (box.border, box.flags) = (0, 2)
    #expect(lc_text_append_box(text.pointer, "a", 1, nil, &box) == LC_ERROR_ARGUMENT)
    (box.flags, box.link_length) = (0, 3)
    #expect(lc_text_append_box(text.pointer, "a", 1, nil, &box) == LC_ERROR_ARGUMENT)
    var attachment = lc_attachment.sized
    #expect(lc_text_append_attachment(text.pointer, nil, nil) == LC_ERROR_ARGUMENT)
    attachment.height = .infinity
    #expect(lc_text_append_attachment(text.pointer, &attachment, nil) == LC_ERROR_ARGUMENT)
    #expect(try count { lc_text_length(text.pointer, $0) } == 1)
  }

  /// Returns all parts of a layout, after a call for none and one for some of them.
  private func parts<Part>(
    of layout: Handle, _ part: Part,
    _ copy: (OpaquePointer?, UnsafeMutablePointer<Part>?, Int, UnsafeMutablePointer<Int>?)
      -> lc_status
  ) throws -> [Part] {
    let total = try count { copy(layout.pointer, nil, 0, $0) }
    var parts = [Part](repeating: part, count: total + 1)
    #expect(try count { copy(layout.pointer, &parts, total / 2, $0) } == total)
    #expect(try count { copy(layout.pointer, &parts, total + 1, $0) } == total)
    return Array(parts.prefix(total))
  }
}
