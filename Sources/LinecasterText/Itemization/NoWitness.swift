import LinecasterFonts

/// Wants to know nothing, which costs nothing.
struct NoWitness: FontWitness {
  mutating func asked(
    _ entry: FontEntry, _ affinity: LanguageAffinity?,
    _ outcome: @autoclosure () -> FontTrial.Outcome
  ) {}
}
