import BenchMeasurement
import Glibc
import Linecaster

extension CellWorkloads {
  /// As much of a list as a window shows, into which cells are copied again and again.
  private static let windowHeight = 800

  /// Cached pixels of cells copied to their places in a window; `memcpy_ns` is the time of the same
  /// bytes by `memcpy`, a call a cell, to the same places.
  var copy: Workload {
    workload("cell-copy") {
      let bitmaps = try rasterize(DisplayRasterizer())
      let facts = facts(of: bitmaps)
      var window = try Bitmap(
        width: environment.scale.pixels(environment.width), height: Self.windowHeight)
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: window.pixels.count, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      return {
        defer { memory.deallocate() }
        var (copied, plain) = (Int.max, Int.max)
        for _ in 0..<Self.copies {
          var stopwatch = Stopwatch(.thread)
          Self.copy(bitmaps, to: &window)
          copied = min(copied, stopwatch.nanoseconds)
          stopwatch = Stopwatch(.thread)
          Self.copyPlainly(bitmaps, to: memory)
          plain = min(plain, stopwatch.nanoseconds)
        }
        blackHole(window)
        return .init(
          facts: facts + [
            .init("memcpy_ns", plain), .init("ratio_percent", copied * 100 / max(plain, 1)),
          ], nanoseconds: copied)
      }
    }
    .with { $0.isCountable = false }
  }

  private static let copies = 9

  /// Copies cells below each other, from the top again where the window is full.
  private static func copy(_ bitmaps: [Bitmap], to window: inout Bitmap) {
    var top = 0
    for bitmap in bitmaps {
      if top + bitmap.height > window.height { top = 0 }
      window.draw(bitmap, atX: 0, y: top)
      top += bitmap.height
    }
  }

  private static func copyPlainly(
    _ bitmaps: [Bitmap], to memory: UnsafeMutableRawBufferPointer
  ) {
    var place = 0
    for bitmap in bitmaps {
      bitmap.pixels.withUnsafeBytes { bytes in
        if place + bytes.count > memory.count { place = 0 }
        guard let target = memory.baseAddress, let source = bytes.baseAddress else { return }
        memcpy(target + place, source, min(bytes.count, memory.count))
        place += bytes.count
      }
    }
  }
}
