import Linecaster
import LinecasterBase

/// The layers over the image, as drawings in layout points (SVG 2).
struct InspectLayers {
  let anatomy: PageAnatomy

  /// The colour of a fallback font.
  static func color(ofFont index: Int, in anatomy: PageAnatomy) -> String {
    let digits = String(anatomy.color(ofFont: index), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  var svg: String {
    let (width, height) = (HTMLText.number(anatomy.width), HTMLText.number(anatomy.height))
    return "<svg width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n"
      + group("fallback", fallback) + group("lines", lines) + group("clusters", clusters)
      + group("baselines", baselines) + group("inlines", inlines) + group("boxes", boxes)
      + "<g class=\"missing\">\n\(missing.joined(separator: "\n"))\n</g>\n"
      + "<rect class=\"spot\" hidden width=\"0\" height=\"0\"/>"
      + "<rect class=\"pick\" hidden width=\"0\" height=\"0\"/>"
      + "<line class=\"caret\" hidden/></svg>"
  }

  private func group(_ name: String, _ marks: [String]) -> String {
    "<g class=\"layer \(name)\" data-layer=\"\(name)\">\n\(marks.joined(separator: "\n"))\n</g>\n"
  }

  private func rect(_ frame: Rect, _ attributes: String, title: String? = nil) -> String {
    let numbers = [frame.minX, frame.minY, frame.width, frame.height].map(HTMLText.number)
    return "<rect x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\" "
      + "height=\"\(numbers[3])\" \(attributes)"
      + (title.map { "><title>\(HTMLText.escaped($0))</title></rect>" } ?? "/>")
  }

  private var boxes: [String] {
    anatomy.boxes.enumerated().map { index, box in
      rect(box.frame, "data-box=\"\(index)\"", title: "\(box.name) \(box.detail)")
    }
  }

  private var lines: [String] { anatomy.lines.map { rect($0.frame, "") } }

  private var baselines: [String] {
    anatomy.lines.map { line in
      let numbers = [
        line.baseline.minX, line.baseline.minY, line.baseline.maxX, line.baseline.maxY,
      ].map(HTMLText.number)
      return "<path d=\"M\(numbers[0]) \(numbers[1])L\(numbers[2]) \(numbers[3])\"/>"
    }
  }

  private var inlines: [String] {
    anatomy.inlines.map { rect($0.frame, "", title: $0.title) }
  }

  private var missing: [String] {
    anatomy.missingPlaces.enumerated().map { index, place in
      return rect(
        place.frame, "data-missing=\"\(index)\"", title: "no font has \(place.character.codePoint)")
    }
  }

  private var clusters: [String] {
    anatomy.clusters.enumerated().map { index, cluster in
      rect(
        cluster.frame, index.isMultiple(of: 2) ? "class=\"even\"" : "",
        title: "glyph " + cluster.glyphs.map(String.init).joined(separator: ", "))
    }
  }

  private var fallback: [String] {
    anatomy.runs.filter { anatomy.fonts[$0.font].isFallback }.map { run in
      let font = anatomy.fonts[run.font]
      return rect(
        run.frame, "style=\"--c:\(Self.color(ofFont: run.font, in: anatomy))\"",
        title: "\(font.family), \(font.file)")
    }
  }
}
