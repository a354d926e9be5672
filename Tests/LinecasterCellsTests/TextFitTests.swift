import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// Texts in the largest size that fits, compared with layouts in every size.
@Suite struct TextFitTests {
  private static let fit = TextFit(smallest: 6, largest: 40)
  private static let words = ["a", "fitted", "title", "of", "any", "length", "Wörter", "नमस्ते"]

  /// A line height proportional to the size; default line heights are whole points.
  private static let lines = ParagraphStyle(lineHeight: .multiple(1.25))

  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// The size in which a text is drawn in a box.
  private func size(of text: String, _ box: Size, own: Double = 15) throws -> Double {
    let node = Text(text, style: TextStyle(size: own), paragraphStyle: Self.lines)
      .fitted(Self.fit).frame(width: box.width, height: box.height)
    let arrangement = try Arranging.arrange(Row { node }, width: 500)
    let placed = try #require(arrangement.texts.first)
    return own * placed.transform.a
  }

  /// Whether a text in a size fits a box, shaped anew.
  private func fits(_ text: String, _ size: Double, _ box: Size) -> Bool {
    let paragraph = Paragraph(text, style: TextStyle(size: size), paragraphStyle: Self.lines)
    let prepared = typesetter.prepare(paragraph)
    let layout = prepared.layout(width: box.width)
    return prepared.minContentWidth <= box.width && layout.size.height <= box.height
  }

  @Test func theLargestSizeThatFitsIsTaken() throws {
    var random = SeededGenerator(salt: 2_110)
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 1...9, using: &random))
        .map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let box = Size(
        width: .random(in: 60...400, using: &random), height: .random(in: 20...120, using: &random))
      let size = try size(of: text, box, own: .random(in: 5...30, using: &random))
      let candidates = Array(stride(from: 6, through: 40, by: 0.25))
      let best = candidates.last { fits(text, $0, box) } ?? 6
      // Advances are whole font units, and baselines may be whole points.
      #expect(abs(size - best) <= 0.25, "\(text) in \(box): \(size), \(best), \(random.seed)")
    }
  }

  @Test func whatDoesNotFitIsSmall() throws {
    #expect(try size(of: "unbreakable", Size(width: 4, height: 10)) == 6)
    #expect(try size(of: "a", Size(width: 400, height: 300)) == 40)
  }

  @Test func linesAndShadowsAreAsWideAsTheyAreSaidToBe() throws {
    let shadow = Shadow(.black, offset: Point(x: 2, y: 2), blur: 3)
    let node = Text("a", style: TextStyle(size: 20)).textShadow(shadow)
      .textStroke(.black, width: 4).fitted(TextFit(largest: 40)).frame(width: 100, height: 200)
    let arrangement = try Arranging.arrange(Row { node }, width: 200)
    guard case .group(let group)? = arrangement.displayList.commands.first else {
      Issue.record("no group")
      return
    }
    #expect(group.effects.transform.a == 2)
    guard case .textShadow(_, _, let drawn)? = group.commands.first,
      case .textStroke(_, _, let line)? = group.commands.last
    else {
      Issue.record("no shadow or line")
      return
    }
    #expect(drawn.offset == Point(x: 1, y: 1) && drawn.blur == 1.5 && line.width == 2)
  }

  @Test func numbersOfAnySizeAreTaken() throws {
    for one in ExtremeNumbers.doubles {
      for other in ExtremeNumbers.doubles {
        let node = Text("a").fitted(TextFit(smallest: one, largest: other))
          .frame(width: 30, height: 20)
        #expect(try Arranging.arrange(Row { node }, width: 200).size.width == 200)
      }
    }
  }
}
