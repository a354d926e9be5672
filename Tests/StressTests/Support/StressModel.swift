import LinecasterList

/// Models that differ enough for moves, inserts, deletes and updates between any two.
enum StressModel {
  static func make(_ random: inout some RandomNumberGenerator) -> TableModel {
    let sections = Int.random(in: 0...3, using: &random)
    return TableModel(
      sections: (0..<sections).map { section in
        let count = Int.random(in: 0...12, using: &random)
        return TableSection(
          .number(section),
          items: (0..<count).map { _ in
            let number = Int.random(in: 0..<30, using: &random)
            let content = number + 30 * Int.random(in: 0...2, using: &random)
            return TableItem(.number(number), cell: StressCell(number: content))
          })
      })
  }
}
