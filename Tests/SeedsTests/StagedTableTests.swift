@testable import Seeds
import Testing

/// A table with the rules of UIKit, which applies the changes of a model in stages.
@Suite @MainActor struct StagedTableTests {
  @Test func aBatchPerStageKeepsTheRules() {
    let table = StagedTable()
    table.show([Team("red", [User(1, "Ada"), User(2, "Bo")]), Team("blue", [User(3, "Cy")])])
    // Ada is renamed and moves to a new team; the teams of Bo and Cy swap places.
    table.show([
      Team("blue", [User(3, "Cy")]), Team("green", [User(1, "Ada L.")]),
      Team("red", [User(2, "Bo")]),
    ])
    #expect(table.cells == [["Cy"], ["Ada L."], ["Bo"]])
    #expect(table.faults.isEmpty, "\(table.faults)")
  }

  @Test func anyTransitionKeepsTheRules() {
    for seed in 0..<200 {
      var random = Numbers(state: UInt64(seed))
      let table = StagedTable()
      for _ in 0..<4 {
        let teams = Self.teams(using: &random)
        table.show(teams)
        let comment: Comment = "\(seed): \(table.faults)"
        #expect(table.faults.isEmpty, comment)
        #expect(table.cells == teams.map { $0.elements.map(\.name) }, comment)
      }
    }
  }

  private static func teams(using random: inout Numbers) -> [Team] {
    let names = ["red", "green", "blue", "white"].shuffled(using: &random)
    var teams = names.prefix(Int.random(in: 1...4, using: &random)).map { Team($0, []) }
    for id in (0..<8).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)) {
      let team = Int.random(in: 0..<teams.count, using: &random)
      teams[team].elements.append(User(id, "User \(id), \(Int.random(in: 0...1, using: &random))"))
    }
    return teams
  }

  /// Random numbers from a seed: SplitMix64 (Steele, Lea and Flood, 2014).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
