import Testing

@testable import LinecasterText

@Suite struct LineTerminatorTests {
  @Test func knowsTheCharactersThatEndLines() {
    let found = (UInt16.min...UInt16.max).filter(LineTerminator.isOne)
    #expect(found == [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029])
  }

  @Test func keepsACarriageReturnWithItsLineFeed() {
    #expect(!LineTerminator.endsLine(0x0D, before: 0x0A))
    #expect(LineTerminator.endsLine(0x0D, before: 0x0D))
    #expect(LineTerminator.endsLine(0x0D, before: nil))
    #expect(LineTerminator.endsLine(0x0A, before: 0x0A))
    #expect(!LineTerminator.endsLine(0x61, before: 0x0A))
  }
}
