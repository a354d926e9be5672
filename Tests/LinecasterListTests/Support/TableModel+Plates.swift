import LinecasterCells
import LinecasterList

/// Plates of a height each, one row for each number.
func plates(_ numbers: some Sequence<Int>, height: (Int) -> Double = { _ in 10 }) -> TableModel {
  TableModel(
    items: numbers.map {
      TableItem(.number($0), cell: PlateCell(number: $0, height: height($0)))
    })
}
