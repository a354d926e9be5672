import LinecasterBase
import Testing

@Suite struct ColorTests {
  @Test func readsEveryFormOfHex() {
    #expect(Color(hex: "#f0A") == Color(red: 255, green: 0, blue: 170))
    #expect(Color(hex: "#12aBfF") == Color(red: 0x12, green: 0xAB, blue: 0xFF))
    #expect(Color(hex: "#12ABFF80") == Color(red: 0x12, green: 0xAB, blue: 0xFF, alpha: 0x80))
    #expect(Color(hex: "#1aB8") == Color(hex: "#11AABB88"))
    #expect(Color(hex: "#fff0") == Color.white.opacity(0))
    #expect(Color(hex: "x#123".dropFirst()) == Color(rgb: 0x112233))
  }

  @Test(arguments: [
    "", "#", "#1", "#12", "#12345", "#1234567", "#123456789", "123456", " #123456",
    "#12345g", "#12 456", "#-12345", "#１２３", "#12\u{301}3", "#123\n", "#\u{0}\u{0}\u{0}",
    "＃123", "#\u{1F1E6}\u{1F1E7}f",
  ])
  func refusesWhatIsNoColor(_ text: String) {
    #expect(Color(hex: text) == nil)
  }

  @Test func readsBackEveryChannel() {
    for value in 0...255 {
      let byte = String(value, radix: 16)
      let digits = value < 16 ? "0" + byte : byte
      let color = Color(
        red: UInt8(value), green: UInt8(255 - value), blue: 7, alpha: UInt8(value))
      let green = String(255 - value, radix: 16)
      let greenDigits = green.count == 1 ? "0" + green : green
      #expect(Color(hex: "#\(digits)\(greenDigits)07\(digits)") == color)
    }
  }

  @Test func ignoresBitsAboveRed() {
    #expect(Color(rgb: 0xFF12_3456) == Color(red: 0x12, green: 0x34, blue: 0x56))
  }

  @Test func clampsOpacity() {
    let color = Color(red: 1, green: 2, blue: 3, alpha: 200)
    #expect(color.opacity(0.5).alpha == 100)
    #expect(color.opacity(1) == color)
    #expect(color.opacity(7) == color)
    #expect(color.opacity(.infinity) == color)
    for factor: Double in [0, -1, -.infinity, .nan] { #expect(color.opacity(factor).alpha == 0) }
  }
}
