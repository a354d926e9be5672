import LinecasterBase
import LinecasterDiff
import LinecasterText

extension Gallery {
  /// The images of the chapter on diffing.
  static let diffing: [any Figure] = [BatchFigure()]
}

/// A batch at work: the rows that it removes from the old model, keeps, and inserts.
private struct BatchFigure: Figure {
  let name = "diffing-batch"

  private let old = [
    BatchGroup("inbox", "Ada", "Bo", "Cleo", "Dan"), BatchGroup("later", "Eve", "Finn"),
  ]
  private let new = [
    BatchGroup("inbox", "Dan", "Ada", "Cleo", "Gus", "Eve!"), BatchGroup("later", "Finn"),
  ]

  func draw(on sheet: inout Sheet) {
    let changes = Changeset(fromSections: old, toSections: new)
    let columns = Columns(count: 3)
    let top = sheet.nextRow
    draw(
      old, columns.origin(0, y: top), "1. take out, by old places",
      marks: Self.leaving(changes), on: &sheet)
    draw(Self.staying(old, changes), columns.origin(1, y: top), "what stays", on: &sheet)
    draw(
      new, columns.origin(2, y: top), "2. put in, by new places",
      marks: Self.coming(changes), on: &sheet)
    sheet.caption("\(changes)", at: Point(x: Sheet.margin, y: sheet.nextRow))
  }

  private func draw(
    _ groups: [BatchGroup], _ origin: Point, _ title: String,
    marks: [ElementPath: BatchMark] = [:], on sheet: inout Sheet
  ) {
    var y = sheet.caption(title, at: origin)
    for (section, group) in groups.enumerated() {
      y = sheet.caption("\(section)  \(group.name)", at: Point(x: origin.x, y: y + 4))
      for (item, row) in group.elements.enumerated() {
        let path = ElementPath(section: section, item: item)
        draw(row, path, at: Point(x: origin.x, y: y), marks[path], on: &sheet)
        y += 30
      }
    }
  }

  private func draw(
    _ row: BatchRow, _ path: ElementPath, at origin: Point, _ mark: BatchMark?,
    on sheet: inout Sheet
  ) {
    let frame = Rect(x: origin.x, y: origin.y, width: Columns(count: 3).width, height: 26)
    sheet.fill(frame, Palette.tint, cornerRadius: 3)
    if let mark { sheet.outline(frame, mark.color) }
    let baseline = origin.y + 5
    sheet.caption("\(path)", at: Point(x: origin.x + 6, y: baseline + 1))
    sheet.draw(
      sheet.layout(row.text, TextStyle(size: 13, color: Palette.ink)),
      at: Point(x: origin.x + 34, y: baseline - 1))
    if let mark {
      sheet.caption(mark.words, at: Point(x: origin.x + 76, y: baseline + 1), color: mark.color)
    }
  }

  private static func leaving(_ changes: Changeset) -> [ElementPath: BatchMark] {
    var marks: [ElementPath: BatchMark] = [:]
    for path in changes.itemDeletes { marks[path] = .delete }
    for move in changes.itemMoves { marks[move.old] = .moveTo(move.new) }
    return marks
  }

  private static func coming(_ changes: Changeset) -> [ElementPath: BatchMark] {
    var marks: [ElementPath: BatchMark] = [:]
    for path in changes.itemInserts { marks[path] = .insert }
    let updates = Set(changes.itemUpdates)
    for update in updates { marks[update.new] = .update }
    for move in changes.itemMoves {
      marks[move.new] = .moveFrom(move.old, isUpdate: updates.contains(move))
    }
    return marks
  }

  private static func staying(_ groups: [BatchGroup], _ changes: Changeset) -> [BatchGroup] {
    let leaving = Set(changes.itemDeletes + changes.itemMoves.map(\.old))
    return groups.enumerated().map { section, group in
      var group = group
      group.elements = group.elements.enumerated().compactMap { item, row in
        leaving.contains(ElementPath(section: section, item: item)) ? nil : row
      }
      return group
    }
  }
}

/// A section of an image; a row is identified by its first word.
private struct BatchGroup: DifferentiableSection {
  let name: String
  var elements: [BatchRow]

  init(_ name: String, _ texts: String...) {
    self.name = name
    elements = texts.map(BatchRow.init)
  }

  var differenceIdentifier: String { name }

  func isContentEqual(to other: BatchGroup) -> Bool { true }
}

/// The change of a row in a batch.
private enum BatchMark {
  case delete
  case insert
  case update
  case moveTo(ElementPath)
  case moveFrom(ElementPath, isUpdate: Bool)

  var words: String {
    switch self {
    case .delete: "delete"
    case .insert: "insert"
    case .update: "update"
    case .moveTo(let path): "move to \(path)"
    case .moveFrom(let path, let isUpdate): "from \(path)\(isUpdate ? ", update" : "")"
    }
  }

  var color: Color {
    switch self {
    case .delete: Palette.mark(4)
    case .insert: Palette.mark(2)
    case .update: Palette.mark(3)
    case .moveTo, .moveFrom: Palette.mark(0)
    }
  }
}

/// A row of an image, identified by its first word.
private struct BatchRow: Differentiable, Equatable {
  let text: String

  var differenceIdentifier: String { String(text.prefix { $0.isLetter }) }
}
