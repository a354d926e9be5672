import LinecasterFonts

/// Keeps the faces that were asked for a grapheme.
struct TrialRecorder: FontWitness {
  /// The faces asked, in order.
  private(set) var trials: [FontTrial]

  private let named: [FontEntry]

  /// Starts with the named families that the collection does not have.
  init(_ matcher: FontMatcher) {
    named = matcher.named.map(matcher.entry)
    trials = matcher.unknownNames.map {
      FontTrial(family: $0, style: "", isNamed: true, affinity: nil, outcome: .unknownFamily)
    }
  }

  mutating func asked(
    _ entry: FontEntry, _ affinity: LanguageAffinity?,
    _ outcome: @autoclosure () -> FontTrial.Outcome
  ) {
    trials.append(
      FontTrial(
        family: entry.description.family, style: entry.description.styleName,
        isNamed: named.contains { $0 === entry }, affinity: affinity, outcome: outcome()))
  }
}
