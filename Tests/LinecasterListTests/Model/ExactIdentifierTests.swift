import Foundation
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Identifiers compare by their bytes, in linear time even for untrusted input.
@Suite(.serialized) struct ExactIdentifierTests {
  @Test func namesAreComparedAndHashedInProportion() {
    let growth = AlternatingMarks.growth { byteCount in
      let names = ["x", "y"].map {
        ItemIdentifier.name(AlternatingMarks.text(byteCount: byteCount, end: $0))
      }
      return {
        #expect(names[0] != names[1] && names[0].hashValue != names[1].hashValue)
        #expect(names[0].differenceHash(seed: 1) != names[1].differenceHash(seed: 1))
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  @Test func cellsOfTheLibraryAreComparedInProportion() {
    let growth = AlternatingMarks.growth { byteCount in
      let texts = ["x", "y"].map { AlternatingMarks.text(byteCount: byteCount, end: $0) }
      let cells = texts.map { text -> [AnyHashable] in
        [
          HeaderCell(text, subtitle: text), HeaderCell("a", subtitle: text), TextButtonCell(text),
          StateCell(text), StateCell("a", button: text),
        ]
      }
      return {
        for (left, right) in zip(cells[0], cells[1]) {
          #expect(left != right && left.hashValue != right.hashValue)
        }
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  @Test func identifiersAreTheSameWhereTheirBytesAre() {
    let uuid = UUID()
    let identifiers: [ItemIdentifier] = [
      1, 2, "1", "\u{E9}", "e\u{301}", .uuid(uuid), .uuid(UUID()), .pair(1, "1"), .pair("1", 1),
      .pair(1, .pair(1, "1")),
    ]
    for (row, left) in identifiers.enumerated() {
      for (column, right) in identifiers.enumerated() {
        #expect((left == right) == (row == column))
      }
    }
    #expect(Set(identifiers).count == identifiers.count)
    #expect(ItemIdentifier.uuid(uuid).hashValue == ItemIdentifier.uuid(uuid).hashValue)
    #expect(ItemIdentifier.name("ab") == "ab")
    #expect(
      ItemIdentifier.name("\u{E9}").differenceHash(seed: 5)
        != ItemIdentifier.name("e\u{301}").differenceHash(seed: 5))
  }
}
