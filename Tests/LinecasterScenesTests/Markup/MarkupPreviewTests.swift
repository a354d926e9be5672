import LinecasterScenes
import Testing

/// Unfinished text is shown as it will probably be when it is finished.
@Suite struct MarkupPreviewTests {
  @Test(arguments: [
    ("a **b", "p(a s{b})"), ("a **", "p(a )"), ("a *b*", "p(a e{b})"), ("**b*", "p(s{b})"),
    ("**b**", "p(s{b})"), ("***b", "p(es{b})"), ("**a *b", "p(s{a }es{b})"), ("2*3", "p(2*3)"),
    ("这是**重点", "p(这是s{重点})"), ("~~b", "p(x{b})"), ("a `b", "p(a c{b})"), ("a `", "p(a )"),
    ("`` a ` b `", "p(c{ a ` b })"), ("a [b", "p(a b)"), ("a [b]", "p(a b)"),
    ("a [b](ht", "p(a b)"),
    ("a [b](c)", "p(a l{b})"), ("a ![b](c", "p(a b)"), ("a [b] c", "p(a [b] c)"),
    ("a &am", "p(a )"),
    ("a <htt", "p(a htt)"), ("a < b", "p(a < b)"), ("a \\", "p(a )"), ("a[^n", "p(a)"),
    ("a\n-", "p(a)"), ("a\n\n- ", "p(a)"), ("a\n\n1", "p(a)"), ("a\n\n1.", "p(a)"),
    ("a\n\n12 b", "p(a) p(12 b)"),
    ("#", ""), ("# *b", "h1(e{b})"), ("# *b\n", "h1(*b)"), ("- a\n- **b", "ul(p(a)|p(s{b}))"),
    ("> **b\n> c", "q(p(s{b c}))"), ("```sw", "code[sw]()"), ("```\na\n``", "code(a↵)"),
    ("```\na *b", "code(a *b↵)"), ("| a | b", "table(a|b)"), ("| a | b |\n|--", "table(a|b)"),
    ("| a |\n|--|\n| **c", "table(a/s{c})"), ("a | b", "p(a | b)"), ("a *b\n\nc", "p(a *b) p(c)"),
    ("a[^n]\n\n[^n]: *b", "p(an{1}) note1(p(e{b}))"),
  ])
  func marksAreNotSeen(text: String, expected: String) {
    var stream = MarkupStream()
    stream.append(text)
    #expect(MarkupOutline.text(stream.preview.map(\.content)) == expected)
    let update = stream.updatePreview()
    #expect(update.blocks + update.footnotes == stream.preview)
  }
}
