import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster

/// The images of a layout, and the faults of unavailable ones.
struct ShownImages: Sendable {
  let source: PictureSource
  private let shown: LayoutNode
  private let images: [ImageReference]
  private let provider: (any ImageProvider)?
  /// The images that were missing at first sight.
  private let missing: Set<ImageReference>

  /// The most characters of the name that replaces an image.
  private static let nameLength = 60

  /// Locates the images of a layout.
  ///
  /// - Complexity: O(nodes + text), plus reading the headers of the image files.
  init(of layout: LayoutNode, in source: PictureSource, from provider: (any ImageProvider)?) {
    self.source = source
    var known: Set<ImageReference> = []
    shown = layout
    let images = layout.images.filter { known.insert($0).inserted }
    self.images = images
    self.provider = provider
    // Missing files are known before layout.
    missing =
      source.namesImages ? Set(images.filter { provider?.naturalSize(of: $0) == nil }) : []
  }

  /// The names of images that are files.
  var names: [String] { images.filter { !$0.isInline }.map(\.name) }

  /// The provider, if its images are files, whose errors it remembers.
  private var files: ImageFileProvider? { provider as? ImageFileProvider }

  /// The errors of images so far; complete after drawing.
  private var failures: [ImageReference: ImageError] {
    var failures: [ImageReference: ImageError] = [:]
    for image in images {
      failures[image] = files?.failure(of: image)
      // A provider remembers a limited number of failures.
      if failures[image] == nil, missing.contains(image) {
        failures[image] = ImageError(
          code: .unreadable, source: image.name, reason: "cannot be read")
      }
    }
    return failures
  }

  /// The errors of a scene's unavailable images so far, with their locations; none for texts.
  var faults: [SceneError] {
    guard let scene = source.scene else { return [] }
    return scene.faults(ofImages: failures.mapValues { $0.description })
  }

  /// The messages for image faults known so far.
  ///
  /// - Parameter name: The name of a text, whose faults have no location.
  func faultMessages(named name: String) -> [String] {
    guard source.scene == nil else { return faults.map(\.description) }
    return files?.failures.map { "\(name): \($0)" } ?? []
  }

  /// The layout with words instead of unavailable images.
  var layout: LayoutNode {
    guard source.namesImages else { return shown }
    var words: [ImageReference: String] = [:]
    for (image, error) in failures {
      let name = PrintableText.line(image.name, limit: Self.nameLength)
      words[image] = name + (error.code == .unreadable ? " is missing" : " cannot be shown")
    }
    return shown.replacing(words)
  }
}
