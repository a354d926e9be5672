import LinecasterCells

/// A `StressCell` with a live count.
struct CountedCell: Cell {
  let cell: StressCell
  let token: LiveCount.Token

  static func == (left: CountedCell, right: CountedCell) -> Bool { left.cell == right.cell }

  func hash(into hasher: inout Hasher) { hasher.combine(cell) }

  func body(in environment: LayoutEnvironment) -> LayoutNode { cell.body(in: environment) }
}
