import Foundation

extension Bitmap {
  /// The rectangles in which the pixels are not those of an earlier image: at most sixteen, which
  /// may overlap; the whole image where the sizes differ, and none where all pixels are the same.
  ///
  /// - Complexity: O(pixels), two reads each; no time where both share their pixels.
  public func changes(since earlier: Bitmap) -> [PixelRect] {
    guard width == earlier.width, height == earlier.height else {
      return bounds.isEmpty ? [] : [bounds]
    }
    var region = PixelRegion()
    pixels.withUnsafeBytes { new in
      earlier.pixels.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress, new != old else { return }
        for top in stride(from: 0, to: height, by: Self.tile) {
          insertChanges(old, new, rows: top..<min(height, top + Self.tile), in: &region)
        }
      }
    }
    return region.rects
  }

  /// Changes less than so many pixels apart may be one rectangle.
  private static let tile = 16

  /// Adds, for each column of tiles, the smallest rectangle around the pixels that differ.
  private func insertChanges(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, rows: Range<Int>, in region: inout PixelRegion
  ) {
    let rowBytes = width * 4
    let start = rows.lowerBound * rowBytes
    guard memcmp(old + start, new + start, rows.count * rowBytes) != 0 else { return }
    for left in stride(from: 0, to: width, by: Self.tile) {
      var changed = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
      for row in rows {
        for column in left..<min(width, left + Self.tile) {
          let place = row * rowBytes + column * 4
          guard
            old.loadUnaligned(fromByteOffset: place, as: UInt32.self)
              != new.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          else { continue }
          changed = changed.union(PixelRect(x: column, y: row, width: 1, height: 1))
        }
      }
      region.insert(changed)
    }
  }
}
