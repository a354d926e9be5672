extension EdgeRow {
  private typealias Lanes = SIMD4<Float>
  private typealias Bits = SIMD4<UInt32>
  private typealias Mask = SIMDMask<SIMD4<Int32>>

  private static let sign = Bits(repeating: 1 << 31)
  private static let one = Lanes(repeating: 1)
  private static let half = Lanes(repeating: 0.5)
  /// The share of a pixel that a tip is made to take at most.
  private static let longestTip = Lanes(repeating: 0.9)
  /// The least growth beside a straight line, as a share of the usual one.
  private static let leastContrast = Lanes(repeating: 0.95)
  /// The levels of eight pixels of which half is covered.
  private static let halfAround = Lanes(repeating: 4 * 255)
  /// Keeps divisions by 0 away.
  private static let tiny = Lanes(repeating: 1e-6)

  /// Finds where the edges of the row start, at the upper or left end, and where they end.
  ///
  /// An edge is taken to be straight and at right angles to the direction in which coverage grows,
  /// at the distance from the pixel's middle at which it leaves as much of the pixel covered as
  /// there is: S. Gustavson and R. Strand, Anti-aliased Euclidean distance transform, Pattern
  /// Recognition Letters 32 (2011), section 3. Where coverage grows in no direction it is a point.
  ///
  /// Where it grows less than beside a straight line, the pixel has a tip: an edge as wide as the
  /// growth is a share of the usual one, and as much further on as leaves the coverage the same.
  func locate(row: Int) {
    let middle = Lanes(repeating: Float(row) + 0.5)
    var index = 0
    while index < count {
      Self.locate(block(index), middle)
      index &+= Lanes.scalarCount
    }
  }

  /// Finds four edges.
  ///
  /// Lines are turned and mirrored so that coverage grows downwards more than to the right, and is
  /// half at most; they rise from `one` to `other` then.
  @inline(__always)
  private static func locate(_ block: UnsafeMutableRawPointer, _ middleY: Lanes) {
    let across = block.load(fromByteOffset: Offset.across, as: Lanes.self)
    let down = block.load(fromByteOffset: Offset.down, as: Lanes.self)
    let (absX, absY) = (magnitude(across), magnitude(down))
    let isLevel = absX .< absY
    let long = absX.replacing(with: absY, where: isLevel)
    let short = absY.replacing(with: absX, where: isLevel)
    let slope = short / (long + tiny)
    // The length of the growth, to one part in 25.
    let contrast = (long * 0.960_4 + short * 0.397_8) * (1 / straight)
    let missing = lengthened(
      half - block.load(fromByteOffset: Offset.coverage, as: Lanes.self) * (1 / 255), contrast,
      around: block.load(fromByteOffset: Offset.around, as: Lanes.self))
    let width = one.replacing(with: contrast, where: contrast .< leastContrast)
    let part = half - magnitude(missing)

    // A line cuts a corner off or goes from side to side, `wide` of the pixel.
    let root = ((part + part + tiny) / (slope + tiny)).squareRoot()
    let wide = one.replacing(with: root, where: root .< one)
    let excess = part - slope * 0.5
    let depth = half - excess.replacing(with: Lanes.zero, where: excess .< Lanes.zero)
    let reach = wide * half
    let (reachAlong, reachDown) = (reach * width, slope * reach * width)
    let middle = (along: half - reach, down: depth - slope * reach)
    let one = (along: middle.along - reachAlong, down: middle.down + reachDown)
    let other = (along: middle.along + reachAlong, down: middle.down - reachDown)

    let inverted = bits(missing) & sign
    let upward = bits(down) & sign
    // Level lines are mirrored so that they start on the left.
    let leftward = (bits(across) & sign)
      .replacing(with: upward ^ sign, where: across .== Lanes.zero)
    let (flipX, flipY, isLine) = (inverted ^ leftward, inverted ^ upward, Lanes.zero .< long)
    let oneX = flipped(one.down.replacing(with: one.along, where: isLevel), flipX, isLine)
    let oneY = flipped(one.along.replacing(with: one.down, where: isLevel), flipY, isLine)
    let otherX = flipped(other.down.replacing(with: other.along, where: isLevel), flipX, isLine)
    let otherY = flipped(other.along.replacing(with: other.down, where: isLevel), flipY, isLine)

    let startsAtOther = isLevel .^ (unsafeBitCast(flipY, to: SIMD4<Int32>.self) .< .zero)
    let middleX = block.load(fromByteOffset: Offset.column, as: Lanes.self) + half
    let lastX = middleX + block.load(fromByteOffset: Offset.further, as: Lanes.self)
    let startX = middleX + oneX.replacing(with: otherX, where: startsAtOther)
    let startY = middleY + oneY.replacing(with: otherY, where: startsAtOther)
    let endX = lastX + otherX.replacing(with: oneX, where: startsAtOther)
    let endY = middleY + otherY.replacing(with: oneY, where: startsAtOther)
    block.storeBytes(of: startX, toByteOffset: Offset.startX, as: Lanes.self)
    block.storeBytes(of: startY, toByteOffset: Offset.startY, as: Lanes.self)
    block.storeBytes(of: endX, toByteOffset: Offset.endX, as: Lanes.self)
    block.storeBytes(of: endY, toByteOffset: Offset.endY, as: Lanes.self)
  }

  /// What is missing of half a pixel, with tips made longer: covered ones among pixels that are
  /// not, or the other way round.
  @inline(__always)
  private static func lengthened(_ missing: Lanes, _ contrast: Lanes, around: Lanes) -> Lanes {
    let isGap = bits(halfAround - around) & sign
    let share = half - unsafeBitCast(bits(missing) ^ isGap, to: Lanes.self)
    let limit = longestTip.replacing(with: share, where: longestTip .< share)
    let longer = share / (contrast + tiny)
    let tip = half - limit.replacing(with: longer, where: longer .< limit)
    return missing.replacing(
      with: unsafeBitCast(bits(tip) ^ isGap, to: Lanes.self), where: contrast .< leastContrast)
  }

  @inline(__always)
  private static func bits(_ lanes: Lanes) -> Bits { unsafeBitCast(lanes, to: Bits.self) }

  @inline(__always)
  private static func magnitude(_ lanes: Lanes) -> Lanes {
    unsafeBitCast(bits(lanes) & ~sign, to: Lanes.self)
  }

  /// Numbers with their signs changed, or 0.
  @inline(__always)
  private static func flipped(_ lanes: Lanes, _ signs: Bits, _ isKept: Mask) -> Lanes {
    Lanes.zero.replacing(
      with: unsafeBitCast(bits(lanes) ^ signs, to: Lanes.self), where: isKept)
  }
}
