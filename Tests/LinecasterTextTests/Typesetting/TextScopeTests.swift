import LinecasterBase
import Testing

@testable import LinecasterText

/// Counts of work, with occasional cancellation checks.
@Suite struct TextScopeTests {
  @Test func asksAgainOnceEnoughIsDone() throws {
    var asked = 0
    let question = {
      asked += 1
      return false
    }
    try WorkScope.run(question, every: 100) { scope throws(CancellationError) in
      for _ in 0..<9 { try scope.pass(10) }
      #expect(asked == 1)
      try scope.pass(10)
      #expect(asked == 2)
      try scope.pass(5_000)
      #expect(asked == 3)
      for _ in 0..<9 { try scope.pass(10) }
      try scope.checkCancellation()
      #expect(asked == 4)
      for _ in 0..<9 { try scope.pass(10) }
      #expect(asked == 4)
    }
  }

  @Test func endsTheWorkWhereTheAnswerTurns() {
    var asked = 0
    var passed = 0
    #expect(throws: CancellationError.self) {
      try WorkScope.run(
        {
          asked += 1
          return asked == 3
        }, every: 10
      ) { scope throws(CancellationError) in
        for _ in 0..<100 {
          try scope.pass(5)
          passed += 1
        }
      }
    }
    #expect(passed == 3)
  }

  @Test(arguments: [0, 1, 999, 65_536, 65_537, 200_000], [1, 3, 64])
  func cutsRangesIntoPieces(count: Int, steps: Int) throws {
    var asked = 0
    let question = {
      asked += 1
      return false
    }
    var reached = 7
    try WorkScope.run(question) { scope throws(CancellationError) in
      try scope.forEachPiece(of: 7..<7 + count, steps: steps) { piece in
        #expect(piece.lowerBound == reached)
        #expect(piece.count * steps <= 65_536)
        reached = piece.upperBound
      }
    }
    #expect(reached == 7 + count)
    #expect(asked >= 1 + count * steps / 400_000)
  }

  @Test func doesAllOfUnlimitedWork() {
    var reached = 0
    WorkScope.finish { scope throws(CancellationError) in
      try scope.pass(.max)
      try scope.checkCancellation()
      try scope.forEachPiece(of: 0..<200_000, steps: 3) { piece in
        #expect(piece.lowerBound == reached)
        reached = piece.upperBound
      }
    }
    #expect(reached == 200_000)
  }
}
