import Testing

@Suite struct CodeRulesTests {
  private let repository = Repository.shared

  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "Sources/LinecasterText/A.swift", text: text)
  }

  @Test func nothingEndsTheProcessOrWaitsForTheMainQueue() {
    let offences = CodeRules.forbiddenCode(repository.libraries)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func everyPublicDeclarationIsDocumented() {
    let offences = CodeRules.undocumentedDeclarations(repository.libraries)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func unfinishedWorkHasAReason() {
    let offences = CodeRules.unreasonedMarks(repository.swiftFiles + repository.cFiles)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func uncheckedSendableHasAReason() {
    let offences = CodeRules.unreasonedUnchecked(repository.libraries)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test(arguments: CodeRules.forbidden.map { $0.0.joined(separator: " ") })
  func catchesForbiddenCode(code: String) {
    #expect(CodeRules.forbiddenCode([file("func f() {\n  \(code)\n}")]).map(\.line) == [2])
    #expect(CodeRules.forbiddenCode([file("// \(code)\nlet a = \"\(code)\"")]).isEmpty)
  }

  @Test(arguments: [
    "public struct B {}", "public func b() {}", "open class B {}", "public typealias B = Int",
    "@inlinable public init() {}", "public let b = 1", "public subscript(i: Int) -> Int { i }",
    "public static func == (a: A, b: A) -> Bool { true }", "public private(set) var b = 1",
  ])
  func catchesUndocumentedDeclarations(code: String) {
    let documented = file("struct A {\n  /// Does.\n  \(code)\n}")
    let bare = file("struct A {\n\n  \(code)\n}")
    #expect(CodeRules.undocumentedDeclarations([documented]).isEmpty)
    #expect(CodeRules.undocumentedDeclarations([bare]).map(\.line) == [3])
  }

  @Test func catchesUndocumentedMembersThatArePublicByContext() {
    let planted = file(
      """
      /// Documented.
      public enum A {
        case a
      }
      /// Documented.
      public protocol B {
        var b: Int { get }
      }
      public extension A {
        func c() {}
      }
      """)
    #expect(CodeRules.undocumentedDeclarations([planted]).map(\.line) == [3, 7, 10])
  }

  @Test func catchesMarksWithoutAReason() {
    let planted = file(
      """
      // TODO: later
      // TODO(needs a newer ICU) later
      /* FIXME */
      // FIXME( )
      let a = "TODO"
      """)
    #expect(CodeRules.unreasonedMarks([planted]).map(\.line) == [1, 3, 4])
  }

  @Test func catchesUncheckedSendableWithoutAReason() {
    let far = String(repeating: "\n", count: CodeRules.reasonDistance + 1)
    let type = "final class A: @unchecked Sendable {\n"
    #expect(CodeRules.unreasonedUnchecked([file(type + "// Unchecked: locked.\n}")]).isEmpty)
    #expect(CodeRules.unreasonedUnchecked([file(type + "}")]).map(\.line) == [1])
    #expect(
      CodeRules.unreasonedUnchecked([file(type + far + "// Unchecked: locked.\n}")]).count == 1)
  }
}
