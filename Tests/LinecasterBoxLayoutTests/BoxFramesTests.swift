import LinecasterBase
import LinecasterBoxLayout
import Testing

struct BoxFramesTests {
  @Test func describesTheTree() throws {
    let frames = try flex(50, 20, [box(10, 10), text([5]), flex(.auto, .auto, [])]).layout()
    #expect(
      frames.debugDescription == """
        0 row (0.0, 0.0) 50.0 x 20.0 {width 50.0, height 20.0}
          1 leaf (0.0, 0.0) 10.0 x 10.0 {shrink 0.0, width 10.0, height 10.0}
          2 measured leaf (10.0, 0.0) 5.0 x 20.0
          3 row (15.0, 0.0) 0.0 x 20.0

        """)
  }

  @Test func describesStylesInTheWordsOfCSS() throws {
    let odd = style {
      $0.writingDirection = .rightToLeft
      ($0.direction, $0.wrap, $0.gap) = (.column, .wrapReverse, .percent(5))
      ($0.justifyContent, $0.alignSelf, $0.boxSizing) = (.spaceEvenly, .baseline, .contentBox)
      ($0.minWidth, $0.basis, $0.aspectRatio) = (.fitContent, .content, 1.5)
      $0.margin = BoxEdges(left: 1, top: .auto, start: 3)
      $0.inset = BoxEdges(left: .auto, top: 2, right: .auto, bottom: .auto)
    }
    let text = try BoxNode.container(odd, []).layout().debugDescription
    #expect(
      text.hasSuffix(
        """
        {wrap wrapReverse, justify-content spaceEvenly, align-self baseline, basis content, \
        min-width fit-content, row-gap 5.0%, column-gap 5.0%, margin auto 3.0 0.0 1.0, \
        inset 2.0 auto auto auto, aspect-ratio 1.5, content-box, rtl}

        """))
  }

  @Test func textIsRoundedUp() throws {
    let root = flex(.auto, .auto, { $0.alignItems = .flexStart }, [box(0.3, 5), text([20.2])])
    let rounded = try root.layout().rounded(to: .one)
    #expect(rounded.frame(of: BoxID(index: 2)) == rect(0, 0, 21, 10))
    let nearest = try root.layout().rounded(to: .one, roundsTextUp: false)
    #expect(nearest.frame(of: BoxID(index: 2)) == rect(0, 0, 21, 10))
    let quarter = flex(.auto, .auto, { $0.alignItems = .flexStart }, [text([20.2])])
    #expect(try quarter.layout().rounded(to: .one).frame(of: BoxID(index: 1)).width == 21)
    let cut = try quarter.layout().rounded(to: .one, roundsTextUp: false)
    #expect(cut.frame(of: BoxID(index: 1)).width == 20)
  }

  @Test func roundsAbsoluteEdges() throws {
    let third: (inout BoxStyle) -> Void = { $0.grow = 1 }
    let frames = try flex(10, 10, [box(0, 10, third), box(0, 10, third), box(0, 10, third)])
      .layout().rounded(to: .one)
    let widths = (1...3).map { frames.frame(of: BoxID(index: $0)).width }
    #expect(widths == [3, 4, 3])
  }

  @Test func scaleRoundsTheLayout() throws {
    var tree = BoxTree()
    tree.addLeaf(style { $0.width = 3.3 }, isMeasured: false)
    let frames = try tree.layout(in: AvailableSpace(), scale: PixelScale(2)) { _, _ in
      BoxMeasurement(size: .zero)
    }
    #expect(frames.frame(of: BoxID(index: 0)).width == 3.5)
  }
}
