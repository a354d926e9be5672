import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// The typesetter and painters of all targets, which are kept between inputs as in a program.
enum FuzzStage {
  /// The maximum number of pixels drawn for an input: more would only take time.
  private static let pixelLimit = 1 << 16

  /// Small caches, which makes inputs test eviction too.
  static let typesetter = (try? FontCollection.bundled()).map {
    Typesetter(fonts: $0, shapeCacheBytes: 1 << 18, paragraphCacheBytes: 1 << 18)
  }

  private static let rasterizer = DisplayRasterizer(glyphCache: GlyphCache(byteLimit: 1 << 18))

  static func environment(width: Double) -> LayoutEnvironment { LayoutEnvironment(width: width) }

  /// Arranges a layout and draws it if that is quick, or passes its list to another function.
  static func show(
    _ layout: LayoutNode, width: Double, by draw: (DisplayList) -> String? = { draw($0) }
  ) -> String? {
    guard let typesetter else { return "the bundled fonts are missing" }
    let arranger = CellArranger(typesetter: typesetter)
    let environment = environment(width: width)
    return told {
      let arrangement = try arranger.arrange(layout, in: environment)
      let size = arrangement.size
      guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 else {
        return "a size is \(size)"
      }
      return draw(arrangement.displayList)
    }
  }

  /// The fault in the result of some work; errors of known types are no faults.
  private static func told(_ work: () throws -> String?) -> String? {
    do {
      return try work()
    } catch let error as ImageError where error.code == .empty {
      return nil
    } catch  where error is ArrangementError || error is RasterError || error is RenderBudget.Excess
    {
      return nil
    } catch {
      return "an error of no known kind: \(error)"
    }
  }

  /// Draws a list unless it is large.
  static func draw(_ list: DisplayList) -> String? {
    guard list.size.width * list.size.height <= Double(pixelLimit) else { return nil }
    return told {
      _ = try rasterizer.rasterize(list, background: .white)
      return nil
    }
  }

  /// Writes a list as documents unless it is large; writing it again must give the same bytes.
  static func write(_ list: DisplayList) -> String? {
    guard list.size.width * list.size.height <= Double(pixelLimit) else { return nil }
    return told {
      let picture = try rasterizer.bands(of: list, background: .white)
      let page = try bytes(of: picture, PDFEncoder())
      let drawing = try bytes(of: picture, SVGEncoder())
      guard try bytes(of: picture, PDFEncoder()) == page,
        try bytes(of: picture, SVGEncoder()) == drawing
      else { return "a document is another when it is written again" }
      guard page.starts(with: "%PDF-1.7".utf8), page.suffix(6).elementsEqual("%%EOF\n".utf8) else {
        return "a page does not begin or end as one"
      }
      guard String(validating: drawing, as: UTF8.self)?.hasSuffix("</svg>\n") == true else {
        return "a drawing does not end as one, or is no UTF-8"
      }
      return nil
    }
  }

  private static func bytes(of image: BandedImage, _ encoder: some ImageEncoder) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encoder.encode(image, name: "fuzz", in: .unlimited) { bytes += $0 }
    return bytes
  }

  /// Lays out and draws a text with one face.
  static func draw(_ text: String, with face: FontFace) -> String? {
    guard let fonts = try? FontCollection(faces: [face]) else { return nil }
    let layout = Typesetter(fonts: fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
      .prepare(Paragraph(text, style: TextStyle(size: 20))).layout(width: 100)
    guard layout.size.width.isFinite, layout.size.height.isFinite else {
      return "a size is \(layout.size)"
    }
    var list = DisplayList(size: Size(width: 100, height: 100))
    list.append(.text(layout, origin: .zero))
    return draw(list)
  }
}
