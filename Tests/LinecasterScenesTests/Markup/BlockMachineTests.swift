@testable import LinecasterScenes
import Testing

/// Examples of the specification of CommonMark 0.31, in the notation of `outline`.
@Suite struct BlockMachineTests {
  @Test(arguments: [
    // Thematic breaks (§4.1).
    ("***\n---\n___", "hr hr hr"), ("+++", "p(+++)"), ("--", "p(--)"), (" - - -", "hr"),
    ("- foo\n***\n- bar", "ul(p(foo)) hr ul(p(bar))"), ("Foo\n***\nbar", "p(Foo) hr p(bar)"),
    // Headings (§4.2, §4.3).
    ("# foo\n### foo ###", "h1(foo) h3(foo)"), ("####### foo", "p(####### foo)"),
    ("#5 bolt", "p(#5 bolt)"), ("# foo#", "h1(foo#)"), ("###### foo", "h6(foo)"),
    ("## foo ##  ", "h2(foo)"), ("### foo ### b", "h3(foo ### b)"), ("   # foo", "h1(foo)"),
    ("    # foo", "code(# foo↵)"), ("Foo\n= =", "p(Foo = =)"), ("Foo\n   ----      ", "h2(Foo)"),
    ("Foo\n    ---", "p(Foo ---)"),
    ("#", "h1()"),
    ("Foo *bar*\n===", "h1(Foo e{bar})"), ("Foo\n---", "h2(Foo)"), ("a\nb\n==", "h1(a b)"),
    ("---\nFoo\n---\nBar\n---\nBaz", "hr h2(Foo) h2(Bar) p(Baz)"),
    ("> foo\n---", "q(p(foo)) hr"), ("- Foo\n---", "ul(p(Foo)) hr"),
    // Code (§4.4, §4.5).
    ("    a simple\n      indented block", "code(a simple↵  indented block↵)"),
    ("Foo\n    bar", "p(Foo bar)"), ("    foo\nbar", "code(foo↵) p(bar)"),
    ("\tfoo\n\n\n    bar", "code(foo↵↵↵bar↵)"),
    ("```swift x\n<\n >\n```", "code[swift](<↵ >↵)"), ("~~~~\naaa\n~~~\n~~~~", "code(aaa↵~~~↵)"),
    ("```\n\n  \n```", "code(↵  ↵)"), ("```", "code()"), ("``` ```\naaa", "p(c{ } aaa)"),
    // Tabs advance to multiples of four, counted from the start of the line.
    ("  \tfoo\tbaz", "code(foo\tbaz↵)"), ("  - foo\n\n\tbar", "ul*(p(foo) p(bar))"),
    (">\t\tfoo", "q(code(  foo↵))"), ("-\t\tfoo", "ul(code(  foo↵))"),
    (" - foo\n   - bar\n\t - baz", "ul(p(foo) ul(p(bar) ul(p(baz))))"),
    // The ends of fences, and the indentation that they remove.
    ("````\naaa\n```\n``````", "code(aaa↵```↵)"), ("```\naaa\n~~~\n```", "code(aaa↵~~~↵)"),
    ("~~~\naaa\n```\n~~~~ b", "code(aaa↵```↵~~~~ b↵)"),
    (" ```\n aaa\naaa\n```", "code(aaa↵aaa↵)"),
    ("   ```\n   aaa\n    aaa\n  aaa\n   ```", "code(aaa↵ aaa↵aaa↵)"),
    ("    ```\n    aaa\n    ```", "code(```↵aaa↵```↵)"), ("```\naaa\n  ```", "code(aaa↵)"),
    ("```\naaa\n    ```", "code(aaa↵    ```↵)"), ("``\naaa\n``", "p(c{aaa})"),
    ("    chunk1\n\n    chunk2\n  \n \n\n", "code(chunk1↵↵chunk2↵)"),
    ("> ```\n> aaa\n\nbbb", "q(code(aaa↵)) p(bbb)"),
    ("foo\n```\nbar\n```\nbaz", "p(foo) code(bar↵) p(baz)"),
    // Quotes (§5.1).
    ("> # Foo\n> bar\n> baz", "q(h1(Foo) p(bar baz))"), ("> bar\nbaz\n> foo", "q(p(bar baz foo))"),
    ("> - foo\n- bar", "q(ul(p(foo))) ul(p(bar))"),
    (">     foo\n    bar", "q(code(foo↵)) code(bar↵)"),
    ("> ```\nfoo\n```", "q(code()) p(foo) code()"), (">", "q()"),
    ("> foo\n\n> bar", "q(p(foo)) q(p(bar))"),
    ("> > > foo\nbar", "q(q(q(p(foo bar))))"), ("> a\n>\n> b", "q(p(a) p(b))"),
    // Lists (§5.2, §5.3).
    ("- one\n\n two", "ul(p(one)) p(two)"), ("- one\n\n  two", "ul*(p(one) p(two))"),
    ("-one\n\n2.two", "p(-one) p(2.two)"), ("10. a\n11. b", "ol10(p(a)|p(b))"),
    ("1234567890. not ok", "p(1234567890. not ok)"),
    ("123456789. ok", "ol123456789(p(ok))"), ("0. ok", "ol0(p(ok))"), ("-1. not", "p(-1. not)"),
    ("1. foo\n2. bar\n3) baz", "ol1(p(foo)|p(bar)) ol3(p(baz))"),
    // The indentation of the text of an item.
    (" -    one\n\n     two", "ul(p(one)) code( two↵)"),
    (" -    one\n\n      two", "ul*(p(one) p(two))"),
    (
      "1.     indented code\n\n   paragraph\n\n       more code",
      "ol1*(code(indented code↵) p(paragraph) code(more code↵))"
    ),
    ("- a\n- b\n\n- c", "ul*(p(a)|p(b)|p(c))"), ("- a\n  > b\n  >\n- c", "ul(p(a) q(p(b))|p(c))"),
    ("- foo\n- bar\n+ baz", "ul(p(foo)|p(bar)) ul(p(baz))"),
    ("- a\n\n- b", "ul*(p(a)|p(b))"), ("- a\n  - b\n\n    c\n- d", "ul(p(a) ul*(p(b) p(c))|p(d))"),
    ("1. a\n   - b\n   - c\n2. d", "ol1(p(a) ul(p(b)|p(c))|p(d))"), ("-\n  foo", "ul(p(foo))"),
    ("-\n\n  foo", "ul() p(foo)"), ("foo\n*\n\nfoo\n1.", "p(foo *) p(foo 1.)"),
    ("The number is\n14.  x", "p(The number is 14.  x)"), ("a\n1. b", "p(a) ol1(p(b))"),
    ("- a\n > b\n lazy", "ul(p(a)) q(p(b lazy))"),
    ("> 1. > Blockquote\ncontinued", "q(ol1(q(p(Blockquote continued))))"),
    ("- foo\n\n      bar", "ul*(p(foo) code(bar↵))"), ("* a\n*\n\n* c", "ul*(p(a)||p(c))"),
    // Only text may follow the check box of a task.
    ("- [x] a\n- [ ] # b\n- [y] c", "ul+-(p(a)|p(# b)|p([y] c))"),
    ("- [ ]\n- [x]a", "ul-(|p([x]a))"),
    // Tables: a header, a delimiter row, and rows up to a blank line or another block.
    ("a|b\n-|-\nc", "table(a|b/c)"),
    ("x\n| a |\n|:-:|\n| b \\| c | d |\n\ny", "p(x) table(a/b | c) p(y)"),
    ("a|b\n-|-\n# c", "table(a|b) h1(c)"), ("a|b\n-", "h2(a|b)"), ("a\n-|-", "p(a -|-)"),
    ("> a|b\n> -|-\nc", "q(table(a|b)) p(c)"), ("a|b\n-|-\n|", "table(a|b) p(|)"),
    // Raw HTML, and definitions.
    ("<div>\n*a*\n\n*b*", "html(<div>↵*a*) p(e{b})"),
    ("<!-- a\n\nb -->\nc", "html(<!-- a↵↵b -->) p(c)"),
    ("[a]: b\n\n[a]", "p(l{a})"), ("[a]: b\n===\n[a]", "p(=== l{a})"),
    ("[a]\n\n- [a]: b", "p(l{a}) ul()"),
    // Footnotes move to the end, numbered by their first reference.
    (
      "a[^y] b[^x]\n\n[^x]: c\n\n    d\n[^y]: e\n\nf",
      "p(an{1} bn{2}) p(f) note1(p(e)) note2(p(c) p(d))"
    ),
    ("a[^x]\n\n[^y]: b", "p(a[^x])"),
    // Images on a line of their own.
    ("![The *moon*](a/moon.png \"x\")", "img[a/moon.png](The moon)"),
    ("![foo ![bar](/url)](/url2)", "img[/url2](foo bar)"),
    ("![a](b) and more", "p(i{a} and more)"), ("![a](b)\n![c](d)", "p(i{a} i{c})"),
    ("see ![moon](a.png)", "p(see i{moon})"), ("![a](<b c.png>)", "img[b c.png](a)"),
    ("![a](b", "p(![a](b)"),
  ])
  func blocksAreThoseOfTheSpecification(text: String, expected: String) {
    #expect(MarkupOutline.text(Markup(text).blocks) == expected)
    #expect(MarkupOutline.text(Markup(text.replacing("\n", with: "\r\n")).blocks) == expected)
  }

  @Test func containersHaveALimit() {
    let text = String(repeating: "> ", count: 300) + "a"
    let depth = MarkupOutline.text(Markup(text).blocks).count { $0 == "q" }
    #expect(depth == Markup.depthLimit)
    #expect(
      MarkupOutline.text(Markup(text).blocks).hasSuffix(
        "> a" + String(repeating: ")", count: depth + 1)))
  }
}
