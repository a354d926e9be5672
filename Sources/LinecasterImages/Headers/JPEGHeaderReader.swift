import LinecasterRaster

/// Reads what stands before the pixels of a JPEG file (ITU-T T.81, annex B).
struct JPEGHeaderReader<File: RandomAccessBytes> {
  let file: File

  /// The most segments looked at; profiles and previews make up to some dozens.
  private var segmentLimit: Int { 1024 }
  /// How many bytes that belong to no segment are passed over in one place.
  private var gapLimit: Int { 4096 }

  /// The header of the frame, turned as the first segment of EXIF data says.
  func header() throws(ImageError) -> ImageHeader {
    var frame: ImageHeader?
    var orientation: ImageOrientation?
    var position = 2
    for _ in 0..<segmentLimit {
      let segment = try segment(at: position)
      switch segment.marker {
      case 0xDA, 0xD9:
        guard var header = frame else { throw file.malformed("pixels without a size") }
        header.orientation = orientation ?? .up
        return header
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):
        guard frame == nil else { throw file.malformed("more than one frame") }
        frame = try self.frame(segment)
      case 0xE1 where orientation == nil:
        let data = try file.bytes(at: segment.start, count: segment.count)
        if ExifOrientation.isExif(data) { orientation = ExifOrientation.find(in: data) }
      default: break
      }
      position = segment.start + segment.count
    }
    throw file.malformed("more than \(segmentLimit) segments before the pixels")
  }

  private typealias Segment = (marker: UInt8, start: Int, count: Int)

  /// The segment at a place or after it; `start` and `count` are those of its content.
  private func segment(at position: Int) throws(ImageError) -> Segment {
    let near = try file.bytes(at: position, count: gapLimit)
    guard let mark = near.firstIndex(of: 0xFF), let code = near[mark...].firstIndex(where: isCode)
    else { throw file.malformed("no marker where a segment must start") }
    let start = position + code + 1
    let isAlone = near[code] == 0x01 || 0xD0...0xD9 ~= near[code]
    if isAlone { return (near[code], start, 0) }
    let count = ByteOrder.bigEndian.number(try file.need(at: start, count: 2), at: 0, count: 2)
    guard let count, count >= 2 else { throw file.malformed("a segment without a length") }
    return (near[code], start + 2, count - 2)
  }

  /// Whether a byte after 0xFF, or after several, says the kind of a segment.
  private func isCode(_ byte: UInt8) -> Bool { byte != 0xFF }

  private func frame(_ segment: Segment) throws(ImageError) -> ImageHeader {
    let content = try file.need(at: segment.start, count: 6)
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(segment.marker), content[0] == 8 else {
      throw ImageError(
        code: .unsupported, source: file.name, reason: "JPEG is lossless, hierarchical or not 8-bit"
      )
    }
    let order = ByteOrder.bigEndian
    guard let height = order.number(content, at: 1, count: 2),
      let width = order.number(content, at: 3, count: 2), [1, 3, 4].contains(content[5])
    else { throw file.malformed("\(content[5]) components") }
    var header = ImageHeader(format: .jpeg, size: PixelSize(width: width, height: height))
    if segment.marker == 0xC2 || segment.marker == 0xCA {
      // Two bytes a coefficient, and blocks beyond the edges.
      header.workingBytesPerPixel = 2 * Int(content[5])
    }
    // By Huffman's coding each block of 64 pixels takes a bit at least.
    if segment.marker <= 0xC2 { header.pixelsPerByte = 64 * 8 }
    return header
  }
}
