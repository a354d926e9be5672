/// How a row of boxes shares the free space around it: CSS Box Alignment 3 §5, distribution.
struct FreeSpace {
  /// The offset of the first box.
  var start: Double
  /// The space between neighbours, beyond gaps.
  var between: Double

  /// - Parameter isSwapped: whether `start` and `end` are the other way round on this axis.
  init(_ justify: FlexJustify, free: Double, count: Int, isSwapped: Bool) {
    start = 0
    between = 0
    let count = Double(count)
    switch justify {
    case .flexStart: break
    case .flexEnd: start = free
    case .center: start = free / 2
    case .start: start = isSwapped ? free : 0
    case .end: start = isSwapped ? 0 : free
    case .spaceBetween:
      if free > 0, count > 1 { between = free / (count - 1) }
    case .spaceAround:
      if free > 0 { between = free / count } else { start = isSwapped ? free : 0 }
      start += between / 2
    case .spaceEvenly:
      if free > 0 { between = free / (count + 1) } else { start = isSwapped ? free : 0 }
      start += between
    }
  }

  init(_ align: FlexAlignContent, free: Double, count: Int, isSwapped: Bool) {
    let justify: FlexJustify =
      switch align {
      case .stretch, .flexStart: .flexStart
      case .flexEnd: .flexEnd
      case .center: .center
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      case .spaceEvenly: .spaceEvenly
      case .start: .start
      case .end: .end
      }
    self.init(justify, free: free, count: count, isSwapped: isSwapped)
  }
}
