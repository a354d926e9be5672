import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import Synchronization

/// Images of one colour each that arrive when a test adds them.
final class LateAlbum: ImageProvider {
  private struct State {
    var sizes: [ImageReference: PixelSize] = [:]
    var failed: Set<ImageReference> = []
    var cancelled: Set<ImageReference> = []
    var asked: [ImageReference: Int] = [:]
    var whenAsked: (@Sendable (ImageReference) -> Void)?
  }

  private let state = Mutex(State())
  private let observers = ArrivalObservers()
  /// Whether it announces arrivals to observers.
  private let announces: Bool

  init(announces: Bool = true) { self.announces = announces }

  /// The images whose requests were cancelled.
  var cancelled: Set<ImageReference> { state.withLock { $0.cancelled } }

  func asks(for image: ImageReference) -> Int { state.withLock { $0.asked[image, default: 0] } }

  /// Calls `body` for the next requested image that is missing, after the request returns nil.
  func whenNextLacks(_ body: @escaping @Sendable (ImageReference) -> Void) {
    state.withLock { $0.whenAsked = body }
  }

  /// Makes images available.
  func add(_ images: [ImageReference], width: Int = 20, height: Int = 10) {
    state.withLock { state in
      for image in images { state.sizes[image] = PixelSize(width: width, height: height) }
      state.failed.subtract(images)
    }
    if announces { observers.announce(images) }
  }

  /// Fails an image.
  func fail(_ image: ImageReference) {
    _ = state.withLock { $0.failed.insert(image) }
    observers.announce([image])
  }

  func naturalSize(of image: ImageReference) -> Size? {
    let (size, observer) = state.withLock { state in
      state.asked[image, default: 0] += 1
      let size = state.sizes[image]
      return (size, size == nil ? state.whenAsked.take() : nil)
    }
    observer?(image)
    return size.map { Size(width: Double($0.width), height: Double($0.height)) }
  }

  func bitmap(for image: ImageReference) -> Bitmap? {
    state.withLock { $0.sizes[image] }.flatMap {
      try? Bitmap(width: $0.width, height: $0.height, background: Self.color(of: image))
    }
  }

  func hasFailed(_ image: ImageReference, covering size: PixelSize?) -> Bool {
    state.withLock { $0.failed.contains(image) }
  }

  func observeArrivals(_ observer: @escaping @Sendable ([ImageReference]) -> Bool) {
    observers.add(observer)
  }

  func cancelLoads(of images: [ImageReference]) {
    state.withLock { $0.cancelled.formUnion(images) }
  }

  static func color(of image: ImageReference) -> Color {
    let number = Int(image.name) ?? 0
    return Color(red: UInt8(truncatingIfNeeded: number * 7 + 1), green: 200, blue: 20)
  }
}

/// An image in a box of its own size, which is known before the image arrives.
struct PortraitCell: Cell {
  var number: Int

  func body(in environment: LayoutEnvironment) -> some Layout {
    Image(ImageReference("\(number)"), size: Size(width: 20, height: 10))
  }
}
