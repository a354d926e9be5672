import Foundation
import Linecaster
import Testing

@testable import LinecasterFeed

@Suite struct FeedPaletteTests {
  /// WCAG 2.2, success criterion 1.4.3: text needs a contrast of 4.5 to 1.
  @Test(arguments: Theme.allCases)
  func textStandsOutFromTheGround(theme: Theme) {
    let palette = FeedPalette(theme)
    #expect(contrast(palette.text, palette.ground) >= 4.5)
    #expect(contrast(palette.muted, palette.ground) >= 4.5)
    #expect(contrast(palette.separator, palette.ground) > 1)
  }

  @Test func authorsHaveColoursOfTheirOwnThatLast() {
    #expect(FeedPalette.avatar(of: "Ada Lovelace") == FeedPalette.avatar(of: "Ada Lovelace"))
    let colors = Set((0..<200).map { FeedPalette.avatar(of: "author \($0)") })
    #expect(colors.count == 8)
    // Recorded: the colour must not differ from run to run or between machines.
    #expect(FeedPalette.avatar(of: "") == Color(rgb: 0x0B7285))
  }

  @Test func initialsStandOutFromEveryAvatar() {
    for grey in 0...255 as ClosedRange<UInt8> {
      let avatar = Color(red: grey, green: grey, blue: grey)
      #expect(contrast(FeedPalette.initial(on: avatar), avatar) >= 2.5, "grey \(grey)")
    }
    for author in 0..<200 {
      let avatar = FeedPalette.avatar(of: "author \(author)")
      #expect(contrast(FeedPalette.initial(on: avatar), avatar) >= 3.5)
    }
  }

  /// The contrast ratio of WCAG 2.2, 1 to 21.
  private func contrast(_ one: Color, _ other: Color) -> Double {
    let lights = [luminance(one), luminance(other)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private func luminance(_ color: Color) -> Double {
    let linear = [color.red, color.green, color.blue].map { channel -> Double in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
