import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterCells

/// Cells with texts marked `ExactText`, and other identities, compare in linear time.
@Suite(.serialized) struct ExactCellTests {
  private struct Note: Cell {
    @ExactText var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  @Test func cellsAndEnvironmentsAreComparedInProportion() {
    let makers: [@Sendable (String) -> AnyHashable] = [
      { AnyCell(Note(text: $0)) }, { LayoutEnvironment(width: 1, locale: $0) },
      { ReuseKind($0) }, { ImageReference($0) }, { Text($0).node },
      { Image(ImageReference($0)).node },
    ]
    for (index, make) in makers.enumerated() {
      let growth = AlternatingMarks.growth { byteCount in
        let values = ["x", "y"].map {
          make(AlternatingMarks.text(byteCount: byteCount, end: $0))
        }
        return { #expect(values[0] != values[1] && values[0].hashValue != values[1].hashValue) }
      }
      #expect(growth.isProportional, "\(index): \(growth)")
    }
  }

  @Test func namesComeBackAsTheyWere() {
    #expect(ImageReference("e\u{301}").name.utf8.elementsEqual("e\u{301}".utf8))
    #expect(ImageReference("\u{E9}") != ImageReference("e\u{301}"))
    var environment = LayoutEnvironment(width: 1, locale: "de")
    #expect(environment.locale == "de")
    environment.locale = nil
    #expect(environment == LayoutEnvironment(width: 1))
    #expect(ReuseKind("a").description == "a")
  }

  /// The wrapped text counts toward the footprint as that of a plain property does.
  @Test func markedTextsCountAsMemory() {
    let long = String(repeating: "x", count: 1000)
    #expect(AnyCell(Note(text: long)).footprint >= 1000)
  }
}
