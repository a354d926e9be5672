import Foundation
import LinecasterBoxLayout
import LinecasterCells
import LinecasterConformance
import LinecasterFeed
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes

/// The targets of the fuzzers, which tests run with the kept inputs.
///
/// An input passes if `fault` is nil; the caller checks that it ends in time and without a trap.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A scene in JSON, read, written, arranged and drawn.
  case scene
  /// A scene in JSON, written as PDF and as SVG.
  case document
  /// A template in JSON and, behind a zero byte, its data: expanded, written, arranged and drawn.
  case template
  /// A Markdown text, with line ends as spaces and preserved.
  case markdown
  /// A feed in JSON Lines, its first messages arranged.
  case feed
  /// A tree in the format of the command `flexbox`.
  case flexbox
  /// A font file: its faces, their outlines and colours, and a text in them.
  case font
  /// A PNG image; the bytes determine the format, so other formats are read as well.
  case png
  /// A JPEG image.
  case jpeg
  /// A WebP image.
  case webp
  /// A GIF image.
  case gif
  /// An AVIF image, which is refused without the trait `AVIF`.
  case avif
  /// An SVG image, which is refused without the trait `SVG`.
  case svg
  /// A text with styles, edited and laid out at several widths.
  case text
  /// Calls of the public interface, with the bytes as the program.
  case interface
  /// Calls of the C interface, with the bytes as the program.
  case calls

  /// The fault in the result of an input; `nil` for a correct result.
  package func fault(_ bytes: [UInt8]) -> String? {
    switch self {
    case .scene: Self.scene(bytes)
    case .document: Self.document(bytes)
    case .template: Self.template(bytes)
    case .markdown: Self.markdown(bytes)
    case .feed: Self.feed(bytes)
    case .flexbox: Self.flexbox(bytes)
    case .font: Self.font(bytes)
    case .png, .jpeg, .webp, .gif, .avif, .svg: Self.image(bytes)
    case .text: TextProgram(bytes).fault()
    case .interface: InterfaceProgram(bytes).fault()
    case .calls: CallProgram(bytes).fault()
    }
  }
}

extension FuzzTarget {
  private static func scene(_ bytes: [UInt8]) -> String? {
    guard let scene = try? Scene(json: bytes, source: "fuzz") else { return nil }
    guard let again = try? Scene(json: scene.json, source: "written") else {
      return "a scene that was written cannot be read"
    }
    guard again == scene, again.hashValue == scene.hashValue else {
      return "a scene that was written reads as another"
    }
    return FuzzStage.show(scene.layout, width: scene.width)
  }

  private static func document(_ bytes: [UInt8]) -> String? {
    guard let scene = try? Scene(json: bytes, source: "fuzz") else { return nil }
    return FuzzStage.show(scene.layout, width: scene.width) {
      FuzzStage.write($0)
    }
  }

  private static func template(_ bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      .map { Array($0) }
    let data = parts.count > 1 ? parts[1] : Array("{}".utf8)
    guard let template = try? SceneTemplate(json: parts[0], source: "fuzz") else { return nil }
    if template.faults(with: data, source: "data").contains(where: { $0.reason.isEmpty }) {
      return "a fault of names does not say what is wrong"
    }
    let faults = template.faults(with: data, source: "data", names: .none)
    let scene: Scene
    do throws(SceneError) {
      scene = try template.scene(with: data, source: "data", names: .none)
    } catch {
      guard !error.reason.isEmpty, ["fuzz", "data"].contains(error.source) else {
        return "a fault does not say what is wrong, or where"
      }
      return faults.isEmpty ? "a template with a fault has none" : nil
    }
    guard faults.isEmpty else { return "a scene was made of a template with faults" }
    guard let again = try? Scene(json: scene.json, source: "written"), again == scene else {
      return "the scene of a template reads as another"
    }
    return FuzzStage.show(scene.layout, width: scene.width)
  }

  private static func markdown(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    for breaks in [Markup.LineBreaks.spaces, .kept] {
      let layout = Markup(text, lineBreaks: breaks).layout(MarkupStyle(size: 12))
      if let fault = FuzzStage.show(layout, width: 200) { return fault }
    }
    return nil
  }

  private static func feed(_ bytes: [UInt8]) -> String? {
    let content = FeedReader(imageFolder: "/nonexistent").read(Data(bytes), source: "fuzz")
    guard content.errors.allSatisfy({ $0.source == "fuzz" && !$0.reason.isEmpty }) else {
      return "an error does not say what is wrong, or where"
    }
    for item in content.items.prefix(3) {
      let cell = FeedCell(item)
      let layout = cell.body(in: FuzzStage.environment(width: 200)).node
      if let fault = FuzzStage.show(layout, width: 200) { return fault }
    }
    return nil
  }

  private static func flexbox(_ bytes: [UInt8]) -> String? {
    guard let test = try? JSONDecoder().decode(BoxCase.self, from: Data(bytes)),
      let run = try? BoxCaseRun(test), let frames = try? run.frames()
    else { return nil }
    let numbers = run.boxes(frames).flatMap(\.numbers)
    return numbers.allSatisfy(\.isFinite) ? nil : "a box is not finite"
  }

  private static func font(_ bytes: [UInt8]) -> String? {
    let data = FontData(bytes, name: "fuzz")
    guard let faces = try? FontFace.all(data: data) else { return nil }
    for face in faces.prefix(3) {
      for glyph in 0..<UInt32(min(face.glyphCount, 8)) {
        _ = face.outline(of: glyph).svgPath(scale: 0.01)
        _ = try? face.colorGlyph(of: glyph)
      }
      let places = face.axes.flatMap { axis in
        [axis.range.lowerBound, axis.range.upperBound].map { FontVariation(axis.tag, $0) }
      }
      for place in [[]] + places.prefix(4).map({ [$0] }) {
        let instance = face.instance(variations: place)
        if let fault = FuzzStage.draw("lA fi 😀\u{E003}\u{E00C}\u{E025}\u{E038}", with: instance) {
          return fault
        }
      }
    }
    return nil
  }

  private static let decoder = ImageDecoder(
    limits: ImageLimits(fileByteCount: 1 << 20, pixelCount: 1 << 16))

  private static func image(_ bytes: [UInt8]) -> String? {
    guard let info = try? decoder.info(of: bytes, name: "fuzz") else {
      return (try? decoder.decode(bytes, name: "fuzz")) == nil
        ? nil : "pixels of an image without a header"
    }
    guard let bitmap = try? decoder.decode(bytes, name: "fuzz") else { return nil }
    guard bitmap.width == info.size.width, bitmap.height == info.size.height,
      bitmap.pixels.count == bitmap.width * bitmap.height * 4
    else { return "the header and the pixels are of different sizes" }
    _ = try? decoder.decode(bytes, covering: PixelSize(width: 7, height: 5), name: "fuzz")
    guard let png = try? PNGEncoder().encode(bitmap),
      let again = try? decoder.decode(png, name: "written")
    else { return "an image that was written cannot be read" }
    return again.width == bitmap.width && again.height == bitmap.height
      ? nil : "an image that was written is of another size"
  }
}
