@testable import LinecasterBase
import LinecasterTestSupport
import Testing

/// Conversions and geometry with extreme numbers; a trap would end the test process.
@Suite struct GeometryExtremesTests {
  /// Extreme numbers, those around the ends of all types, and random ones of any size.
  private static let numbers: [Double] = {
    var random = SeededGenerator(salt: 160)
    let ends = [7, 8, 15, 16, 31, 32, 53, 63, 64].flatMap { bits -> [Double] in
      let power = Double(sign: .plus, exponent: bits, significand: 1)
      return [power, power - 1, power + 1, power.nextUp, power.nextDown, power - 0.5]
    }
    let patterns = (0..<2_000).map { _ in Double(bitPattern: random.next()) }
    return ExtremeNumbers.doubles + ends + ends.map { -$0 } + patterns
      + (0..<2_000).map { _ in Double.random(in: -300...300, using: &random) }
  }()

  /// The expected conversion: through a type with more bits, clamped to the range of the target
  /// type.
  private func expected<Number: FixedWidthInteger>(_ value: Double, _: Number.Type) -> Number {
    if value.isNaN { return 0 }
    if let whole = Int128(exactly: value.rounded(.towardZero)) { return Number(clamping: whole) }
    return value > 0 ? .max : .min
  }

  private func wrong<Number: FixedWidthInteger>(_ type: Number.Type) -> [Double] {
    Self.numbers.filter { Number(saturating: $0) != expected($0, type) }
      + Self.numbers.filter {
        Number(saturating: Float($0)) != expected(Double(Float($0)), type)
      }
  }

  @Test func conversionsSaturate() {
    let wrong =
      wrong(Int.self) + wrong(Int8.self) + wrong(Int16.self) + wrong(Int32.self)
      + wrong(Int64.self) + wrong(UInt.self) + wrong(UInt8.self) + wrong(UInt16.self)
      + wrong(UInt32.self) + wrong(UInt64.self)
    #expect(wrong.isEmpty, "seed \(TestSettings.seed)")
  }

  /// Conversions without a label also saturate in files that import the module; those of the
  /// standard library would trap.
  @Test func plainConversionsAreHidden() {
    let plain: any PlainConversions = Plain()
    for value in ExtremeNumbers.doubles {
      let rest = expected(value, Int.self)
      #expect(plain.integers(value) == [rest, Int(expected(value, Int32.self))])
      #expect(plain.bytes(Float(value)) == [expected(Double(Float(value)), UInt8.self)])
    }
  }

  private protocol PlainConversions {
    func integers(_ value: Double) -> [Int]
    func bytes(_ value: Float) -> [UInt8]
  }

  private struct Plain: PlainConversions {
    @available(*, deprecated, message: "calls what is deprecated")
    func integers(_ value: Double) -> [Int] { [Int(value), Int(Int32(value))] }
    @available(*, deprecated, message: "calls what is deprecated")
    func bytes(_ value: Float) -> [UInt8] { [UInt8(value)] }
  }

  @Test func sumsSaturate() {
    for one in ExtremeNumbers.integers {
      for other in ExtremeNumbers.integers {
        #expect(one.adding(saturating: other) == Int(clamping: Int128(one) + Int128(other)))
        #expect(one.subtracting(saturating: other) == Int(clamping: Int128(one) - Int128(other)))
      }
    }
  }

  @Test func limitsKeepWhatIsInside() {
    #expect([0.5, -3, 1e9].map { $0.limited() } == [0.5, -3, 1e9])
    #expect([Double.nan, 2e9, -.infinity].map { $0.limited() } == [0, 1e9, -1e9])
    let card = Rect(x: 0.1, y: -3.3, width: 7.7, height: 1e8)
    #expect(card.limited == card)
    // The right edge stays in place.
    let wide = Rect(x: -3e9, y: 0, width: 3e9 + 100, height: 1).limited
    #expect(wide == Rect(x: -1e9, y: 0, width: 1e9 + 100, height: 1))
    #expect(Rect(x: 0, y: .nan, width: 1, height: 1).limited == .zero)
    #expect(Insets(top: .infinity, left: 3).limited == Insets(top: 1e9, left: 3))
  }

  @Test func rectanglesTakeAnyNumber() {
    var random = SeededGenerator(salt: 161)
    for _ in 0..<4_000 {
      let rect = self.rect(&random)
      let other = self.rect(&random)
      let limited = rect.limited
      let note: Comment = "\(rect), seed \(TestSettings.seed)"
      for edge in [limited.minX, limited.minY, limited.maxX, limited.maxY] {
        #expect(abs(edge) <= Limit.length, note)
      }
      _ = rect.union(other).intersection(rect.offset(x: random.extreme(), y: random.extreme()))
      _ = rect.inset(by: Insets(all: random.extreme()))
      _ = rect.inset(by: Insets(horizontal: random.extreme(), vertical: random.extreme()))
      let insets = DirectionalInsets(
        leading: random.extreme(), trailing: random.extreme(), vertical: random.extreme())
      _ = rect.inset(by: insets.resolved(isRightToLeft: random.oneIn(2)))
      _ = Point(x: random.extreme(), y: 0).offset(x: random.extreme(), y: random.extreme())
      _ = Size(width: random.extreme(), height: 0)
    }
  }

  private func rect(_ random: inout SeededGenerator) -> Rect {
    Rect(
      x: random.extreme(), y: random.extreme(), width: random.extreme(),
      height: random.extreme())
  }

  @Test func scalesAndColorsTakeAnyNumber() {
    for factor in ExtremeNumbers.doubles {
      let scale = PixelScale(factor)
      #expect(Limit.scales ~= scale.factor)
      #expect((0...255) ~= Color.white.opacity(factor).alpha)
      for length in ExtremeNumbers.doubles {
        #expect(0...Int(Int32.max) ~= scale.pixels(length))
        #expect(scale.rounded(length).isFinite == length.isFinite)
        #expect(scale.roundedUp(length).isFinite == length.isFinite)
        #expect(0...Double.greatestFiniteMagnitude ~= scale.lineWidth(length))
        _ = scale.rounded(Rect(x: length, y: factor, width: length, height: factor))
      }
    }
  }
}
