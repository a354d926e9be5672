import LinecasterBase
@testable import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// The deepest legal groups, on the smallest stack.
@Suite struct DeepGroupTests {
  private let rasterizer = DisplayRasterizer()

  private static func list(
    opacity: Double, _ color: Color = .black, depth: Int = DisplayGroup.maximumDepth
  ) -> DisplayList {
    let shape = DisplayShape(Rect(x: 2, y: 2, width: 8, height: 8))
    let group = (1..<depth).reduce(
      DisplayGroup([.fill(shape, .color(color))], opacity: opacity)
    ) { group, _ in
      DisplayGroup([.group(group)], opacity: opacity)
    }
    var list = DisplayList(size: Size(width: 12, height: 12))
    list.append(.group(group))
    return list
  }

  @Test(arguments: [1, 0.999])
  func areDrawnAndFreed(opacity: Double) throws {
    let color = try OnSmallStack.run {
      try rasterizer.rasterize(Self.list(opacity: opacity, .black), background: .white)
        .color(atX: 5, y: 5)
    }
    #expect(color == .black)
  }

  @Test func areDrawnInBands() throws {
    let isSame = try OnSmallStack.run {
      let list = Self.list(opacity: 0.5, .black)
      let bands = try rasterizer.bands(
        of: list, scale: .one, background: .white, bandHeight: 5)
      return try bands.bitmap() == rasterizer.rasterize(list, background: .white)
    }
    #expect(isSame)
  }

  @Test func areCompared() throws {
    let changes = try OnSmallStack.run {
      try rasterizer.changes(
        from: Self.list(opacity: 1, .black), to: Self.list(opacity: 1, .white))
    }
    #expect(changes == [PixelRect(x: 2, y: 2, width: 8, height: 8)])
  }

  @Test func areMoved() {
    let depth = OnSmallStack.run {
      Self.list(opacity: 1, .black).commands[0].offset(x: 1, y: 1).groupDepth
    }
    #expect(depth == DisplayGroup.maximumDepth)
  }

  /// A level takes at most half of the stack that is reserved for it.
  @Test func levelsFitInTheirRoom() throws {
    let rasterizer = rasterizer
    let works: [@Sendable (DisplayList) throws -> Void] = [
      { _ = try rasterizer.rasterize($0, background: .white) },
      { list in
        let bands = try rasterizer.bands(
          of: list, scale: .one, background: .white, bandHeight: 5)
        _ = try bands.bitmap()
      },
      { _ = try rasterizer.changes(from: $0, to: $0) },
      { _ = $0.commands[0].offset(x: 1, y: 1) },
    ]
    for (index, work) in works.enumerated() {
      let bytes = try StackGauge.bytesPerLevel(400) { try work(Self.list(opacity: 0.5, depth: $0)) }
      #expect(2 * bytes <= StackRoom.bytesPerLevel, "work \(index)")
    }
  }
}
