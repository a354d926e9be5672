import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCJKFonts
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

/// A display list as a document and as pixels.
struct DrawnDocument {
  var list: DisplayList
  var background = Color.white
  var scale = PixelScale.one
  var rasterizer = DisplayRasterizer()

  init(width: Double = 300, height: Double = 120, _ commands: [DisplayCommand] = []) {
    list = DisplayList(size: Size(width: width, height: height))
    for command in commands { list.append(command) }
  }

  /// The picture, which is a drawing.
  func picture() throws -> BandedImage {
    try rasterizer.bands(of: list, scale: scale, background: background)
  }

  func bytes(_ encoder: any ImageEncoder) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encoder.encode(picture(), name: "test", isCancelled: { false }) { bytes += $0 }
    return bytes
  }

  /// What a program of poppler says of the document.
  func said(by program: OtherProgram, _ arguments: String...) throws -> String {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes(PDFEncoder()), "a.pdf")
    let output: Data
    switch arguments.count {
    case 0: output = try program.output(path)
    case 1: output = try program.output(arguments[0], path)
    default: output = try program.output(arguments[0], path, arguments[1])
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The document as poppler draws it at the scale.
  func drawn(by pdftoppm: OtherProgram) throws -> Bitmap {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes(PDFEncoder()), "a.pdf")
    _ = try pdftoppm.output(
      "-png", "-singlefile", "-r", "\(72 * scale.factor)", path, folder.path("a"))
    return try ImageDecoder().decode(path: folder.path("a.png"))
  }

  /// How far pictures are apart: the mean of all channels, and the share of pixels of which one is
  /// off by more than 64 of 255.
  static func difference(_ one: Bitmap, _ two: Bitmap) throws -> (mean: Double, share: Double) {
    try #require(one.width == two.width && one.height == two.height)
    var (total, far) = (0, 0)
    for start in stride(from: 0, to: one.pixels.count, by: 4) {
      let distances = (start..<start + 3).map { abs(Int(one.pixels[$0]) - Int(two.pixels[$0])) }
      total += distances.reduce(0, +)
      if let most = distances.max(), most > 64 { far += 1 }
    }
    let count = Double(max(1, one.width * one.height))
    return (Double(total) / (3 * count), Double(far) / count)
  }
}

/// Text for documents.
enum DocumentText {
  static let fonts: Result<FontCollection, FontError> = Result { () throws(FontError) in
    try FontCollection.bundled()
  }

  static func layout(
    _ text: String, size: Double = 16, width: Double = 280,
    in paragraphStyle: ParagraphStyle = ParagraphStyle(),
    _ change: (inout TextStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    var style = TextStyle(size: size)
    change(&style)
    return Typesetter(fonts: try fonts.get())
      .prepare(Paragraph(text, style: style, paragraphStyle: paragraphStyle)).layout(width: width)
  }

  static func command(_ text: String, y: Double = 10, size: Double = 16) throws -> DisplayCommand {
    .text(try layout(text, size: size), origin: Point(x: 10, y: y))
  }
}
