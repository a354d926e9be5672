/// The answer to whether work is called off: yes at the question of a number, and counts them all.
struct CountdownQuestion {
  private(set) var asked = 0
  /// The question that is answered with yes; nil for none.
  var last: Int?

  mutating func ask() -> Bool {
    asked += 1
    return asked == last
  }
}
