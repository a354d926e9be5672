import Foundation
import Linecaster
import Testing

@testable import LinecasterFeed

@Suite struct FeedCellTests {
  private static let widths = [0.0, 1, 30, 120, 239, 240, 360, 900]
  private static let image = FeedImage(
    reference: ImageReference("a.png"), size: Size(width: 400, height: 200))

  @Test(arguments: widths)
  func rowsAreAsWideAsTheListAndNeverLower(width: Double) throws {
    for item in [Self.item(), Self.item(author: "", body: ""), Self.item(image: Self.image)] {
      let size = try arrange(item, width: width).size
      #expect(size.width == width)
      #expect(size.height >= 45)
    }
  }

  @Test(arguments: [1, 1.25, 2])
  func rowsEndOnPixels(scale: Double) throws {
    for width in [120.0, 360, 900] {
      let height = try arrange(Self.item(), width: width, scale: scale).size.height * scale
      #expect(abs(height - height.rounded()) < 1e-6)
    }
  }

  @Test func emptyFieldsTakeNoRoom() throws {
    let both = try arrange(Self.item(), width: 360).size.height
    let neither = try arrange(Self.item(author: "", body: ""), width: 360).size.height
    #expect(neither == 61)
    #expect(both >= neither)
    let image = try arrange(Self.item(body: "", image: Self.image), width: 360).size.height
    let text = try arrange(Self.item(image: Self.image), width: 360).size.height
    #expect(text > image)
  }

  @Test func headersAreOneLineHowLongTheyMayBe() throws {
    let short = try arrange(Self.item(author: "Ada"), width: 360).size
    let words = String(repeating: "word ", count: 100)
    #expect(try arrange(Self.item(author: words), width: 360).size == short)
    #expect(try arrange(Self.item(author: "A\nda\r\n"), width: 360).size == short)
    #expect(try arrange(Self.item(time: .words(words)), width: 360).size == short)
    #expect(try arrange(Self.item(time: .words("a\nb")), width: 360).size == short)
  }

  @Test(
    arguments: [
      (Size(width: 400, height: 200), 360.0, Size(width: 284, height: 142)),
      (Size(width: 24, height: 24), 360, Size(width: 24, height: 24)),
      (Size(width: 100, height: 640), 360, Size(width: 50, height: 320)),
      (Size(width: 400, height: 200), 900, Size(width: 400, height: 200)),
      (Size(width: 400, height: 200), 120, Size(width: 72, height: 36)),
    ] as [(Size, Double, Size)])
  func imagesFitAndKeepTheirProportions(size: Size, width: Double, shown: Size) throws {
    let image = FeedImage(reference: ImageReference("a.png"), size: size)
    let list = try arrange(Self.item(image: image), width: width).displayList
    let frames = list.commands.compactMap { command -> Size? in
      guard case .image(_, let shape, _, _) = command else { return nil }
      return Size(width: shape.rect.width, height: shape.rect.height)
    }
    #expect(frames == [shown])
  }

  @Test func imagesWithoutPixelsAreLeftOut() throws {
    let image = FeedImage(reference: ImageReference("a.png"), size: .zero)
    #expect(
      try arrange(Self.item(image: image), width: 360).size
        == arrange(Self.item(), width: 360).size)
  }

  @Test func themesDifferInColoursOnly() throws {
    let light = try arrange(Self.item(), width: 360)
    let dark = try arrange(Self.item(), width: 360, theme: .dark)
    #expect(light.size == dark.size)
    #expect(fills(light).map(\.0) == fills(dark).map(\.0))
    #expect(fills(light).map(\.1) != fills(dark).map(\.1))
  }

  private func fills(_ arrangement: CellArrangement) -> [(DisplayShape, Color)] {
    arrangement.displayList.commands.compactMap { command in
      guard case .fill(let shape, .color(let color)) = command else { return nil }
      return (shape, color)
    }
  }

  private static func item(
    author: String = "Ada", time: FeedTime = .seconds(0), body: String = "Some text.",
    image: FeedImage? = nil
  ) -> FeedItem {
    FeedItem(identifier: 1, author: author, time: time, body: body, image: image)
  }

  private func arrange(
    _ item: FeedItem, width: Double, scale: Double = 1, theme: Theme = .light
  ) throws -> CellArrangement {
    let environment = LayoutEnvironment(width: width, scale: PixelScale(scale), theme: theme)
    return try CellArranger(typesetter: Typesetter(fonts: .bundled()))
      .arrange(AnyCell(FeedCell(item)).layout(in: environment), in: environment)
  }
}

@Suite struct FeedItemLinesTests {
  @Test(arguments: [
    ("Ada", "A"), ("", ""), ("  \n ada", "a"), ("👩‍👩‍👧 Family", "👩‍👩‍👧"), ("ليلى", "ل"),
    ("e\u{301}a", "e\u{301}"),
    ("e" + String(repeating: "\u{301}", count: 100_000), "e"),
  ])
  func theInitialIsTheFirstVisibleCharacter(author: String, initial: String) {
    let item = FeedItem(identifier: 1, author: author, time: .seconds(0), body: "")
    #expect(item.initial == initial)
  }

  @Test(arguments: [
    ("a", "a"), ("a\nb", "a b"), ("\r\na\u{2028}\u{2029}b\n", "a b"), ("\n", ""),
  ])
  func lineBreaksBecomeSpaces(text: String, line: String) {
    #expect(text.onOneLine == line)
  }
}

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
