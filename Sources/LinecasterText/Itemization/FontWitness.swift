import LinecasterFonts

/// Sees how a cascade finds the face of a grapheme.
protocol FontWitness {
  /// Takes note of a face that was asked; `outcome` is only computed where somebody wants to know.
  mutating func asked(
    _ entry: FontEntry, _ affinity: LanguageAffinity?,
    _ outcome: @autoclosure () -> FontTrial.Outcome)
}
