import LinecasterBase

#if canImport(Glibc)
  import Glibc
#endif

/// Reads the paint of a colour glyph, with time and memory limits against broken fonts.
struct ColorPaintReader {
  private let colors: ColorTable
  private let palette: [Color]
  private var variations: ColorVariations?
  /// The offsets of the ancestors of the current paint.
  private var path: [Int] = []
  /// The remaining number of paints, layers and gradient colours that may be read.
  private var remaining = Self.partLimit
  /// Whether any paint read so far uses the text's colour.
  private(set) var usesTextColor = false

  /// The maximum number of parts; the most elaborate real glyphs have some hundreds.
  static let partLimit = 1 << 14
  /// The maximum depth of paints; real fonts seldom exceed ten.
  static let depthLimit = 64
  /// The palette index of the text's colour.
  private static let textColor = 0xFFFF

  /// - Parameter place: The normalized coordinate on each axis (2.14 fixed point).
  init(_ colors: ColorTable, palette: [Color], place: [Int32]) {
    self.colors = colors
    self.palette = palette
    variations = ColorVariations(colors, place: place)
  }

  /// Returns the paint of a glyph, from version 1 if present, else its layers of version 0; `nil`
  /// if the glyph has no colours.
  mutating func paint(of glyph: Int) throws(ColorFault) -> ColorPaint? {
    if let offset = try colors.paint(of: glyph) { return try paint(of: glyph, at: offset) }
    guard let layers = try colors.layers(of: glyph) else { return nil }
    try take(layers.count)
    return .layers(
      layers.map { .outline(glyph: UInt32($0.glyph), .solid(ink($0.color, alpha: 1))) })
  }

  /// Returns the paint of a glyph in version 1, clipped to the glyph's box.
  private mutating func paint(of glyph: Int, at offset: Int) throws(ColorFault) -> ColorPaint {
    let clip = try colors.clip(of: glyph)
    let paint = try paint(at: offset)
    guard let clip else { return paint }
    let isVariable = try colors.table.byte(clip) == 2
    let box = try numbers(4, at: clip + 1, isVariable: isVariable)
    return .clip(
      Rect(x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1]), paint)
  }

  private mutating func take(_ count: Int) throws(ColorFault) {
    remaining -= count
    guard remaining >= 0 else { throw .tooLarge }
  }

  private mutating func paint(at place: Int) throws(ColorFault) -> ColorPaint {
    try take(1)
    guard !path.contains(place) else { throw .circle }
    guard path.count < Self.depthLimit else { throw .tooLarge }
    path.append(place)
    defer { path.removeLast() }
    let table = colors.table
    let format = try table.byte(place)
    switch format {
    case 1: return try layers(count: try table.byte(place + 1), from: try table.long(place + 2))
    case 2...9: return try fill(format, at: place)
    case 10:
      let paint = try paint(at: place + (try table.offset(place + 1)))
      return .outline(glyph: UInt32(try table.short(place + 4)), paint)
    case 11:
      let glyph = try table.short(place + 1)
      guard let offset = try colors.paint(of: glyph) else { return .nothing }
      return try paint(of: glyph, at: offset)
    case 12...31:
      let paint = try paint(at: place + (try table.offset(place + 1)))
      return .transform(try transform(format, at: place), paint)
    case 32: return try composite(at: place)
    // A format of a later version.
    default: return .nothing
    }
  }

  private mutating func layers(count: Int, from first: Int) throws(ColorFault) -> ColorPaint {
    var paints: [ColorPaint] = []
    for index in first..<first + count {
      paints.append(try paint(at: try colors.layer(index)))
    }
    return paints.count == 1 ? paints[0] : .layers(paints)
  }

  private mutating func composite(at place: Int) throws(ColorFault) -> ColorPaint {
    let source = try paint(at: place + (try colors.table.offset(place + 1)))
    let backdrop = try paint(at: place + (try colors.table.offset(place + 5)))
    let number = UInt8(truncatingIfNeeded: try colors.table.byte(place + 4))
    guard let mode = ColorPaint.CompositeMode(rawValue: number) else { return .nothing }
    return .composite(source, mode, backdrop: backdrop)
  }
}

// Numbers of paints, each of which may vary with the axis values.

extension ColorPaintReader {
  /// Reads consecutive numbers of 16 or 32 bits, followed by the index of their variations if they
  /// have any.
  private mutating func numbers(
    _ count: Int, at place: Int, bytes: Int = 2, isVariable: Bool
  ) throws(ColorFault) -> [Double] {
    var numbers: [Double] = []
    for index in 0..<count {
      numbers.append(Double(try colors.table.signed(place + bytes * index, bytes: bytes)))
    }
    guard isVariable, variations != nil else { return numbers }
    let base = try colors.table.long(place + bytes * count)
    for index in 0..<count { numbers[index] += try variations?.change(base, index) ?? 0 }
    return numbers
  }

  /// 1 as a 2.14 fixed-point number.
  private static let one = 16_384.0

  private mutating func ink(_ number: Int, alpha: Double) -> ColorPaint.Ink {
    let alpha = min(max(alpha, 0), 1)
    if number == Self.textColor {
      usesTextColor = true
      return ColorPaint.Ink(color: nil, alpha: alpha)
    }
    // A colour outside the palette is drawn as nothing.
    return ColorPaint.Ink(
      color: palette.indices ~= number ? palette[number] : .clear, alpha: alpha)
  }

  /// Returns a colour or a gradient.
  private mutating func fill(_ format: Int, at place: Int) throws(ColorFault) -> ColorPaint {
    let isVariable = format % 2 == 1
    if format < 4 {
      let alpha = try numbers(1, at: place + 3, isVariable: isVariable)[0] / Self.one
      return .solid(ink(try colors.table.short(place + 1), alpha: alpha))
    }
    let line = try line(at: place + (try colors.table.offset(place + 1)), isVariable)
    let values = try numbers(format < 8 ? 6 : 4, at: place + 4, isVariable: isVariable)
    guard !line.stops.isEmpty else { return .nothing }
    switch format {
    case 4, 5: return Self.linear(line, values)
    case 6, 7: return try radial(line, values, at: place)
    default:
      return .sweepGradient(
        line, center: Point(x: values[0], y: values[1]),
        startAngle: (values[2] / Self.one + 1) * 180, endAngle: (values[3] / Self.one + 1) * 180)
    }
  }

  /// Returns a linear gradient. Its third point gives the direction of the colours; the end moves
  /// to make them perpendicular to the line.
  private static func linear(_ line: ColorPaint.Line, _ values: [Double]) -> ColorPaint {
    let (x, y) = (values[2] - values[0], values[3] - values[1])
    let (acrossX, acrossY) = (values[4] - values[0], values[5] - values[1])
    let (square, area) = (acrossX * acrossX + acrossY * acrossY, x * acrossY - y * acrossX)
    // An ill-formed gradient, without extent or with colours along the line, is not drawn.
    guard square > 0, area != 0 else { return .nothing }
    return .linearGradient(
      line, start: Point(x: values[0], y: values[1]),
      end: Point(
        x: values[0] + acrossY * area / square, y: values[1] - acrossX * area / square))
  }

  /// Returns a gradient between circles, whose radii are unsigned.
  private func radial(
    _ line: ColorPaint.Line, _ values: [Double], at place: Int
  ) throws(ColorFault) -> ColorPaint {
    func circle(_ index: Int) throws(ColorFault) -> ColorPaint.Circle {
      let isHigh = try colors.table.byte(place + 4 + 2 * (index + 2)) > 127
      return ColorPaint.Circle(
        center: Point(x: values[index], y: values[index + 1]),
        radius: max(0, values[index + 2] + (isHigh ? 65_536 : 0)))
    }
    let (start, end) = (try circle(0), try circle(3))
    return start == end ? .nothing : .radialGradient(line, start: start, end: end)
  }

  private mutating func line(
    at place: Int, _ isVariable: Bool
  ) throws(ColorFault) -> ColorPaint.Line {
    let extend = ColorPaint.Extend(
      rawValue: UInt8(truncatingIfNeeded: try colors.table.byte(place)))
    let count = try colors.table.short(place + 1)
    try take(count)
    var stops: [ColorPaint.Stop] = []
    for index in 0..<count {
      let stop = place + 3 + index * (isVariable ? 10 : 6)
      // The colour index lies between the two numbers that may vary.
      var values = [
        Double(try colors.table.signed(stop, bytes: 2)),
        Double(try colors.table.signed(stop + 4, bytes: 2)),
      ]
      if isVariable, variations != nil {
        let base = try colors.table.long(stop + 6)
        for index in 0..<2 { values[index] += try variations?.change(base, index) ?? 0 }
      }
      let ink = ink(try colors.table.short(stop + 2), alpha: values[1] / Self.one)
      stops.append(ColorPaint.Stop(place: values[0] / Self.one, ink: ink))
    }
    return ColorPaint.Line(stops: Self.ordered(stops), extend: extend ?? .pad)
  }

  /// Returns the stops sorted by place; the sort is stable.
  private static func ordered(_ stops: [ColorPaint.Stop]) -> [ColorPaint.Stop] {
    stops.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }.map(\.element)
  }
}

// Transforms, formats 12 to 31; the odd ones vary with the axis values.

extension ColorPaintReader {
  private mutating func transform(
    _ format: Int, at place: Int
  ) throws(ColorFault) -> ColorPaint.Transform {
    let isVariable = format % 2 == 1
    let kind = format - format % 2
    if kind == 12 { return try matrix(at: place, isVariable) }
    let counts = [14: 2, 16: 2, 18: 4, 20: 1, 22: 3, 24: 1, 26: 3, 28: 2, 30: 4]
    let values = try numbers(counts[kind] ?? 1, at: place + 4, isVariable: isVariable)
    let (first, second) = (values[0], values[min(1, values.count - 1)])
    let transform: ColorPaint.Transform =
      switch kind {
      case 14: .init(dx: first, dy: second)
      case 16, 18: .init(xx: first / Self.one, yy: second / Self.one)
      case 20, 22: .init(xx: first / Self.one, yy: first / Self.one)
      case 24, 26: Self.rotation(first / Self.one)
      default: Self.skew(first / Self.one, second / Self.one)
      }
    guard values.count > 2 else { return transform }
    return transform.about(Point(x: values[values.count - 2], y: values[values.count - 1]))
  }

  private mutating func matrix(
    at place: Int, _ isVariable: Bool
  ) throws(ColorFault) -> ColorPaint.Transform {
    let start = place + (try colors.table.offset(place + 4))
    let values = try numbers(6, at: start, bytes: 4, isVariable: isVariable).map { $0 / 65_536 }
    return .init(
      xx: values[0], yx: values[1], xy: values[2], yy: values[3], dx: values[4], dy: values[5])
  }

  /// Returns an anticlockwise rotation in half turns.
  private static func rotation(_ halves: Double) -> ColorPaint.Transform {
    let (sine, cosine) = (sin(halves * .pi), cos(halves * .pi))
    return .init(xx: cosine, yx: sine, xy: -sine, yy: cosine)
  }

  /// Returns an anticlockwise skew of the axes in half turns.
  private static func skew(_ x: Double, _ y: Double) -> ColorPaint.Transform {
    .init(xx: 1, yx: tan(y * .pi), xy: tan(-x * .pi), yy: 1)
  }
}

/// The variations of a table's numbers with a font's axis values (OpenType 1.9.1, item variation
/// store and its index map).
struct ColorVariations {
  private let table: TableBytes
  private let store: Int
  private let map: Int
  /// The scalar of each region at the axis values.
  private let regions: [Double]
  /// The remaining number of terms to add up, which limits the time for broken fonts.
  private var remaining = Self.termLimit

  /// The maximum number of terms; real glyphs take less than a hundredth.
  private static let termLimit = 1 << 20
  /// The maximum of regions times axes.
  private static let regionLimit = 1 << 20
  /// The index of numbers that do not vary.
  private static let unchanging = 0xFFFF_FFFF

  /// Reads the regions.
  ///
  /// - Parameter place: The normalized coordinate on each axis (2.14 fixed point).
  /// - Returns: `nil` if nothing varies.
  init?(_ colors: ColorTable, place: [Int32]) {
    guard colors.variationStore > 0, place.contains(where: { $0 != 0 }) else { return nil }
    (table, store, map) = (colors.table, colors.variationStore, colors.variationMap)
    guard let regions = try? Self.regions(table, store, place) else { return nil }
    self.regions = regions
  }

  private static func regions(
    _ table: TableBytes, _ store: Int, _ place: [Int32]
  ) throws(ColorFault) -> [Double] {
    let list = store + (try table.long(store + 2))
    let (axes, count) = (try table.short(list), try table.short(list + 2))
    guard axes * count <= regionLimit else { throw .tooLarge }
    var regions: [Double] = []
    for region in 0..<count {
      var factor = 1.0
      for axis in 0..<axes {
        let record = list + 4 + 6 * (region * axes + axis)
        factor *= Self.factor(
          at: axis < place.count ? Int(place[axis]) : 0,
          start: try table.signed(record, bytes: 2), peak: try table.signed(record + 2, bytes: 2),
          end: try table.signed(record + 4, bytes: 2))
      }
      regions.append(factor)
    }
    return regions
  }

  /// Returns the factor of an axis in a region's scalar.
  private static func factor(at place: Int, start: Int, peak: Int, end: Int) -> Double {
    if peak == 0 || start > peak || peak > end || start < 0 && end > 0 { return 1 }
    if place == peak { return 1 }
    if place <= start || place >= end { return 0 }
    return place < peak
      ? Double(place - start) / Double(peak - start) : Double(end - place) / Double(end - peak)
  }

  /// Returns the delta of a number; 0 if it does not vary or its delta is not in the table.
  mutating func change(_ base: Int, _ number: Int) throws(ColorFault) -> Double {
    guard base != Self.unchanging, let (outer, inner) = try? indices(of: base + number),
      let row = try? row(outer, inner)
    else { return 0 }
    remaining -= row.count
    guard remaining > 0 else { throw .tooLarge }
    return (try? sum(row)) ?? 0
  }

  /// Returns the outer and inner index of a delta set.
  private func indices(of index: Int) throws(ColorFault) -> (outer: Int, inner: Int) {
    guard map > 0 else { return (index >> 16, index & 0xFFFF) }
    let (format, entry) = (try table.byte(map), try table.byte(map + 1))
    let count = format == 0 ? try table.short(map + 2) : try table.long(map + 2)
    guard count > 0 else { return (index >> 16, index & 0xFFFF) }
    let size = (entry >> 4 & 3) + 1
    let place = map + (format == 0 ? 4 : 6) + size * min(index, count - 1)
    let number = try table.number(place, bytes: size)
    let innerBits = (entry & 15) + 1
    return (number >> innerBits, number & (1 << innerBits - 1))
  }

  /// A row of deltas, one per region.
  private struct Row {
    let regionList: Int
    let start: Int
    let count: Int
    /// The number of deltas with the larger of two sizes.
    let wide: Int
    let wideBytes: Int
  }

  private func row(_ outer: Int, _ inner: Int) throws(ColorFault) -> Row {
    guard outer < (try table.short(store + 6)) else { throw .truncated }
    let data = store + (try table.long(store + 8 + 4 * outer))
    let (rows, sizes, count) =
      (try table.short(data), try table.short(data + 2), try table.short(data + 4))
    let (wide, wideBytes) = (sizes & 0x7FFF, sizes & 0x8000 == 0 ? 2 : 4)
    guard inner < rows, wide <= count else { throw .truncated }
    let rowBytes = wide * wideBytes + (count - wide) * (wideBytes / 2)
    return Row(
      regionList: data + 6, start: data + 6 + 2 * count + inner * rowBytes, count: count,
      wide: wide, wideBytes: wideBytes)
  }

  private func sum(_ row: Row) throws(ColorFault) -> Double {
    var (sum, place) = (0.0, row.start)
    for index in 0..<row.count {
      let size = index < row.wide ? row.wideBytes : row.wideBytes / 2
      let region = try table.short(row.regionList + 2 * index)
      if regions.indices ~= region, regions[region] != 0 {
        sum += regions[region] * Double(try table.signed(place, bytes: size))
      }
      place += size
    }
    return sum
  }
}
