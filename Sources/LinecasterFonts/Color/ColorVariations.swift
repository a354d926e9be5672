import LinecasterBase

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
