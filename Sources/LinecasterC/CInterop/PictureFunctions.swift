// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of linecaster.h, which has the comments.

package import CLinecaster
import LinecasterBase
import LinecasterCells
import LinecasterFiles
import LinecasterRaster
import LinecasterScenes

extension PicturePainter: HandleObject {
  static let handleName: StaticString = "lc_painter"
}

/// The bytes of a picture.
final class DrawnFile: HandleObject {
  static let handleName: StaticString = "lc_picture"

  // Safe: allocated and filled by `init`, never written to again, and freed only in `deinit`.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  let info: lc_picture_info
  let warnings: [String]
  let missing: [Unicode.Scalar]

  /// Copies bytes: a pointer to those of an array would not stay valid.
  init(
    _ bytes: [UInt8], _ info: lc_picture_info, warnings: [String], missing: [Unicode.Scalar]
  ) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    memory.copyBytes(from: bytes)
    self.bytes = UnsafeRawBufferPointer(memory)
    self.info = info
    self.warnings = warnings
    self.missing = missing
  }

  deinit { bytes.deallocate() }
}

/// The options of the caller.
struct DrawingOptions {
  var picture = PictureOptions()
  /// The order of the pixels; `nil` for a file.
  var pixels: PixelFormat? = .rgba
  var textSize: Double?
  var lineBreaks = Markup.LineBreaks.spaces

  /// The formats by their numbers; `nil` for pixels.
  private static let formats: [PictureFormat?] = {
    let numbers = PictureFormat.allCases.map { Int(lc_format($0).rawValue) }
    return (0...(numbers.max() ?? 0)).map { number in
      numbers.firstIndex(of: number).map { PictureFormat.allCases[$0] }
    }
  }()

  init(_ pointer: UnsafePointer<lc_picture_options>?) throws(CallError) {
    guard let options = try lc_picture_options.read(pointer) else { return }
    let format = try enumerator(options.format, Self.formats, "lc_format")
    pixels = format == nil ? (options.format == LC_FORMAT_BGRA.rawValue ? .bgra : .rgba) : nil
    let width = try number(options.width, "width", atLeast: 0)
    if width > 0 { picture.width = width }
    let scale = try number(options.scale, "scale", atLeast: 0)
    if scale > 0 { picture.scale = scale }
    let textScale = try number(options.text_scale, "text_scale", atLeast: 0)
    if textScale > 0 { picture.textScale = textScale }
    let textSize = try number(options.text_size, "text_size", atLeast: 0)
    if textSize > 0 { self.textSize = textSize }
    picture.theme = try enumerator(options.theme, [nil, .light, .dark], "lc_theme")
    guard options.quality <= 100 else {
      throw CallError(LC_ERROR_ARGUMENT, "quality is \(options.quality), more than 100")
    }
    let has = try flags(
      options.flags,
      LC_PICTURE_STRICT | LC_PICTURE_COMPACT | LC_PICTURE_FAST | LC_PICTURE_KEEPS_LINES
        | LC_PICTURE_SMALL,
      "lc_picture_options")
    picture.isStrict = has(LC_PICTURE_STRICT)
    if has(LC_PICTURE_KEEPS_LINES) { lineBreaks = .kept }
    let quality = options.quality > 0 ? Int(options.quality) : nil
    picture.encoding = PictureEncoding(format ?? .png).changed(to: format ?? .png)
    if picture.encoding.format.isLossy { picture.encoding.quality = quality }
    picture.encoding.isCompact = has(LC_PICTURE_COMPACT)
    if has(LC_PICTURE_FAST) { picture.encoding.effort = .fast }
    if has(LC_PICTURE_SMALL) { picture.encoding.effort = .small }
  }
}

extension PicturePainter {
  /// Draws a source as pixels or as a file.
  fileprivate func draw(
    _ source: PictureSource, _ picture: PictureOptions, _ options: DrawingOptions,
    named name: String
  ) throws -> DrawnFile {
    var picture = picture
    if options.pixels != nil { picture.encoding = PictureEncoding() }
    guard picture.encoding.format.isBuiltIn else {
      throw CallError(
        LC_ERROR_UNSUPPORTED, "this library cannot write \(picture.encoding.format.name)")
    }
    let deadline = Deadline(budget)
    let read = try read(source, options: picture, named: name, by: deadline, lineLimit: 0)
    let arranged = try arrange(read)
    let drawn = try draw(arranged)
    guard let order = options.pixels else { return DrawnFile(try encode(drawn)) }
    return try WorkScope.run(by: deadline, of: name, isCancelled: { false }) { scope in
      try pixels(of: drawn, arranged, read, in: order, isStrict: picture.isStrict, scope)
    }
  }

  private func pixels(
    of drawn: DrawnPicture, _ arranged: ArrangedPicture, _ read: ReadPicture,
    in order: PixelFormat, isStrict: Bool, _ scope: WorkScope
  ) throws -> DrawnFile {
    let (width, height) = (drawn.picture.width, drawn.picture.height)
    let (count, isOver) = width.multipliedReportingOverflow(by: 4 * height)
    try budget.check(.bytes, isOver ? .max : count, of: "picture")
    let bitmap = try drawn.picture.bitmap(in: scope)
    // The faults of an image may be unknown until it is drawn.
    let faults = read.imageFaults
    if isStrict, let fault = faults.first {
      throw CallError(LC_ERROR_SCENE, fault)
    }
    let format = order == .bgra ? LC_FORMAT_BGRA : LC_FORMAT_RGBA
    let warnings = arranged.warnings.map(\.description) + faults
    let missing = arranged.arrangement.missingCharacters
    let info = lc_picture_info(
      struct_size: 0, width: width, height: height, byte_count: count, row_bytes: 4 * width,
      warning_count: warnings.count, missing_count: missing.count, format: format.rawValue,
      reserved: 0)
    return DrawnFile(bitmap.bytes(in: order), info, warnings: warnings, missing: missing)
  }
}

extension lc_format {
  /// The number of a format.
  fileprivate init(_ format: PictureFormat) {
    switch format {
    case .png: self = LC_FORMAT_PNG
    case .jpeg: self = LC_FORMAT_JPEG
    case .webP: self = LC_FORMAT_WEBP
    case .avif: self = LC_FORMAT_AVIF
    case .pdf: self = LC_FORMAT_PDF
    case .svg: self = LC_FORMAT_SVG
    }
  }
}

extension DrawnFile {
  /// Takes in a file.
  fileprivate convenience init(_ picture: Picture) {
    let warnings = (picture.warnings + picture.imageFaults).map(\.description)
    self.init(
      picture.bytes,
      lc_picture_info(
        struct_size: 0, width: picture.width, height: picture.height,
        byte_count: picture.bytes.count, row_bytes: 0, warning_count: warnings.count,
        missing_count: picture.missingCharacters.count,
        format: lc_format(picture.format).rawValue, reserved: 0),
      warnings: warnings, missing: picture.missingCharacters)
  }
}

extension RenderBudget {
  /// Reads a budget of the caller.
  fileprivate init(_ pointer: UnsafePointer<lc_budget>?) throws(CallError) {
    self.init()
    guard let budget = try lc_budget.read(pointer) else { return }
    let given = { (number: UInt64, usual: Int) in number == 0 ? usual : Int(clamping: number) }
    pixelCount = given(budget.pixels, pixelCount)
    byteCount = given(budget.bytes, byteCount)
    blendedPixelCount = given(budget.painted_pixels, blendedPixelCount)
    pictureSize = given(budget.picture_pixels, pictureSize)
    nodeCount = given(budget.nodes, nodeCount)
    textUnitCount = given(budget.text_units, textUnitCount)
    let seconds = try number(budget.seconds, "seconds", atLeast: 0)
    // A longer time than any process takes; more has no room in a duration.
    if seconds > 0 { time = .seconds(min(seconds, 1e9)) }
  }
}

@c @implementation
package func lc_painter_create(
  _ fonts: OpaquePointer?, _ folder: UnsafePointer<CChar>?, _ folderLength: Int,
  _ budget: UnsafePointer<lc_budget>?, _ painter: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(painter) {
    // There are no files in a file, so no image can be read.
    let folder =
      folder == nil && folderLength == 0
      ? "/dev/null" : try path(folder, folderLength, "the folder")
    let fonts = try HandleTable.shared.object(fonts, FontList.self).collection()
    return PicturePainter(fonts: fonts, folder: folder, budget: try RenderBudget(budget))
  }
}

@c @implementation
package func lc_painter_release_memory(_ painter: OpaquePointer?, _ bytes: Int) -> lc_status {
  with(painter, PicturePainter.self) { painter in
    // Counts of C beyond the range of Int are negative here.
    painter.releaseMemory(over: bytes < 0 ? .max : bytes)
  }
}

@c @implementation
package func lc_painter_destroy(_ painter: OpaquePointer?) -> lc_status {
  destroy(painter, PicturePainter.self)
}

@c @implementation
package func lc_picture_draw(
  _ painter: OpaquePointer?, _ json: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<lc_picture_options>?, _ picture: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(picture) {
    let painter = try HandleTable.shared.object(painter, PicturePainter.self)
    let options = try DrawingOptions(options)
    let json = [UInt8](try bytes(json, length, "the JSON"))
    let request = try PictureRequest(json: json, named: "scene", options: options.picture)
    return try painter.draw(request.source, request.options, options, named: "scene")
  }
}

@c @implementation
package func lc_picture_draw_template(
  _ painter: OpaquePointer?, _ json: UnsafePointer<CChar>?, _ length: Int,
  _ data: UnsafePointer<CChar>?, _ dataLength: Int,
  _ options: UnsafePointer<lc_picture_options>?, _ picture: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(picture) {
    let painter = try HandleTable.shared.object(painter, PicturePainter.self)
    let options = try DrawingOptions(options)
    let template = try SceneTemplate(json: [UInt8](bytes(json, length, "the template")))
    let source = try SceneSource(template, data: [UInt8](bytes(data, dataLength, "the data")))
    return try painter.draw(.scene(source), options.picture, options, named: "picture")
  }
}

@c @implementation
package func lc_picture_draw_markdown(
  _ painter: OpaquePointer?, _ start: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<lc_picture_options>?, _ picture: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(picture) {
    let painter = try HandleTable.shared.object(painter, PicturePainter.self)
    let options = try DrawingOptions(options)
    let source = PictureSource.markup(
      try text(start, length, "the text"), lineBreaks: options.lineBreaks, size: options.textSize)
    return try painter.draw(source, options.picture, options, named: "text")
  }
}

@c @implementation
package func lc_picture_read_info(
  _ picture: OpaquePointer?, _ info: UnsafeMutablePointer<lc_picture_info>?
) -> lc_status {
  with(picture, DrawnFile.self) { try $0.info.write(to: info) }
}

@c @implementation
package func lc_picture_bytes(
  _ picture: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(picture, DrawnFile.self) { picture in
    let bytes = try required(bytes, "the place for the bytes")
    let count = try required(count, "the place for the count")
    (bytes.pointee, count.pointee) = (picture.bytes.baseAddress, picture.bytes.count)
  }
}

@c @implementation
package func lc_picture_warning(
  _ picture: OpaquePointer?, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(picture, DrawnFile.self) { picture in
    try copy(element(index, of: picture.warnings, "warnings"), to: buffer, capacity, length)
  }
}

@c @implementation
package func lc_picture_missing(
  _ picture: OpaquePointer?, _ characters: UnsafeMutablePointer<UInt32>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(picture, DrawnFile.self) { try copy($0.missing, to: characters, capacity, count) }
}

@c @implementation
package func lc_picture_destroy(_ picture: OpaquePointer?) -> lc_status {
  destroy(picture, DrawnFile.self)
}
