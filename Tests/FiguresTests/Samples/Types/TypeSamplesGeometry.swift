import LinecasterBase
import LinecasterText
import Testing

/// The samples in the comments of LinecasterBase.
@Suite struct TypeSamplesGeometry {
  @Test func rectangles() {
    let card = Rect(x: 16, y: 8, width: 288, height: 96)
    let content = card.inset(by: Insets(horizontal: 12, vertical: 8))
    let seen = content.intersection(Rect(x: 0, y: 0, width: 320, height: 50))
    let both = card.union(card.offset(x: 0, y: 104))
    #expect(content == Rect(x: 28, y: 16, width: 264, height: 80))
    #expect(seen?.height == 34 && both.height == 200)
  }

  @Test func colors() {
    let link = Color(rgb: 0x1A5FB4)
    let same = Color(hex: "#1a5fb4")
    let pressed = link.opacity(0.5)
    #expect(same == link && pressed.alpha == 128)
  }

  @Test func themes() {
    let warning = ThemeColor(light: Color(rgb: 0x9A6700), dark: Color(rgb: 0xD29922))
    let style = TextStyle(size: 13, color: warning)
    let drawn = warning.color(in: .dark)
    #expect(drawn == Color(rgb: 0xD29922) && style.themeColor == warning)
  }

  @Test func pixels() {
    let scale = PixelScale(2)
    let edge = scale.rounded(10.3)  // 10.5
    let height = scale.roundedUp(16.1)  // 16.5
    let pixels = scale.pixels(height)  // 33
    #expect(edge == 10.5 && height == 16.5 && pixels == 33)

    let hairline = PixelScale(1.5).lineWidth(1)  // 1 / 1.5: one pixel
    #expect(hairline == 1 / 1.5)
  }
}
