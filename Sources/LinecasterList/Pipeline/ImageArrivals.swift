import LinecasterCells
public import LinecasterDisplay
import LinecasterRaster
import Synchronization

/// The images that something was made without.
struct ImageLack: Hashable, Sendable {
  var images: Set<ImageReference>
  /// The time of the log before the first of them was asked for.
  var since: Int

  init(images: Set<ImageReference>, since: Int) {
    self.images = images
    self.since = since
  }

  /// The lack of some images; nil for that of none.
  init?(_ images: Set<ImageReference>, since: Int) {
    guard !images.isEmpty else { return nil }
    self.init(images: images, since: since)
  }

  /// What two things lack together; nil where neither does.
  static func of(_ left: ImageLack?, _ right: ImageLack?) -> ImageLack? {
    guard let left, let right else { return left ?? right }
    return ImageLack(
      images: left.images.union(right.images), since: min(left.since, right.since))
  }
}

/// When which image came, so that what was made without it is known to be out of date, wherever it
/// is kept and whoever is about to keep it.
///
/// Time is counted in arrivals. An image that is asked for after the log was read, and has come by
/// the time the answer is used, is in the log then.
final class ArrivalLog: Sendable {
  private struct State {
    var times: [ImageReference: Int] = [:]
    /// Of arrivals up to this time none is known; any image may have been among them.
    var forgotten = 0
  }

  /// The most images that are remembered; when there are more, what was made before is made again
  /// once, as it is asked for.
  static let capacity = 4096

  private let time = Atomic<Int>(0)
  private let state = Mutex(State())

  /// The time now.
  var now: Int { time.load(ordering: .acquiring) }

  /// Notes that images can be had.
  func note(_ images: some Sequence<ImageReference>) {
    state.withLock { state in
      let now = time.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
      if state.times.count > Self.capacity {
        state.times = [:]
        state.forgotten = now - 1
      }
      for image in images { state.times[image] = now }
    }
  }

  /// Whether nothing has come of what is lacking.
  func isCurrent(_ lack: ImageLack?) -> Bool {
    guard let lack, lack.since < now else { return true }
    return state.withLock { state in
      lack.since >= state.forgotten
        && lack.images.allSatisfy { state.times[$0, default: 0] <= lack.since }
    }
  }
}

extension PrecomputePipeline {
  /// Tells that images can be had whose size or pixels were not there when they were asked for:
  /// cells that were arranged or drawn without them are made again, those in sight first.
  ///
  /// Rows that lists show are prepared again, at most once a frame, and what runs goes on; what is
  /// kept for later is made again when it is asked for. A size that was not known before corrects
  /// heights around the anchor. Hosts that are given arrangements are handed the rows that show
  /// these images once more: their pixels are the hosts' own.
  ///
  /// Providers that tell of arrivals themselves, as those in `LinecasterFiles` do, need no call.
  /// An image that was drawn and has other pixels since is nothing new here;
  /// `AutoDiffController.refreshVisible()` is for those. May be called on any thread.
  ///
  /// - Complexity: O(images + lists); the rest is done where the rows are.
  public func imagesDidArrive(_ images: some Sequence<ImageReference>) {
    cells.arrivals.arrived(Set(images))
  }

  /// Hears of what the providers have, as long as the pipeline is there.
  func observeProviders() {
    let observer = { @Sendable [weak arrivals = cells.arrivals] (images: [ImageReference]) in
      arrivals?.arrived(Set(images))
      return arrivals != nil
    }
    for provider in providers { provider.observeArrivals(observer) }
  }

  /// Sets which images a list waits for; those that none waits for any more need not be loaded.
  func setAwaited(_ images: Set<ImageReference>, in list: ObjectIdentifier) {
    cancelLoads(of: cells.arrivals.setAwaited(images, in: list))
  }

  /// Forgets a list that is gone.
  func forget(_ list: ObjectIdentifier) {
    bands.set([:], of: list)
    actions.remove(list)
    cancelLoads(of: cells.arrivals.remove(list))
  }

  /// Lets providers know that no list waits for images any more.
  private func cancelLoads(of images: Set<ImageReference>) {
    guard !images.isEmpty else { return }
    for provider in providers { provider.cancelLoads(of: Array(images)) }
  }

  /// The provider of pixels, and that of sizes where it is another one.
  private var providers: [any ImageProvider] {
    let pixels = rasterizer.images
    let sizes = arranger.images as? any ImageProvider
    guard let pixels, let sizes else { return [pixels ?? sizes].compactMap(\.self) }
    let isSame =
      type(of: pixels) is AnyObject.Type && type(of: sizes) is AnyObject.Type
      && ObjectIdentifier(pixels as AnyObject) == ObjectIdentifier(sizes as AnyObject)
    return isSame ? [pixels] : [pixels, sizes]
  }
}
