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

  /// The picture as a vector drawing.
  func picture() throws -> BandedImage {
    try rasterizer.bands(of: list, scale: scale, background: background)
  }

  func bytes(_ encoder: any ImageEncoder) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encoder.encode(picture(), name: "test", in: .unlimited) { bytes += $0 }
    return bytes
  }

  /// The output of a poppler program for the document.
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

  /// The text that MuPDF finds in the document.
  func text(by mutool: OtherProgram) throws -> String {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes(PDFEncoder()), "a.pdf")
    return String(decoding: try mutool.output("draw", "-N", "-F", "txt", path), as: UTF8.self)
  }

  /// The document drawn by poppler at the scale.
  func drawn(by pdftoppm: OtherProgram) throws -> Bitmap {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes(PDFEncoder()), "a.pdf")
    _ = try pdftoppm.output(
      "-png", "-singlefile", "-r", "\(72 * scale.factor)", path, folder.path("a"))
    return try ImageDecoder().decode(path: folder.path("a.png"))
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
