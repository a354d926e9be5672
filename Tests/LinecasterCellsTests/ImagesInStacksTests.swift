import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
import Testing

@testable import LinecasterCells

/// An image of a known size keeps its size and ratio in any container, unless modifiers override
/// them.
@Suite struct ImagesInStacksTests {
  private let image = Image(ImageReference("cat"), size: Size(width: 120, height: 90))
  private let words = Text("A message that is far longer than the room that is left beside it")

  @Test func aTemplateHasTheColourOfTheTheme() throws {
    func tint(_ layout: some Layout, in theme: Theme) throws -> Color? {
      let arrangement = try Arranging.arranger().arrange(
        layout, in: LayoutEnvironment(width: 320, theme: theme))
      guard case .image(_, _, _, let tint)? = arrangement.displayList.commands.first else {
        return nil
      }
      return tint
    }
    for theme in Theme.allCases {
      #expect(try tint(image, in: theme) == nil)
      #expect(try tint(image.tint(), in: theme) == ThemeColor.text.color(in: theme))
      #expect(try tint(image.tint(.accent), in: theme) == ThemeColor.accent.color(in: theme))
    }
    #expect(image.tint() != image.tint(.accent) && image.tint() != image.node)
  }

  private func size(_ layout: some Layout, width: Double = 320) throws -> Size {
    let list = try Arranging.arrange(layout, width: width).displayList
    for case .image(_, let shape, _, _) in list.commands { return shape.rect.size }
    return .zero
  }

  @Test func aRowNeitherShrinksNorStretchesIt() throws {
    for alignment in [BoxAlign.stretch, .flexStart, .center, .flexEnd, .baseline] {
      let row = Row(spacing: 8, alignment: alignment) {
        image
        words
      }
      for width in [320.0, 200, 60] {
        #expect(try size(row, width: width) == Size(width: 120, height: 90))
      }
    }
    let high = Row {
      image
      Box(.black, size: Size(width: 10, height: 300))
    }
    #expect(try size(high) == Size(width: 120, height: 90))
  }

  @Test func aColumnNeitherShrinksNorStretchesIt() throws {
    for alignment in [BoxAlign.stretch, .flexStart, .center, .flexEnd] {
      let column = Column(alignment: alignment) {
        image
        words
      }
      #expect(try size(column) == Size(width: 120, height: 90))
      #expect(try size(column, width: 50) == Size(width: 120, height: 90))
      #expect(try size(column.frame(height: 40)) == Size(width: 120, height: 90))
    }
  }

  @Test func theContainerStillPlacesIt() throws {
    func top(_ alignment: BoxAlign) throws -> Double {
      let row = Row(alignment: alignment) {
        image
        Box(.black, size: Size(width: 10, height: 190))
      }
      for case .image(_, let shape, _, _) in try Arranging.arrange(row, width: 320).displayList
        .commands
      { return shape.rect.minY }
      return -1
    }
    #expect(try top(.stretch) == 0 && top(.center) == 50 && top(.flexEnd) == 100)
  }

  @Test func theRatioHoldsWhereSomethingElseIsSaid() throws {
    #expect(try size(Row { image.frame(width: 60) }) == Size(width: 60, height: 45))
    #expect(
      try size(Column { image.frame(maxWidth: .percent(100)) }, width: 80)
        == Size(width: 80, height: 60))
    #expect(
      try size(
        Row {
          image.shrink(1).frame(minWidth: .zero)
          Box(.black, size: Size(width: 260, height: 1))
        }) == Size(width: 60, height: 45))
    #expect(try size(Row { image.frame(height: 30) }) == Size(width: 120, height: 30))
  }

  @Test func flatImagesTakeNoHeight() throws {
    let flat = Image(ImageReference("cat"), size: Size(width: 12, height: 0))
    #expect(
      try size(
        Row {
          flat
          words
        }) == Size(width: 12, height: 0))
  }
}

/// Layouts on top of each other.
@Suite struct OverlayTests {
  private let ground = Box(.black, size: Size(width: 40, height: 30))
  private let dot = Box(.white, size: Size(width: 10, height: 6))

  private func fills(_ overlay: Overlay) throws -> [Rect] {
    let list = try Arranging.arrange(
      Row {
        overlay
        Box(.black, size: Size(width: 1, height: 100))
      }, width: 200
    ).fills
    return Array(list.dropLast())
  }

  @Test func isAsLargeAsTheFirst() throws {
    let base = Rect(x: 0, y: 0, width: 40, height: 30)
    let cases: [(BoxAlign, BoxJustify, Rect)] = [
      (.flexStart, .flexStart, Rect(x: 0, y: 0, width: 10, height: 6)),
      (.center, .center, Rect(x: 15, y: 12, width: 10, height: 6)),
      (.flexEnd, .flexEnd, Rect(x: 30, y: 24, width: 10, height: 6)),
    ]
    for (alignment, distribution, frame) in cases {
      let overlay = Overlay(alignment: alignment, distribution: distribution) {
        ground
        dot
      }
      #expect(try fills(overlay) == [base, frame])
    }
  }

  @Test func laterOnesAreInFrontAndMayPlaceThemselves() throws {
    let overlay = Overlay {
      ground
      dot.absolute(top: 2, trailing: 3)
      dot.absolute(leading: -1, bottom: .percent(50))
    }
    #expect(
      try fills(overlay).dropFirst() == [
        Rect(x: 27, y: 2, width: 10, height: 6), Rect(x: -1, y: 9, width: 10, height: 6),
      ])
  }

  @Test func ofNothingIsNothing() throws {
    #expect(try fills(Overlay {}) == [])
  }
}
