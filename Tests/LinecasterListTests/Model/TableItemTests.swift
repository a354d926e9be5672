import LinecasterCells
import LinecasterDiff
import LinecasterText
import Testing

@testable import LinecasterList

/// Seed row C2: rows are values.
@Suite struct TableItemTests {
  private let plain = TableItem(1, cell: BoxCell(number: 1))

  /// Seed rows A34, A45 and A50: an equal row, a changed row, and another row are distinguished.
  @Test func identityAndContentAreIndependent() {
    let changed = TableItem(1, cell: BoxCell(number: 2))
    let other = TableItem(2, cell: BoxCell(number: 1))
    #expect(plain == TableItem(1, cell: BoxCell(number: 1)))
    #expect(plain != changed && plain.differenceIdentifier == changed.differenceIdentifier)
    #expect(plain != other && plain.isContentEqual(to: other))
    #expect(Changeset(from: [plain], to: [changed]).itemUpdates.count == 1)
    #expect(Changeset(from: [plain], to: [other]).structuralCount == 2)
  }

  /// Seed row A44: actions are not compared, so a diff finds no change; the newest are kept.
  @Test @MainActor func actionsAreNotCompared() throws {
    var tapped: [String] = []
    let old = plain.onTap { tapped.append("old") }
    let new = plain.onTap { tapped.append("new") }
    #expect(old == new && old == plain && old.hashValue == plain.hashValue)
    #expect(Changeset(from: [old], to: [new]).isEmpty)
    let tap = try #require(new.actions.onTap)
    tap()
    #expect(tapped == ["new"])
  }

  /// Seed row A46: the appearance of a row is part of its content.
  @Test func appearanceIsCompared() {
    let raised = plain.appearance(CellAppearance(resting: CellAttributes(zIndex: 2)))
    #expect(raised != plain && raised.appearance.appearing.zIndex == 2)
    #expect(raised == plain.appearance(CellAppearance(resting: CellAttributes(zIndex: 2))))
    #expect(raised.appearance(.plain) == plain)
    #expect(Changeset(from: [plain], to: [raised]).itemUpdates.count == 1)
  }

  @Test func actionsAndAppearanceKeepEachOther() {
    let item = plain.appearance(.fading).onTap {}.onDisplay {}.onDelete {}.onTryEdit { false }
    #expect(item.appearance == .fading)
    #expect(item.actions.onTap != nil && item.actions.onDisplay != nil)
    #expect(item.actions.onDelete != nil && item.actions.onTryEdit != nil)
    #expect(plain.appearance(.fading).actions.isEmpty)
  }

  /// Rows made from one row share its actions, and change them alone.
  @Test func rowsChangeAlone() {
    let row = TableItem("a", cell: PlateCell(number: 1)).onTap {}
    let other = row.onDelete {}.appearance(.fading)
    let third = other.on("reply") {}
    #expect(row.actions.onTap != nil && row.actions.onDelete == nil && row.appearance == .plain)
    #expect(other.actions.onDelete != nil && other.actions.handlers.isEmpty)
    #expect(third.actions.handlers.count == 1 && third.actions.onTap != nil)
    #expect(third.appearance == .fading)
  }

  @Test @MainActor func lastActionOfATagIsKept() throws {
    var ran: [Int] = []
    var item = plain
    for round in 0..<2 {
      for tag in 0..<20 { item = item.on(tag) { ran.append(tag + 100 * round) } }
    }
    #expect(item.actions.handlers.count == 20 && item.actions.handlers[InlinePayload(20)] == nil)
    for tag in 0..<20 { try item.actions.handlers[InlinePayload(tag)]?() }
    #expect(ran == Array(100..<120))
  }

  /// A row without actions reserves no memory for them.
  @Test func isSmall() {
    #expect(MemoryLayout<TableItem>.stride <= 48)
  }
}
