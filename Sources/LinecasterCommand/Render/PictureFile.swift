import ArgumentParser
import Foundation
import Linecaster

/// How a picture becomes a file: the format by the ending of its name, and what was asked for.
struct PictureFile {
  /// A format that pictures are written in.
  enum Format: String, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case webP = "WebP"
    case avif = "AVIF"

    /// The endings of names.
    var endings: [String] {
      switch self {
      case .png: ["png"]
      case .jpeg: ["jpg", "jpeg"]
      case .webP: ["webp"]
      case .avif: ["avif"]
      }
    }

    var isBuiltIn: Bool {
      switch self {
      case .png: true
      case .jpeg: JPEGEncoder.isBuiltIn
      case .webP: WebPEncoder.isBuiltIn
      case .avif: AVIFEncoder.isBuiltIn
      }
    }
  }

  let format: Format
  /// How near a lossy file is to the picture.
  let quality: Int?
  /// Whether a file of few colours is wanted.
  let isCompact: Bool
  /// Whether a PNG file is worth the time that smaller ones take.
  var isSmall = true

  /// A small file of more pixels would take several times as long as drawing them. It goes by the
  /// picture alone, so that bands make no difference to the bytes.
  private static let mostPixelsMadeSmall = 1 << 24

  /// - Throws: `ValidationError` where the name promises what is not written, or an option is not
  ///   for the format.
  init(path: String, quality: Int?, isCompact: Bool) throws {
    (format, self.quality, self.isCompact) = (try Self.format(of: path), quality, isCompact)
    guard quality == nil || format != .png else {
      throw ValidationError("--quality is for JPEG, WebP and AVIF.")
    }
    guard (0...100).contains(quality ?? 0) else {
      throw ValidationError("--quality must be from 0 to 100.")
    }
    guard !isCompact || format == .png else { throw ValidationError("--compact is for PNG.") }
  }

  /// The format that the ending of a name promises; PNG without one.
  private static func format(of path: String) throws(ValidationError) -> Format {
    let ending = URL(fileURLWithPath: path).pathExtension
    guard path != "-", !ending.isEmpty else { return .png }
    let format = Format.allCases.first { $0.endings.contains(ending.lowercased()) }
    guard let format else {
      let known = Format.allCases.flatMap(\.endings).map { ".\($0)" }.joined(separator: ", ")
      throw ValidationError(
        "--output is an image, whose name ends in one of \(known): '.\(ending)' cannot be written.")
    }
    guard format.isBuiltIn else {
      throw ValidationError(
        "--output: \(format.rawValue) is not built in; 'swift build --traits "
          + "default,\(format.rawValue)' adds it.")
    }
    return format
  }

  /// What writes a picture.
  func encoder(for picture: BandedImage) -> any ImageEncoder {
    switch format {
    case .png:
      let isLong = picture.width * picture.height > Self.mostPixelsMadeSmall
      return PNGEncoder(
        compression: isSmall && !isLong ? .small : .standard,
        colors: isCompact ? .compact : .exact)
    case .jpeg: return quality.map { JPEGEncoder(quality: $0) } ?? JPEGEncoder()
    case .webP: return WebPEncoder(quality: quality.map { .lossy($0) } ?? .lossless)
    case .avif: return quality.map { AVIFEncoder(quality: $0) } ?? AVIFEncoder()
    }
  }
}
