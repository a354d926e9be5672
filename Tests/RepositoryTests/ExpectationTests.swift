import Testing

/// Every test can fail: it has an expectation, and does not return before it silently.
@Suite struct ExpectationTests {
  private static let files =
    Repository.shared.swiftFiles.filter { !$0.path.hasPrefix("Sources/") }
    + Repository.shared.swiftFiles(below: ["Server", "Integrations"])

  @Test func everyTestExpectsSomething() {
    let code = TestCode(Self.files)
    #expect(code.tests.count > 2_500)
    let offences = code.tests.filter { !code.expects($0) }.map {
      Offence(path: $0.path, line: $0.line, reason: "\($0.name) expects nothing")
    }
    #expect(offences.isEmpty, "\(offences.report)")
  }

  /// Missing requirements fail or skip a test: `#require` or a trait says so.
  @Test func noTestPassesByReturning() {
    let offences = TestCode(Self.files).tests.flatMap(\.silentReturns)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  private func code(_ body: String, _ more: String = "") -> TestCode {
    TestCode([SourceFile(path: "Tests/A/A.swift", text: "@Test func a() {\n\(body)\n}\n\(more)")])
  }

  @Test(arguments: [
    ("#expect(a)", true), ("try #require(a)", true), ("Issue.record(a)", true),
    ("await confirmation { _ in }", true), ("check(a)", true), ("check { a }", true),
    ("_ = a", false), ("a.expect()", false), ("// #expect(a)", false), ("other(a)", false),
    ("let check = a", false),
  ])
  func knowsWhatExpects(body: String, expects: Bool) {
    let code = code(body, "func check(a: Int) { deeper() }\nfunc deeper() { #expect(a) }")
    #expect(code.tests.map(code.expects) == [expects])
  }

  @Test(arguments: [
    ("guard let a else { return }", true), ("if a { return }", true),
    ("for b in a {\n  guard b else {\n    return\n  }\n}", true),
    ("guard a else {\n  Issue.record(a)\n  return\n}", false),
    ("let b = a.map { return }", false), ("func b() { return }", false),
    ("guard a else { return 3 }", false),
  ])
  func knowsSilentReturns(body: String, isSilent: Bool) throws {
    let test = try #require(code(body).tests.first)
    #expect(test.silentReturns.isEmpty != isSilent)
  }
}

/// The functions of tests and of their helpers.
private struct TestCode {
  let tests: [TestFunction]
  private var helpers: [String: [TestFunction]] = [:]

  init(_ files: [SourceFile]) {
    let functions = files.flatMap(TestFunction.all)
    tests = functions.filter(\.isTest)
    helpers = Dictionary(grouping: functions.filter { !$0.isTest }, by: \.name)
  }

  /// Whether a function has an expectation, or calls one in its target or in support that has.
  func expects(_ function: TestFunction) -> Bool {
    var seen: Set<String> = []
    return expects(function, &seen)
  }

  private func expects(_ function: TestFunction, _ seen: inout Set<String>) -> Bool {
    if function.hasExpectation { return true }
    for name in function.calls where seen.insert(name).inserted {
      let called = (helpers[name] ?? []).filter {
        $0.target == function.target || $0.target.hasSuffix("Support")
      }
      for helper in called where expects(helper, &seen) { return true }
    }
    return false
  }
}

/// A function of the tests with its body.
private struct TestFunction {
  let path: String
  let name: String
  let line: Int
  let isTest: Bool
  let body: ArraySlice<SwiftToken>

  /// The folder of the target.
  var target: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

  static func all(in file: SourceFile) -> [TestFunction] {
    var starts: [Int: [Int]] = [:]
    for (index, token) in file.tokens.enumerated() where token.text == "func" {
      starts[token.line, default: []].append(index)
    }
    return file.declarations.filter { $0.kind == .function }.compactMap { declaration in
      let start = starts[declaration.keywordLine]?.first {
        file.tokens[($0 + 1)...].first?.text == declaration.name
      }
      guard let start, let body = body(file.tokens, behind: start) else { return nil }
      return TestFunction(
        path: file.path, name: declaration.name, line: declaration.keywordLine,
        isTest: declaration.modifiers.contains("@Test"), body: body)
    }
  }

  /// The tokens of the body, behind the parameters.
  private static func body(_ tokens: [SwiftToken], behind start: Int) -> ArraySlice<SwiftToken>? {
    var (depth, first): (Int, Int?) = (0, nil)
    for index in start..<tokens.count where tokens[index].kind == .mark {
      switch tokens[index].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{":
        if first == nil, depth == 0 { (first, depth) = (index, 0) }
        if first != nil { depth += 1 }
      case "}":
        guard let first else { continue }
        depth -= 1
        if depth == 0 { return tokens[first...index] }
      default: continue
      }
    }
    return nil
  }

  var hasExpectation: Bool { Self.hasExpectation(body) }

  private static func hasExpectation(_ tokens: ArraySlice<SwiftToken>) -> Bool {
    tokens.indices.contains { index in
      guard tokens[index].kind == .word else { return false }
      switch tokens[index].text {
      case "expect", "require": return index > tokens.startIndex && tokens[index - 1].text == "#"
      case "confirmation", "Issue": return true
      default: return false
      }
    }
  }

  /// The names that are followed by arguments or a closure.
  var calls: Set<String> {
    Set(
      zip(body, body.dropFirst()).compactMap { name, next in
        name.kind == .word && next.kind == .mark && ["(", "{"].contains(next.text)
          ? name.text : nil
      })
  }

  /// Returns without a value and without an expectation before them in the same braces.
  var silentReturns: [Offence] {
    var open: [(isOwn: Bool, start: Int)] = []
    var word = ""
    return body.indices.compactMap { index in
      let token = body[index]
      switch token.text {
      case "if", "else", "guard", "for", "while", "switch", "do", "catch", "func": word = token.text
      case "{" where token.kind == .mark:
        open.append((open.isEmpty || !["", "func"].contains(word), index))
        word = ""
      case "}" where token.kind == .mark: open.removeLast()
      case "return" where index + 1 < body.endIndex && body[index + 1].text == "}":
        guard open.allSatisfy(\.isOwn), let start = open.last?.start,
          !Self.hasExpectation(body[start..<index])
        else { return nil }
        return Offence(path: path, line: token.line, reason: "\(name) passes by returning")
      default: break
      }
      return nil
    }
  }
}
