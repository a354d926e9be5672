import Testing

@Suite struct SwiftLexerTests {
  private func words(in source: String) -> [String] {
    SwiftLexer(source).tokens.filter { $0.kind == .word }.map(\.text)
  }

  @Test func leavesOutCommentsAndStrings() {
    #expect(words(in: #"a /* b /* c */ d */ e // f"#) == ["a", "e"])
    #expect(words(in: #"a "b \" c" d "\(x + "y)") z" e"#) == ["a", "d", "e"])
    #expect(words(in: ##"a #"b " \ \#(c)"# d #/e"/# f"##) == ["a", "d", "f"])
    #expect(words(in: ##"a #""""# b"##) == ["a", "b"])
    #expect(words(in: "a \"\"\"\n b \"c\" \n\"\"\" d") == ["a", "d"])
  }

  @Test func countsLinesThroughStringsAndComments() {
    let lexer = SwiftLexer("/*\n\n*/ a \"\"\"\nx\n\"\"\" b // c\nd")
    #expect(lexer.tokens.map(\.line) == [3, 3, 5, 6])
    #expect(lexer.comments.map(\.lines) == [1...3, 5...5])
  }

  @Test func tellsDocumentationFromRemarks() {
    let lexer = SwiftLexer("/// a\n// b\n/** c */\n/**/\n/* d */")
    #expect(lexer.comments.map(\.isDocumentation) == [true, false, true, false, false])
  }

  @Test func keepsBacktickedNamesApartFromKeywords() {
    #expect(words(in: "case `default`, größe") == ["case", "`default`", "größe"])
  }

  @Test func endsOnUnfinishedInput() {
    for source in ["\"a", "/* a", "\"\\(a", "#\"a", "\"\"\"\na", "a \\", "#/a", "\"\\"] {
      #expect(SwiftLexer(source).tokens.count <= 2)
    }
  }
}
