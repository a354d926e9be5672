/// The answer to whether work is called off: yes at the question of a number, and counts them all.
struct CountdownQuestion {
  private(set) var asked = 0
  /// The question that is answered with yes; nil for none.
  var last: Int?

  /// The numbers of the first questions, of some between and of the last one.
  static func samples(of count: Int) -> [Int] {
    let some = stride(from: 13, to: count, by: max(1, count / 8))
    return Array(1...min(count, 12)) + some + (count > 12 ? [count] : [])
  }

  mutating func ask() -> Bool {
    asked += 1
    return asked == last
  }
}
