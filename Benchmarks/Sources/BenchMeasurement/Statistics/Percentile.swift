extension Array where Element == Int {
  /// The least value that a share of all values, from 0 to 1, does not exceed; 0 where there are
  /// none.
  public func percentile(_ share: Double) -> Int {
    let sorted = self.sorted()
    guard let last = sorted.indices.last else { return 0 }
    let rank = (share * Double(sorted.count)).rounded(.up) - 1
    return sorted[Swift.min(Swift.max(Int(rank), 0), last)]
  }
}
