import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterText
import Testing

/// Nodes that are rotated, stacked in z-order, or painted with effects.
@Suite struct BoxEffectsTests {
  private func arrange(_ layout: some Layout) throws -> CellArrangement {
    try Arranging.arrange(layout, width: 200)
  }

  private func box(_ size: Double, _ tag: String) -> LayoutNode {
    Box(.black, size: Size(width: size, height: size)).tag(tag)
  }

  @Test func turnedNodesAreHitWhereTheyAreSeen() throws {
    // A bar of 100 × 20, rotated upright around its middle at (50, 10).
    let bar = Box(.black, size: Size(width: 100, height: 20)).tag("bar").transform(.rotate(90))
    let arrangement = try arrange(Column { bar }.padding(Insets(top: 60)))
    let seen = Rect(x: 40, y: 20, width: 20, height: 100)
    #expect(arrangement.regions.map(\.frame) == [seen])
    #expect(arrangement.regions[0].rectangles == [seen])
    #expect(arrangement.hit(Point(x: 50, y: 30))?.isTagged("bar") == true)
    #expect(arrangement.hit(Point(x: 50, y: 75))?.isTagged("bar") == true)
    #expect(arrangement.hit(Point(x: 10, y: 70))?.tag == nil)
  }

  /// The corners of the bounding box of a rotated node do not hit the node.
  @Test func whatIsAroundATurnedNodeIsNotInIt() throws {
    let box = box(100, "box").transform(.rotate(45))
    let arrangement = try arrange(Row { box }.padding(30))
    let around = try #require(arrangement.regions.first).frame
    #expect(abs(around.width - 100 * 2.0.squareRoot()) < 1e-9)
    #expect(arrangement.hit(Point(x: 80, y: 80))?.isTagged("box") == true)
    #expect(arrangement.hit(Point(x: 20, y: 20))?.tag == nil)
    // Just inside the left corner of the diamond, whose middle is at 80.
    #expect(arrangement.hit(Point(x: 80 - 69, y: 80))?.isTagged("box") == true)
  }

  @Test func changesAreAppliedFromTheInsideOut() throws {
    // CSS: translate(20px, 0) scale(2) scales first.
    let box = box(10, "box").transform(.translate(x: 20, y: 0)).transform(.scale(x: 2, y: 2))
    #expect(try arrange(Row { box }).regions[0].frame == Rect(x: 15, y: -5, width: 20, height: 20))
    var corner = box
    corner.decoration.effects.transformOrigin = .zero
    #expect(
      try arrange(Row { corner }).regions[0].frame == Rect(x: 20, y: 0, width: 20, height: 20))
  }

  @Test func nodesInTurnedOnesTurnWithThem() throws {
    let inner = box(20, "inner").transform(.translate(x: 0, y: 40))
    let outer = Row { inner }.frame(width: 100, height: 20).transform(.rotate(180))
    let arrangement = try arrange(Column { outer }.padding(Insets(top: 100)))
    // The place after half a turn around (50, 110).
    let frame = arrangement.regions[0].frame
    #expect(abs(frame.minX - 80) < 1e-9 && abs(frame.minY - 60) < 1e-9)
    #expect(arrangement.hit(Point(x: 90, y: 70))?.isTagged("inner") == true)
  }

  @Test func clipsCutWhatIsTurned() throws {
    let inner = box(40, "inner").transform(.translate(x: 30, y: 0))
    let arrangement = try arrange(
      Row { Row { inner }.frame(width: 50, height: 40).clipped() })
    #expect(arrangement.regions[0].frame == Rect(x: 30, y: 0, width: 20, height: 40))
    #expect(arrangement.hit(Point(x: 45, y: 5))?.isTagged("inner") == true)
    #expect(arrangement.hit(Point(x: 60, y: 5))?.tag == nil)
  }

  @Test func placesInTurnedTextsAreThoseSeen() throws {
    let text = Text("turned").transform(.rotate(180))
    let arrangement = try arrange(Row { text })
    let placed = try #require(arrangement.texts.first)
    let size = placed.layout.size
    let local = placed.local(Point(x: size.width - 2, y: arrangement.size.height - 3))
    #expect(abs(local.x - 2) < 1 && abs(local.y - 3) < 1)
    #expect(arrangement.text(nearest: Point(x: 1, y: 1))?.layout.glyphCount == 6)
  }

  @Test func nodesWithGreaterNumbersAreInFront() throws {
    let stack = Row {
      box(40, "high").zIndex(1)
      box(40, "low").margin(Insets(left: -20))
      box(40, "behind").margin(Insets(left: -20)).zIndex(-1)
      Row { box(40, "inner").zIndex(9) }.margin(Insets(left: -20))
    }
    let arrangement = try arrange(stack)
    #expect(
      arrangement.regions.compactMap(\.tag)
        == ["behind", "low", "inner", "high"].map { InlinePayload($0) })
    #expect(arrangement.hit(Point(x: 30, y: 5))?.isTagged("high") == true)
    #expect(arrangement.hit(Point(x: 50, y: 5))?.isTagged("low") == true)
    #expect(arrangement.hit(Point(x: 70, y: 5))?.isTagged("inner") == true)
    #expect(arrangement.fills.map(\.minX) == [40, 20, 60, 0])
  }

  @Test func layersLieOnTheBackground() throws {
    let layers: [BoxLayer] = [.image(ImageReference("a.png"), .fill), .paint(.color(.white))]
    let layout = Spacer().frame(width: 20, height: 10).background(.black).background(layers: layers)
    let arrangement = try arrange(Row { layout })
    #expect(arrangement.steps.map { $0.prefix(5) } == ["fill ", "fill ", "image"])
    #expect(arrangement.images == [ImageReference("a.png")])
  }

  @Test func linesAreBeforeOrBehindTheLetters() throws {
    let front = try arrange(Text("a").textStroke(.black, width: 2)).steps.map { $0.prefix(5) }
    #expect(front == ["text ", "textS"])
    let behind = try arrange(Text("a").textStroke(.black, width: 2, isBehind: true)).steps
    #expect(behind.map { $0.prefix(5) } == ["textS", "text "])
    let painted = try arrange(Text("a").textPaint(.color(.white)))
    #expect(painted.steps == ["group of 1 1.0"] && painted.texts.count == 1)
  }
}
