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

@Suite struct SwiftDeclarationScannerTests {
  private func declarations(in source: String) -> [SwiftDeclaration] {
    let scanner = SwiftDeclarationScanner(SwiftLexer(source))
    #expect(scanner.isBalanced)
    return scanner.declarations
  }

  @Test func namesWhatIsDeclaredAndNothingElse() {
    let found = declarations(
      in: """
        public import struct Foundation.URL
        struct A<T>: P where T: Q {
          let text = "}", other = Foo.init(class: 1)
          static func == (a: A, b: A) -> Bool { let inner = 1; return inner == 1 }
          class var shared: A { A() }
          subscript(i: Int) -> Int { get { i } set {} }
        }
        extension A.B { enum C { case a, b(Int) } }
        prefix operator +++
        """)
    #expect(
      found.map(\.name) == [
        "Foundation", "A", "text", "==", "shared", "subscript", "A.B", "C", "a", "+++",
      ])
    #expect(found.filter(\.isTopLevel).map(\.name) == ["Foundation", "A", "A.B", "+++"])
  }

  @Test func measuresFunctionsWithTrickyBodies() {
    let found = declarations(
      in: #"""
        func a(f: () -> Void = { print("}") }) {
          // }
          /* { /* { */ */
          let s = """
            } \(["{": "}"].map { "\($0) }" }) {
            """
          func b() {
          }
        }
        @Test(arguments: [
          1
        ]) var c: Int {
          didSet { }
        }
        protocol P { func d(); var e: Int { get } }
        """#)
    let lengths = found.map { "\($0.name) \($0.length ?? 0)" }
    #expect(lengths == ["a 9", "b 2", "c 3", "P 1", "d 0", "e 1"])
  }

  @Test func knowsWhatIsPublicAndWherePrivate() {
    let found = declarations(
      in: """
        public enum E { case a; var b: Int { 1 }; private func c() {} }
        @inlinable open class F { public internal(set) var d = 1; fileprivate struct G {} }
        """)
    #expect(found.filter(\.isPublic).map(\.name) == ["E", "F", "d"])
    #expect(found.filter(\.isPrivate).map(\.name) == ["c", "G"])
  }

  @Test func saysWhenBracesDoNotBalance() {
    #expect(!SwiftDeclarationScanner(SwiftLexer("struct A {")).isBalanced)
    #expect(!SwiftDeclarationScanner(SwiftLexer("struct A { } }")).isBalanced)
  }
}
