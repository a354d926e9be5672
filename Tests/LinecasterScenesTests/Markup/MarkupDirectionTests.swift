import Testing

@testable import LinecasterScenes

@Suite struct MarkupDirectionTests {
  /// The shortcuts for ASCII agree with Unicode's properties.
  @Test func findsSpacesAndLettersOfUnicode() {
    for value in UInt32(0)...0x3100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(scalar.isSpace == scalar.properties.isWhitespace, "U+\(value)")
      #expect(scalar.isLetter == scalar.properties.isAlphabetic, "U+\(value)")
    }
  }
}
