import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterRaster

/// Display lists without text as a page of HTML, one below the other, with a CSS box for each step.
struct DisplayPage {
  let images: any ImageProvider

  /// The page; each list is clipped to its size at its vertical offset.
  func html(_ lists: [(top: Double, list: DisplayList)]) throws -> String {
    let scenes = try lists.map { top, list in
      let box = Rect(x: 0, y: top, width: list.size.width, height: list.size.height)
      return try element("overflow:hidden;" + place(box), list.commands.map(html).joined())
    }
    return """
      <!DOCTYPE html><meta charset="utf-8"><title>Scenes</title>
      <style>body{margin:0;background:#fff}div,img{position:absolute;box-sizing:border-box}</style>
      \(scenes.joined(separator: "\n"))
      """
  }

  private func html(_ command: DisplayCommand) throws -> String {
    switch command {
    case .fill(let shape, let paint):
      element(box(shape) + "background:\(css(paint));")
    case .border(let shape, let border):
      element(box(shape) + css(border))
    case .shadow(let shape, let shadow):
      element(box(shape) + "box-shadow:\(css(shadow));")
    case .image(let image, let shape, let mode, _):
      try html(image, box(shape) + "object-fit:\(css(mode));")
    case .group(let group): try html(group)
    case .text, .textShadow, .textStroke: ""
    }
  }

  private func element(_ style: String, _ content: String = "") -> String {
    "<div style=\"\(style)\">\(content)</div>"
  }

  private func html(_ group: DisplayGroup) throws -> String {
    guard group.hasEffects else { return try plainHTML(group) }
    let effects = group.effects
    if let backdrop = effects.backdrop {
      // The backdrop is drawn before the group's content, with the opacity of the group.
      let glass = "backdrop-filter:\(backdrop.filters.map(css).joined(separator: " "));"
      return element(box(backdrop.shape) + glass + "opacity:\(group.opacity);")
        + (try plainHTML(DisplayGroup(group.commands, opacity: group.opacity, clip: group.clip)))
    }
    let inner = try plainHTML(DisplayGroup(group.commands, clip: group.clip))
    let map = effects.transform
    let filters = effects.filters.map(css).joined(separator: " ")
    let mask = effects.mask.flatMap(\.first).flatMap { command -> String? in
      guard case .fill(let shape, let paint) = command else { return nil }
      let rect = shape.rect
      return "mask:\(css(paint)) \(rect.minX)px \(rect.minY)px/\(rect.width)px "
        + "\(rect.height)px no-repeat;"
    }
    let blend = effects.blend.rawValue.replacing(#/[A-Z]/#) { "-" + $0.output.lowercased() }
    return element(
      "inset:0;transform-origin:0 0;opacity:\(group.opacity);"
        + "transform:matrix(\(map.a),\(map.b),\(map.c),\(map.d),\(map.x),\(map.y));"
        + (filters.isEmpty ? "" : "filter:\(filters);") + (mask ?? "")
        + "mix-blend-mode:\(blend);", inner)
  }

  private func css(_ filter: DisplayFilter) -> String {
    switch filter {
    case .blur(let amount): "blur(\(amount)px)"
    case .brightness(let amount): "brightness(\(amount))"
    case .contrast(let amount): "contrast(\(amount))"
    case .saturate(let amount): "saturate(\(amount))"
    case .grayscale(let amount): "grayscale(\(amount))"
    case .sepia(let amount): "sepia(\(amount))"
    case .invert(let amount): "invert(\(amount))"
    case .hueRotate(let amount): "hue-rotate(\(amount)deg)"
    case .opacity(let amount): "opacity(\(amount))"
    }
  }

  private func plainHTML(_ group: DisplayGroup) throws -> String {
    let content = try group.commands.map(html).joined()
    let opacity = "opacity:\(group.opacity);"
    guard let clip = group.clip else { return element(opacity + "inset:0;", content) }
    let inner = element("left:\(-clip.rect.minX)px;top:\(-clip.rect.minY)px;", content)
    return element(opacity + box(clip) + "overflow:hidden;", inner)
  }

  private func html(_ image: ImageReference, _ style: String) throws -> String {
    guard let image = images.bitmap(for: image) else { return "" }
    let png = try Data(PNGEncoder().encode(image)).base64EncodedString()
    return "<img style=\"\(style)\" src=\"data:image/png;base64,\(png)\">"
  }

  private func place(_ rect: Rect) -> String {
    "left:\(rect.minX)px;top:\(rect.minY)px;width:\(rect.width)px;height:\(rect.height)px;"
  }

  private func box(_ shape: DisplayShape) -> String {
    let corners = shape.corners
    let radii = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
    return place(shape.rect) + "border-radius:\(radii.map { "\($0)px" }.joined(separator: " "));"
  }

  private func css(_ color: Color) -> String {
    let channels = [color.red, color.green, color.blue, color.alpha]
    return "#" + channels.map { String(format: "%02x", Int($0)) }.joined()
  }

  private func css(_ paint: DisplayPaint) -> String {
    switch paint {
    case .color(let color): css(color)
    case .themeColor(let color): css(color.light)
    case .linear(let gradient):
      "linear-gradient(\(gradient.angle)deg,\(css(gradient.stops)))"
    case .radial(let gradient):
      "radial-gradient(\(gradient.isCircle ? "circle" : "ellipse") \(css(gradient.extent)) at "
        + "\(gradient.center.x * 100)% \(gradient.center.y * 100)%,\(css(gradient.stops)))"
    case .conic(let gradient):
      "conic-gradient(from \(gradient.angle)deg at \(gradient.center.x * 100)% "
        + "\(gradient.center.y * 100)%,\(css(gradient.stops)))"
    }
  }

  private func css(_ stops: [GradientStop]) -> String {
    stops.map { "\(css($0.color)) \($0.place * 100)%" }.joined(separator: ",")
  }

  private func css(_ extent: RadialGradient.Extent) -> String {
    switch extent {
    case .closestSide: "closest-side"
    case .farthestSide: "farthest-side"
    case .closestCorner: "closest-corner"
    case .farthestCorner: "farthest-corner"
    }
  }

  private func css(_ border: Border) -> String {
    let edges = [
      ("top", border.top), ("right", border.right), ("bottom", border.bottom),
      ("left", border.left),
    ]
    return edges.map { side, edge in
      "border-\(side):\(edge.width)px \(edge.pattern) \(css(edge.color));"
    }.joined()
  }

  private func css(_ shadow: Shadow) -> String {
    "\(shadow.isInset ? "inset " : "")\(shadow.offset.x)px \(shadow.offset.y)px "
      + "\(shadow.blur)px \(shadow.spread)px \(css(shadow.color))"
  }

  private func css(_ mode: ContentMode) -> String {
    switch mode {
    case .fit: "contain"
    case .fill: "cover"
    case .stretch: "fill"
    case .center: "none"
    }
  }
}
