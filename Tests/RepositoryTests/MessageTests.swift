import Testing

/// The words of messages: errors, warnings, help, answers of servers, and pages.
@Suite struct MessageTests {
  /// Texts that are not messages.
  private static let exceptions = [
    Exception(
      file: "Seeds/SelectNetwork.swift", phrase: "nobody",
      reason: "a placeholder that a seed program draws, in recorded pictures"),
    Exception(
      file: "Figures/RichTextFigures.swift", phrase: "whoever",
      reason: "the text of a recorded picture"),
  ]

  private struct Exception {
    /// The end of the path.
    let file: String
    let phrase: String
    let reason: String

    func allows(_ offence: Offence) -> Bool {
      offence.path.hasSuffix(file) && offence.reason == "has '\(phrase)'"
    }
  }

  /// The sources of the package, the server and the integrations.
  private let files: [SourceFile] = {
    let integrations = Repository.shared.names(in: "Integrations")
    return Repository.shared.sources
      + Repository.shared.swiftFiles(
        below: ["Server/Sources"] + integrations.map { "Integrations/\($0)/Sources" })
  }()

  @Test func messagesUseTheWordsOfTheField() {
    let offences = files.flatMap(Self.coined).filter { offence in
      !Self.exceptions.contains { $0.allows(offence) }
    }
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func exceptionsAreNeeded() {
    let offences = files.flatMap(Self.coined)
    for exception in Self.exceptions {
      #expect(offences.contains(where: exception.allows), "\(exception.file): \(exception.phrase)")
    }
  }

  @Test func readsTheServerAndTheIntegrations() {
    for folder in ["Sources/", "Server/Sources/", "Integrations/Previews/Sources/"] {
      #expect(files.contains { $0.path.hasPrefix(folder) }, "\(folder)")
    }
  }

  /// The coined phrases in string literals; identifiers, which have no spaces, are left out.
  private static func coined(in file: SourceFile) -> [Offence] {
    file.tokens.filter { $0.kind == .string }.flatMap { literal -> [Offence] in
      let text = withoutCode(literal.text)
      guard text.contains(" ") else { return [] }
      return CoinedPhrases.found(in: text).map {
        Offence(path: file.path, line: literal.line + $0.line, reason: "has '\($0.phrase)'")
      }
    }
  }

  /// The text of a literal with a space for each escape and interpolation; line ends stay.
  private static func withoutCode(_ literal: String) -> String {
    var text = ""
    // The open parentheses of an interpolation, and whether a string in it is open.
    var (depth, isQuoted) = (0, false)
    var isEscaped = false
    for character in literal {
      if character == "\n" {
        text.append(character)
        isEscaped = false
      } else if depth > 0 {
        if character == "\"" { isQuoted.toggle() }
        if !isQuoted { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
      } else if isEscaped, character != "#" {
        text.append(" ")
        isEscaped = false
        if character == "(" { depth = 1 }
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  @Test func catchesCoinedPhrases() {
    let text = ##"""
      // Nobody reads this comment.
      let a = "the update was called off"
      let b = "nobody() is code: \(nobody(told: ")")) is not told"
      let c = """
        Words of strangers, of which \
        there is
        none; \(lack)\nTold.
        """
      let d = #"a font \#(lacks) what it "lacks""#
      let e = "pictures_called_off_total"
      let f = "called, off"
      let somebody = "a label"
      """##
    let found = Self.coined(in: SourceFile(path: "Sources/A/A.swift", text: text))
    #expect(
      found.map(\.description) == [
        "Sources/A/A.swift:2: has 'called off'", "Sources/A/A.swift:3: has 'nobody'",
        "Sources/A/A.swift:3: has 'told'", "Sources/A/A.swift:5: has 'strangers'",
        "Sources/A/A.swift:7: has 'told'", "Sources/A/A.swift:6: has 'is none'",
        "Sources/A/A.swift:9: has 'lacks'", "Sources/A/A.swift:11: has 'called off'",
      ])
  }
}
