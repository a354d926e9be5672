import LinecasterCaches
public import LinecasterDisplay
public import LinecasterGeometry
import LinecasterRaster
import Synchronization

extension ImageFileProvider {
  /// The size of an image, a pixel of its file a layout point; nil where the file cannot be read,
  /// and `failures` says why.
  ///
  /// Only the header is read, once as long as the file does not change.
  public func naturalSize(of image: ImageReference) -> Size? {
    var identity: FileIdentity?
    do throws(ImageError) {
      let found = try FileIdentity(path: path(of: image))
      identity = found
      guard failed.withLock({ $0.error(of: image.name, identity: found) }) == nil else {
        return nil
      }
      let size = try info(for: image).size
      return Size(width: Double(size.width), height: Double(size.height))
    } catch {
      failed.withLock { $0.note(error, of: image.name, identity: identity) }
      return nil
    }
  }

  /// What the header of an image says; its pixels are not decoded. Headers are kept.
  ///
  /// - Throws: `ImageError` naming the file.
  public func info(for image: ImageReference) throws(ImageError) -> ImageInfo {
    ImageInfo(try header(of: image))
  }

  /// Throws where an image decoded for a size has more bytes than are kept, so that it would be
  /// decoded again for each drawing; what else is wrong with it is for `load` to tell.
  ///
  /// - Throws: `ImageError` with code `tooLarge`.
  func checkFits(_ image: ImageReference, covering size: PixelSize?) throws(ImageError) {
    guard let header = try? header(of: image) else { return }
    let reduction = decoder.reduction(of: header, covering: size)
    if let error = misfit(image, header, reduction) { throw error }
  }

  /// What is wrong with an image whose pixels are too many to be kept; nil where they are not.
  func misfit(
    _ image: ImageReference, _ header: ImageHeader, _ reduction: ImageReduction
  ) -> ImageError? {
    let size = reduction.size(header.size)
    let byteCount = size.width * size.height * 4
    guard byteCount > byteLimit - Self.keepingByteCount else { return nil }
    return ImageError(
      code: .tooLarge, source: image.name,
      reason: "\(byteCount) bytes of pixels where \(byteLimit) are kept in all")
  }

  /// More than keeping an image takes besides its pixels.
  private static let keepingByteCount = 1024

  private func header(of image: ImageReference) throws(ImageError) -> ImageHeader {
    let path = try path(of: image)
    let key = HeaderKey(name: image.name, identity: try FileIdentity(path: path))
    if let known = headers.value(for: key) { return known }
    return try header(of: OpenFile(path), image)
  }

  /// The header of a file that is open.
  func header(of file: OpenFile, _ image: ImageReference) throws(ImageError) -> ImageHeader {
    let key = HeaderKey(name: image.name, identity: file.identity)
    if let known = headers.value(for: key) { return known }
    let header = try decoder.header(of: file)
    headers.insert(header, for: key, cost: HeaderKey.cost)
    return header
  }
}
