import Testing

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
        var c: Int {
          didSet { }
        }
        protocol P { func d(); var e: Int { get } }
        """#)
    let lengths = found.map { "\($0.name) \($0.length ?? 0)" }
    #expect(lengths == ["a 9", "b 2", "c 3", "P 1", "d 0", "e 1"])
  }

  @Test func knowsWhatIsPublicByContext() {
    let found = declarations(
      in: """
        public enum E { case a; var b: Int { 1 }; private func c() {} }
        public extension E { func d() {}; internal func e() {} }
        public protocol P { var f: Int { get }; associatedtype G }
        struct S { public internal(set) var h = 1; case i }
        """)
    #expect(found.filter(\.isPublic).map(\.name) == ["E", "a", "E", "d", "P", "f", "G", "h"])
  }

  @Test func seesDocumentationAboveAttributes() {
    let found = declarations(
      in: """
        /// Documented.
        @available(*, deprecated, message: "no (more")
        @inlinable public func a() {}
        // Only a remark.
        public func b() {}
        /** Documented
            as a block. */
        public func c() {}
        /// Not above.

        public func d() {}
        """)
    #expect(found.filter(\.isDocumented).map(\.name) == ["a", "c"])
    #expect(found.map(\.line) == [2, 5, 8, 11])
  }

  @Test func saysWhenBracesDoNotBalance() {
    #expect(!SwiftDeclarationScanner(SwiftLexer("struct A {")).isBalanced)
    #expect(!SwiftDeclarationScanner(SwiftLexer("struct A { } }")).isBalanced)
  }
}
