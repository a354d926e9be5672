import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles

/// The images that a layout shows, and what is wrong with those that cannot be had.
struct ShownImages: Sendable {
  private let source: PictureSource
  private let shown: LayoutNode
  private let images: [ImageReference]
  private let provider: ImageFileProvider
  /// Those that were not there when they were looked for.
  private let missing: Set<ImageReference>

  /// Characters of a name that are shown in the place of an image.
  private static let nameLength = 60

  /// Looks for the images of a layout.
  ///
  /// - Complexity: O(nodes + text), and the heads of the images' files are read.
  init(of layout: LayoutNode, in source: PictureSource, from provider: ImageFileProvider) {
    self.source = source
    var known: Set<ImageReference> = []
    shown = layout
    let images = layout.images.filter { known.insert($0).inserted }
    self.images = images
    self.provider = provider
    // What is not there is known before anything is laid out.
    missing = Set(images.filter { provider.naturalSize(of: $0) == nil })
  }

  /// The names of images that are files.
  var names: [String] { images.filter { !$0.isInline }.map(\.name) }

  /// What is wrong with images so far: all when all is drawn.
  private var failures: [ImageReference: ImageError] {
    var failures: [ImageReference: ImageError] = [:]
    for image in images {
      failures[image] = provider.failure(of: image)
      // A provider remembers so many failures only.
      if failures[image] == nil, missing.contains(image) {
        failures[image] = ImageError(
          code: .unreadable, source: image.name, reason: "cannot be read")
      }
    }
    return failures
  }

  /// The places where a scene names images that cannot be had, as far as is known; none for texts.
  var faults: [SceneError] {
    guard case .scene(let source) = source else { return [] }
    return source.faults(ofImages: failures.mapValues { $0.description })
  }

  /// The faults of images, as far as they are known.
  ///
  /// - Parameter name: The name of a text, in whose faults there is no place.
  func faultMessages(named name: String) -> [String] {
    guard case .scene = source else { return provider.failures.map { "\(name): \($0)" } }
    return faults.map(\.description)
  }

  /// The layout with words in the place of images that cannot be had.
  var layout: LayoutNode {
    var words: [ImageReference: String] = [:]
    for (image, error) in failures {
      let name = PrintableText.line(image.name, limit: Self.nameLength)
      words[image] = name + (error.code == .unreadable ? " is missing" : " cannot be shown")
    }
    return shown.replacing(words)
  }
}
