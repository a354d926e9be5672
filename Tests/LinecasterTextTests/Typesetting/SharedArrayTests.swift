import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct SharedArrayTests {
  /// Random versions have the elements of plain arrays.
  @Test func versionsHaveTheElementsOfArrays() throws {
    var random = SeededGenerator(salt: 1_895)
    var versions: [(shared: SharedArray<Int>, plain: [Int])] = [(SharedArray([]), [])]
    for step in 0..<400 {
      let (shared, plain) = try #require(versions.randomElement(using: &random))
      let kept = Int.random(in: 0...plain.count, using: &random)
      let added = (0..<Int.random(in: 0...5, using: &random)).map { step * 10 + $0 }
      let new = (
        shared: shared.keeping(kept, adding: added, isFlat: random.oneIn(6)),
        plain: plain[..<kept] + added
      )
      versions.append((new.shared, Array(new.plain)))
      #expect(Array(new.shared) == Array(new.plain))
      #expect(new.shared.flat == Array(new.plain))
      #expect(new.shared == SharedArray(Array(new.plain)))
      #expect(new.shared.sharedCount <= new.shared.count)
      let start = Int.random(in: 0...new.plain.count, using: &random)
      let range = start..<Int.random(in: start...new.plain.count, using: &random)
      #expect(Array(new.shared.slice(range)) == Array(new.plain[range]))
      new.shared.withUnsafeBufferPointer(to: range) { pointer in
        for index in range { #expect(pointer[index] == new.plain[index]) }
      }
    }
    for (shared, plain) in versions { #expect(Array(shared) == plain) }
  }

  @Test func newElementsAreApartFromSharedOnes() {
    let array = SharedArray(Array(0..<100))
    let grown = array.keeping(90, adding: [1, 2], isFlat: false)
    #expect(grown.sharedCount == 90 && !grown.isFlat && grown.count == 92)
    #expect(grown.keeping(91, adding: [3], isFlat: false).sharedCount == 90)
    #expect(grown.keeping(40, adding: [3], isFlat: false).sharedCount == 40)
    #expect(grown.keeping(92, adding: [3], isFlat: true).isFlat)
    #expect(array.bisect { $0 >= 17 } == 17 && grown.bisect(in: 90..<92) { $0 > 1 } == 91)
  }
}
