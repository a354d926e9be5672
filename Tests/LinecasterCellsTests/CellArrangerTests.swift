import Dispatch
import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterCells

@Suite struct CellArrangerTests {
  /// Avatar of 40 × 40, 12 points of padding, 12 between: the column is 360 − 3·12 − 40 = 284 wide.
  @Test func placesAnAvatarBesideAColumn() throws {
    let card = Row(spacing: 12) {
      Box(.black, size: Size(width: 40, height: 40), cornerRadius: 20)
      Column(spacing: 4) {
        Box(.black, size: Size(width: 100, height: 18))
        Box(.black, size: Size(width: 200, height: 30))
      }
      .grow().background(.white)
    }
    .padding(12).background(.white, cornerRadius: 8)
    let arrangement = try Arranging.arrange(card, width: 360)
    #expect(arrangement.size == Size(width: 360, height: 76))
    #expect(
      arrangement.fills == [
        Rect(x: 0, y: 0, width: 360, height: 76), Rect(x: 12, y: 12, width: 40, height: 40),
        Rect(x: 64, y: 12, width: 284, height: 52), Rect(x: 64, y: 12, width: 100, height: 18),
        Rect(x: 64, y: 34, width: 200, height: 30),
      ])
  }

  /// Columns are 30 wide and letters 20, as in the boxes of Chromium 156 for the same flexboxes; a
  /// height of 160 gives four columns of 32 letters.
  @Test func verticalTextIsAsWideAsItsColumns() throws {
    var paragraph = Paragraph(
      String(repeating: "永", count: 32), style: TextStyle(size: 20, language: "ja"))
    paragraph.style.writingMode = .verticalRightToLeft
    paragraph.style.lineHeight = .points(30)
    let text = Text(paragraph)
    let row = Row(alignment: .flexStart) {
      Box(.black, size: Size(width: 20, height: 20))
      text.frame(height: 160).background(.white)
      Box(.black, size: Size(width: 20, height: 20))
    }
    #expect(
      try Arranging.arrange(row, width: 300).fills == [
        Rect(x: 0, y: 0, width: 20, height: 20), Rect(x: 20, y: 0, width: 120, height: 160),
        Rect(x: 140, y: 0, width: 20, height: 20),
      ])
    let column = Column(alignment: .flexStart) { text.frame(height: 160).background(.white) }
    #expect(
      try Arranging.arrange(column, width: 300).fills
        == [Rect(x: 0, y: 0, width: 120, height: 160)])
  }

  /// Long texts of a cell are prepared where they differ from those of its earlier version, and
  /// arranged as without one: texts that grow, change, come, go and change places.
  @Test func longTextsAreArrangedAsWithoutAnEarlierVersion() throws {
    var random = SeededGenerator(salt: 471)
    let arranger = try Arranging.arranger()
    let environment = LayoutEnvironment(width: 180)
    let words = ["four ", "words ", "of ", "a ", "text ", "עברית ", "مرحبا ", "かな", "😀 "]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    }
    func layout(_ texts: [String]) -> LayoutNode {
      Column {
        for (index, text) in texts.enumerated() {
          Text("\(index)")
          Column { Text(text) }.padding(4).background(.white, cornerRadius: 3).opacity(0.9)
        }
      }
      .node
    }
    var texts = (0..<3).map { _ in text(400) }
    var earlier = try arranger.arrange(layout(texts), in: environment)
    for step in 0..<40 {
      let index = Int.random(in: 0..<texts.count, using: &random)
      switch random.next() % 8 {
      case 0 where texts.count > 1: texts.remove(at: index)
      case 1: texts.insert(text(350), at: index)
      case 2: texts.swapAt(0, index)
      case 3: texts[index] = text(3) + texts[index]
      case 4: texts[index].removeLast(7)
      default: texts[index] += text(3)
      }
      let grown = try arranger.arrange(
        layout(texts), in: environment, replacing: earlier, isCancelled: { false })
      let whole = try Arranging.arrange(layout(texts), width: 180)
      #expect(grown.size == whole.size, "seed \(random.seed), step \(step)")
      let isSame = zip(grown.layouts, whole.layouts).allSatisfy { grown, whole in
        grown.lines == whole.lines
          && zip(grown.glyphRuns, whole.glyphRuns).allSatisfy { $0.looksLike($1) }
      }
      #expect(isSame, "seed \(random.seed), step \(step)")
      #expect(grown.layouts.count == whole.layouts.count)
      earlier = grown
    }
  }

  @Test func aWordIsPreparedAloneInALongText() throws {
    let arranger = try Arranging.arranger()
    let environment = LayoutEnvironment(width: 180)
    var string = String(repeating: "four words of text ", count: 2_000)
    var earlier = try arranger.arrange(Text(string), in: environment)
    for _ in 0..<3 {
      let before = arranger.typesetter.statistics.glyphs
      string += "more "
      earlier = try arranger.arrange(
        Text(string), in: environment, replacing: earlier, isCancelled: { false })
      #expect(arranger.typesetter.statistics.glyphs - before < 200)
    }
  }

  /// Seed row A30: hidden nodes take no room, and neither they nor their children are drawn.
  @Test func hiddenNodesTakeNoRoomAndAreNotDrawn() throws {
    func column(_ secret: LayoutNode?) -> LayoutNode {
      Column(spacing: 4) {
        Box(.black, size: Size(width: 20, height: 10))
        if let secret { secret }
        Box(.black, size: Size(width: 20, height: 30))
      }.node
    }
    let secret = Column { Text("secret") }.padding(5).background(.black)
    let shown = try Arranging.arrange(column(secret), width: 50)
    let hidden = try Arranging.arrange(
      column(secret.modified { $0.style.display = .none }), width: 50)
    let without = try Arranging.arrange(column(nil), width: 50)
    #expect(hidden.size == without.size && hidden.steps == without.steps)
    #expect(hidden.texts.isEmpty && shown.texts.count == 1)
    #expect(shown.size.height > hidden.size.height + 10)
  }

  /// A node without a box draws its children only.
  @Test func nodesWithoutABoxDrawTheirChildrenOnly() throws {
    let inner = Row { Box(.black, size: Size(width: 20, height: 10)) }
      .background(.white).opacity(0.5)
    let bare = try Arranging.arrange(
      Column { inner.modified { $0.style.display = .contents } }, width: 50)
    #expect(bare.steps == ["fill \(Rect(x: 0, y: 0, width: 20, height: 10)) r0.0"])
  }

  /// Seed row A28: containers that draw nothing only contribute their offsets.
  @Test func placesAddUpThroughContainersThatDrawNothing() throws {
    let box = Box(.black, size: Size(width: 20, height: 10))
    let inner = Row {
      Column { box.margin(Insets(all: 1)) }.padding(Insets(top: 3, left: 2, bottom: 0, right: 0))
    }
    let middle = Column(spacing: 5) {
      Row {}.frame(height: 7)
      inner.padding(11)
    }
    let tree = Row(spacing: 13) {
      Row {}.frame(width: 17)
      middle.margin(Insets(all: 19))
    }
    let arrangement = try Arranging.arrange(tree, width: 200)
    let place = Point(x: 17 + 13 + 19 + 11 + 2 + 1, y: 19 + 7 + 5 + 11 + 3 + 1)
    #expect(arrangement.fills == [Rect(origin: place, size: Size(width: 20, height: 10))])
    #expect(arrangement.displayList.commands.count == 1)
  }

  /// Seed row B5: centred content, stacks, layers and spacers are where a calculation by hand has
  /// them.
  @Test func containersPlaceTheirChildren() throws {
    func box(_ width: Double, _ height: Double) -> Box {
      Box(.black, size: Size(width: width, height: height))
    }
    let centred = try Arranging.arrange(
      Column(alignment: .center, distribution: .center) { box(20, 10) }.frame(height: 50),
      width: 100)
    #expect(centred.fills == [Rect(x: 40, y: 20, width: 20, height: 10)])
    let layers = try Arranging.arrange(
      Row {
        Overlay(alignment: .flexEnd, distribution: .flexEnd) {
          box(30, 40)
          box(8, 6)
        }
      }, width: 100)
    #expect(
      layers.fills == [
        Rect(x: 0, y: 0, width: 30, height: 40), Rect(x: 22, y: 34, width: 8, height: 6),
      ])
    let spread = try Arranging.arrange(
      Row {
        box(10, 10)
        Spacer()
        box(20, 10)
      }, width: 100)
    #expect(
      spread.fills == [
        Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 80, y: 0, width: 20, height: 10),
      ])
  }

  /// Seed row C12: measuring and drawing leave the tree unchanged and give values of their own.
  @Test func treesAreMeasuredWithoutBeingChanged() throws {
    let arranger = try Arranging.arranger()
    let tree = Row(spacing: 3) {
      Text("office שלום 日本語").grow()
      Box(.black, size: Size(width: 10, height: 10))
    }.node
    func steps(_ width: Double) throws -> [String] {
      try arranger.arrange(tree, in: LayoutEnvironment(width: width)).steps
    }
    let wide = try steps(300)
    let narrow = try steps(40)
    #expect(wide != narrow)
    for _ in 0..<3 {
      #expect(try steps(300) == wide)
      #expect(try steps(40) == narrow)
    }
  }

  @Test func drawsBackgroundsBehindContent() throws {
    let layout = Column {
      Text("a").background(.white)
      Image(ImageReference("cat"), size: Size(width: 30, height: 20)).cornerRadius(5)
        .alignment(.flexStart)
    }
    .background(.black)
    let steps = try Arranging.arrange(layout, width: 50).steps
    #expect(steps.map { $0.prefix(4) } == ["fill", "fill", "text", "imag"])
    let line = try Arranging.arrange(Text("a"), width: 50).size.height
    let image = Rect(x: 0, y: line, width: 30, height: 20)
    #expect(steps.last == "image cat \(image) r5.0")
  }

  @Test func allTextIsSetAsTheReaderPrefers() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    func cell(_ size: Double) -> Column {
      Column {
        Text("Title", style: TextStyle(size: size))
        Row { Text("and what follows below it", style: TextStyle(size: size / 2)) }
      }
    }
    let large = LayoutEnvironment(width: 200, fonts: FontPreference(scale: 1.5))
    let preferred = try arranger.arrange(cell(20), in: large)
    let designed = try arranger.arrange(cell(30), in: LayoutEnvironment(width: 200))
    #expect(preferred.size == designed.size)
    #expect(preferred.steps == designed.steps)
  }

  private struct Sizes: ImageSizes {
    func naturalSize(of image: ImageReference) -> Size? {
      image.name == "cat" ? Size(width: 60, height: 40) : nil
    }
  }

  @Test func imagesWithoutASizeTakeTheirOwn() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()), images: Sizes())
    func size(_ image: some Layout, width: Double = 200) throws -> Size {
      let layout = Row { image.alignment(.flexStart) }
      let list = try arranger.arrange(layout, in: LayoutEnvironment(width: width)).displayList
      guard case .image(_, let shape, _, _)? = list.commands.first else { return .zero }
      return shape.rect.size
    }
    let cat = Image(ImageReference("cat"))
    #expect(try size(cat) == Size(width: 60, height: 40))
    #expect(try size(cat.frame(width: 30)) == Size(width: 30, height: 20))
    #expect(try size(cat.frame(height: 80)) == Size(width: 120, height: 80))
    #expect(try size(cat.frame(width: 30, height: 30)) == Size(width: 30, height: 30))
    #expect(try size(cat, width: 30) == Size(width: 30, height: 20))
    let given = Image(ImageReference("cat"), size: Size(width: 12, height: 12))
    #expect(try size(given) == Size(width: 12, height: 12))
    // Images of unknown size without a height take no room.
    #expect(try size(Image(ImageReference("dog"))).height == 0)
    let flat = Image(ImageReference("cat"), size: Size(width: 12, height: 0))
    #expect(try size(flat).height == 0)
  }

  @Test func countsTheMarginsOfTheRoot() throws {
    let box = Box(.black, size: Size(width: 30, height: 20))
    let insets = Insets(top: 1, left: 2, bottom: 4, right: 8)
    #expect(
      try Arranging.arrange(box.margin(insets), width: 99).size == Size(width: 40, height: 25))
    #expect(try Arranging.arrange(Column { box }.margin(insets), width: 99).size.width == 99)
    let negative = Insets(bottom: -100)
    #expect(try Arranging.arrange(box.margin(negative), width: 99).size.height == 0)
  }

  @Test(arguments: [0.5, 1, 1.25, 1.5, 2, 3])
  func drawsWhatItMeasured(scale: Double) throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let words = ["office", "und", "Straße", "שלום", "日本語テキスト", "a", "e\u{301}", "नमस्ते", "👩‍👩‍👧"]
    let grid = PixelScale(scale)
    let typesetter = Typesetter(fonts: try .bundled())
    for _ in 0..<60 {
      let string = (0...Int.random(in: 0...12, using: &random)).map { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }.joined(separator: " ")
      let width = Double.random(in: 20...400, using: &random)
      let style = TextStyle(size: Double.random(in: 8...24, using: &random))
      let paragraph = Paragraph(string, style: style)
      let own = Double.random(in: 0...6, using: &random)
      let layout = Row(spacing: 3) {
        Box(.black, size: Size(width: 10, height: 1))
        Text(paragraph).padding(own).background(.white)
      }
      let arrangement = try Arranging.arrange(layout, width: width, scale: scale)
      let note: Comment = "LINECASTER_SEED=\(seed): \(string) in \(width)"
      for side in [arrangement.size.width, arrangement.size.height] {
        #expect(abs((side * scale).rounded() - side * scale) < 1e-6, note)
      }
      let text = try #require(arrangement.texts.first)
      let box = arrangement.fills[1]
      let pixel = 1 / scale
      #expect(text.origin.y + text.layout.size.height <= box.maxY + 0.01 * pixel, note)
      #expect(arrangement.size.height >= box.maxY, note)
      // With all the width it may have, the text breaks at the same places and is no higher.
      let prepared = typesetter.prepare(paragraph)
      let room = max(width - 13 - 2 * own, grid.roundedUp(prepared.minContentWidth))
      let free = prepared.layout(width: room)
      #expect(text.layout.lines.map(\.utf16Range) == free.lines.map(\.utf16Range), note)
      #expect(box.height <= grid.roundedUp(free.size.height) + 2 * own + pixel, note)
    }
  }

  @Test func oneLineIsAsLargeInAnyWiderList() throws {
    let text = Row { Text("only a line").background(.white) }
    let narrow = try Arranging.arrange(text, width: 200)
    let wide = try Arranging.arrange(text, width: 1000)
    #expect(narrow.fills == wide.fills)
    #expect(narrow.texts[0].layout.lines == wide.texts[0].layout.lines)
  }

  @Test func treesTooDeepAreAnErrorAndNoCrash() throws {
    func nested(_ levels: Int) -> LayoutNode {
      (0..<levels).reduce(Text("x").node) { node, _ in LayoutNode(.stack([node])) }
    }
    let deepest = nested(LayoutNode.maximumDepth)
    #expect(try Arranging.arrange(deepest, width: 100).texts.count == 1)
    for levels in [LayoutNode.maximumDepth + 1, 10_000] {
      let tree = nested(levels)
      #expect(tree == nested(levels))
      #expect(throws: ArrangementError.tooDeep) { try Arranging.arrange(tree, width: 100) }
      let around = Column { tree }
      #expect(throws: ArrangementError.tooDeep) { try Arranging.arrange(around, width: 100) }
    }
    var changed = deepest
    changed.content = .stack([deepest])
    #expect(throws: ArrangementError.tooDeep) { try Arranging.arrange(changed, width: 100) }
    changed.content = .empty
    #expect(throws: Never.self) { try Arranging.arrange(changed, width: 100) }
  }

  @Test func stopsWhenCancelled() throws {
    let layout = Column { for number in 0..<9 { Text("line \(number)") } }
    let environment = LayoutEnvironment(width: 100)
    var asked = 0
    _ = try Arranging.arranger().arrange(layout, in: environment) {
      asked += 1
      return false
    }
    #expect(asked >= 18)
    for stop in 1...asked {
      var count = 0
      #expect(throws: CancellationError.self) {
        try Arranging.arranger().arrange(layout, in: environment) {
          count += 1
          return count == stop
        }
      }
    }
  }

  /// Cancelling in the middle of a text leaves nothing behind that would change the next result.
  @Test(arguments: [4_000, 200_000])
  func stopsInTheMidstOfAText(count: Int) throws {
    let layout = Row { Text(String(repeating: "office שלום 日本語 ", count: count / 17)) }
    let environment = LayoutEnvironment(width: 200)
    let arranger = try Arranging.arranger()
    var asked = 0
    let whole = try arranger.arrange(layout, in: environment) {
      asked += 1
      return false
    }
    #expect(asked >= 8)
    let other = try Arranging.arranger()
    for stop in [1, 2, 3, 5, 8] {
      var number = 0
      #expect(throws: CancellationError.self) {
        try other.arrange(layout, in: environment) {
          number += 1
          return number == stop
        }
      }
      #expect(number == stop)
    }
    let after = try other.arrange(layout, in: environment)
    #expect(after.steps == whole.steps)
    #expect(after.texts.map(\.layout.lines) == whole.texts.map(\.layout.lines))
  }

  /// Text that fits on one line is not shaped again for a larger width.
  @Test func oneLineIsShapedOnce() throws {
    let arranger = try Arranging.arranger()
    let text = Row { Text("only a line, office שלום").padding(4) }
    _ = try arranger.arrange(text, in: LayoutEnvironment(width: 300))
    let before = arranger.typesetter.statistics
    for width in [301.0, 350, 640, 2000, 300] {
      _ = try arranger.arrange(text, in: LayoutEnvironment(width: width))
    }
    let after = arranger.typesetter.statistics
    #expect(after.shapeCalls == before.shapeCalls)
    #expect(after.reshapedGlyphs == before.reshapedGlyphs)
    #expect(after.paragraphs == before.paragraphs)
    #expect(after.paragraphHits == before.paragraphHits + 5)
  }

  @Test func isTheSameOnAllThreads() throws {
    let layout = Column(spacing: 3) { for _ in 0..<4 { Text("office שלום 日本語").padding(2) } }
    let arranger = try Arranging.arranger()
    let environment = LayoutEnvironment(width: 77, scale: PixelScale(1.5))
    let expected = try arranger.arrange(layout, in: environment).steps
    let results = Mutex<[[String]]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<5 {
        let steps = (try? arranger.arrange(layout, in: environment))?.steps ?? []
        results.withLock { $0.append(steps) }
      }
    }
    #expect(results.withLock { $0 } == Array(repeating: expected, count: 40))
  }
}
