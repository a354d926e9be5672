import LinecasterCells
public import LinecasterDisplay
import LinecasterRaster
import Synchronization

/// The images that were missing when a value was made.
struct MissingImages: Hashable, Sendable {
  var images: Set<ImageReference>
  /// The time of the log before the first of them was requested.
  var since: Int

  init(images: Set<ImageReference>, since: Int) {
    self.images = images
    self.since = since
  }

  /// Creates the record of missing images; `nil` if there are none.
  init?(_ images: Set<ImageReference>, since: Int) {
    guard !images.isEmpty else { return nil }
    self.init(images: images, since: since)
  }

  /// Returns the missing images of two values together; `nil` if neither has any.
  static func of(_ left: MissingImages?, _ right: MissingImages?) -> MissingImages? {
    guard let left, let right else { return left ?? right }
    return MissingImages(
      images: left.images.union(right.images), since: min(left.since, right.since))
  }
}

extension PrecomputePipeline {
  /// Reports the arrival of images whose size or pixels were missing when they were requested.
  /// Cells that were arranged or drawn without these images are prepared again, visible ones first.
  ///
  /// Rows that lists show are prepared at most once a frame, without stopping running work; other
  /// cached results are recreated on demand. A new image size corrects heights around the anchor.
  /// Hosts that receive arrangements get the rows with these images once more, because such hosts
  /// draw the pixels themselves.
  ///
  /// Providers that report arrivals themselves, for example those in `LinecasterFiles`, need no
  /// call. An image that was drawn before and has changed since does not count as an arrival; use
  /// `AutoDiffController.refreshVisible()`. Thread-safe.
  ///
  /// - Complexity: O(images + lists); the lists do the rest later.
  public func imagesDidArrive(_ images: some Sequence<ImageReference>) {
    cells.arrivals.arrived(Set(images))
  }

  /// Observes arrivals of the providers, as long as the pipeline exists.
  func observeProviders() {
    let observer = { @Sendable [weak arrivals = cells.arrivals] (images: [ImageReference]) in
      arrivals?.arrived(Set(images))
      return arrivals != nil
    }
    for provider in providers { provider.observeArrivals(observer) }
  }

  /// Sets the images that a list waits for, and cancels loads that no list waits for any more.
  func setAwaited(_ images: Set<ImageReference>, in list: ObjectIdentifier) {
    cancelLoads(of: cells.arrivals.setAwaited(images, in: list))
  }

  /// Removes a list that is gone.
  func forget(_ list: ObjectIdentifier) {
    bands.set([:], of: list)
    actions.remove(list)
    guard let unneeded = cells.arrivals.remove(list) else { return }
    cancelLoads(of: unneeded)
    if cells.arrivals.hasNoLists { releaseUnused() }
  }

  /// Cancels the loads of images that no list waits for any more.
  private func cancelLoads(of images: Set<ImageReference>) {
    guard !images.isEmpty else { return }
    for provider in providers { provider.cancelLoads(of: Array(images)) }
  }

  /// The provider of pixels, and that of sizes if it is another one.
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
