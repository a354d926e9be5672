extension FixedWidthInteger {
  /// Converts to the whole part of a number, clamped to the range of the type; NaN gives 0.
  ///
  /// The only conversion from fractions to whole numbers in this package: the standard library's
  /// trap if a number does not fit. It costs no more than they do.
  @inlinable
  @inline(__always)
  package init(saturating value: Double) {
    // The maximum of a wide type has no double; the next one up is the first out of range.
    if value >= Double(Self.min) && value < Double(Self.max) {
      self.init(truncatingIfNeeded: Self.wholePart(value))
    } else {
      self = value > 0 ? .max : value < 0 ? .min : 0
    }
  }

  /// Converts numbers of single precision.
  @inlinable
  @inline(__always)
  package init(saturating value: Float) { self.init(saturating: Double(value)) }

  /// Returns the 64 bits of the whole part of a number in range.
  @inlinable
  @inline(__always)
  package static func wholePart(_ value: Double) -> Int64 {
    #if compiler(>=6.3)
      if Self.isSigned || Self.bitWidth < 64 { return Int64.Swift::init(value) }
      return Int64(bitPattern: UInt64.Swift::init(value))
    #else
      let whole = value.rounded(.towardZero)
      return Int64(exactly: whole) ?? Int64(bitPattern: UInt64(exactly: whole) ?? 0)
    #endif
  }
}

extension Int {
  /// Returns the sum, clamped to the range of the type.
  @inlinable
  @inline(__always)
  package func adding(saturating other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped to the range of the type.
  @inlinable
  @inline(__always)
  package func subtracting(saturating other: Int) -> Int {
    let (difference, isOver) = subtractingReportingOverflow(other)
    return isOver ? (other < 0 ? .max : .min) : difference
  }
}

/// The limits of numbers from outside; numbers beyond them are clamped.
///
/// They are large enough that nothing visible lies beyond, and small enough that no sum, product or
/// quotient of a few of them is infinite. Memory has separate limits.
package enum Limit {
  /// Positions, distances and extents on each axis, in layout points or pixels.
  @inlinable package static var length: Double { 1e9 }
  /// Device pixels per layout point, and magnifications of text.
  @inlinable package static var scales: ClosedRange<Double> { 1e-6...1e6 }
  /// The minimum em that text is drawn with, in layout points; smaller text is not drawn.
  @inlinable package static var minimumTextSize: Double { 1e-6 }
  /// The maximum em, in layout points: larger than any image; keeps sums of widths exact.
  @inlinable package static var textSize: Double { 100_000.0 }
  /// The maximum height of a line and of the space under it, in layout points.
  @inlinable package static var lineHeight: Double { 1_000_000.0 }
  /// The maximum number of elements for which memory is reserved in advance.
  @inlinable package static var reserved: Int { 1 << 20 }
}

extension Double {
  /// Returns the number clamped to −`limit`…`limit`; NaN gives 0.
  package func limited(to limit: Double = Limit.length) -> Double {
    isNaN ? 0 : Swift.min(Swift.max(self, -limit), limit)
  }
}

extension Rect {
  /// The rectangle with its edges clamped to the limit of lengths; the empty one at the origin if a
  /// number is NaN.
  package var limited: Rect {
    let (left, top) = (minX.limited(), minY.limited())
    let (right, bottom) = (maxX.limited(), maxY.limited())
    if left == minX, top == minY, right == maxX, bottom == maxY { return self }
    guard !(minX.isNaN || minY.isNaN || width.isNaN || height.isNaN) else { return .zero }
    // The sum of two opposite infinities is NaN.
    return Rect(
      x: left, y: top, width: (maxX.isNaN ? Limit.length : right) - left,
      height: (maxY.isNaN ? Limit.length : bottom) - top)
  }
}

extension Insets {
  /// The distances clamped to the limit of lengths; NaN becomes 0.
  var limited: Insets {
    Insets(
      top: top.limited(), left: left.limited(), bottom: bottom.limited(), right: right.limited())
  }
}

// The same signatures as in the standard library, which these hide if this module is imported: a
// conversion without a rule for numbers out of range is a warning there.

extension Int {
  @available(*, deprecated, message: "use Int(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use Int(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension Int8 {
  @available(*, deprecated, message: "use Int8(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use Int8(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension Int16 {
  @available(*, deprecated, message: "use Int16(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use Int16(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension Int32 {
  @available(*, deprecated, message: "use Int32(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use Int32(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension Int64 {
  @available(*, deprecated, message: "use Int64(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use Int64(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension UInt {
  @available(*, deprecated, message: "use UInt(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use UInt(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension UInt8 {
  @available(*, deprecated, message: "use UInt8(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use UInt8(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension UInt16 {
  @available(*, deprecated, message: "use UInt16(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use UInt16(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension UInt32 {
  @available(*, deprecated, message: "use UInt32(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use UInt32(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}

extension UInt64 {
  @available(*, deprecated, message: "use UInt64(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "use UInt64(saturating:); it clamps numbers out of range")
  @inlinable
  package init(_ value: Float) { self.init(saturating: value) }
}
