import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster

extension Gallery {
  /// The images of the chapter on images.
  static let images: [any Figure] = [ImagesFigure()]
}

/// A file with EXIF orientation, shown upright; and the decoded pixels for some sizes.
private struct ImagesFigure: Figure {
  let name = "images-decoding"

  /// The widths that the image is decoded for.
  private static let widths = [96, 48, 24, 12]

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: 2 + Self.widths.count)
    let top = sheet.nextRow
    // A pixel of the file is a pixel of the figure.
    let upright = Size(width: 80, height: 60)
    let lying = Size(width: 60, height: 80)
    draw(FigureImages.lying, "in the file", lying, at: columns.origin(0, y: top), on: &sheet)
    draw(FigureImages.upright, "decoded", upright, at: columns.origin(1, y: top), on: &sheet)
    for (column, width) in Self.widths.enumerated() {
      draw(
        FigureImages.covering(width: width), "for \(width) × \(width * 3 / 4)", upright,
        at: columns.origin(2 + column, y: top), on: &sheet)
    }
  }

  private func draw(
    _ image: ImageReference, _ caption: String, _ size: Size, at origin: Point,
    on sheet: inout Sheet
  ) {
    let y = sheet.caption(caption, at: origin)
    let rect = Rect(x: origin.x, y: y, width: size.width, height: size.height)
    sheet.add(.image(image, DisplayShape(rect), .stretch))
  }
}

/// The images in figures, by name.
struct FigureImages: ImageProvider {
  static let upright = ImageReference("upright")
  static let lying = ImageReference("lying")

  /// The image decoded for a width.
  static func covering(width: Int) -> ImageReference { ImageReference("\(width)") }

  func bitmap(for image: ImageReference) -> Bitmap? {
    switch image {
    case Self.upright: try? ImageDecoder().decode(CoastImage.jpeg)
    case Self.lying: try? ImageDecoder().decode(CoastImage.lying)
    default: reduced(image) ?? SampleImages().bitmap(for: image)
    }
  }

  private func reduced(_ image: ImageReference) -> Bitmap? {
    guard let width = Int(image.name) else { return nil }
    let size = PixelSize(width: width, height: width * 3 / 4)
    return try? ImageDecoder().decode(CoastImage.jpeg, covering: size)
  }
}

/// Images for figures, drawn on demand.
struct SampleImages: ImageProvider {
  /// A landscape of 90 × 60 pixels with a frame.
  static let landscape = ImageReference("landscape")

  func bitmap(for image: ImageReference) -> Bitmap? {
    guard image == Self.landscape else { return nil }
    return try? DisplayRasterizer().rasterize(Self.scene)
  }

  private static var scene: DisplayList {
    let frame = DisplayShape(Rect(x: 0, y: 0, width: 90, height: 60))
    var list = DisplayList(size: Size(width: 90, height: 60))
    list.append(
      .fill(
        frame,
        .linear(LinearGradient(stops: .even(Color(rgb: 0x3A7BD5), Color(rgb: 0xBFE0F7))))))
    let sun = Rect(x: 60, y: 10, width: 16, height: 16)
    list.append(.fill(DisplayShape(sun, cornerRadius: 8), .color(Color(rgb: 0xFFD23F))))
    for (x, color) in [(-20.0, 0x2E7D4F), (35, 0x1F5D3A)] as [(Double, UInt32)] {
      let hill = Rect(x: x, y: 36, width: 80, height: 80)
      list.append(.fill(DisplayShape(hill, cornerRadius: 40), .color(Color(rgb: color))))
    }
    list.append(.border(frame, Border(all: BorderEdge(width: 2, color: Palette.accent))))
    return list
  }
}

/// An image of 160 × 120 pixels, drawn for these pages, whose EXIF orientation states that the
/// first row belongs at the right.
enum CoastImage {
  /// The file.
  static let jpeg = [UInt8](
    Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())

  /// The file without its orientation.
  static var lying: [UInt8] {
    var bytes = jpeg
    if bytes.count > orientation { bytes[orientation] = 1 }
    return bytes
  }

  /// The offset of the orientation, in the EXIF data after the first segment.
  private static let orientation = 49

  private static let base64 = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAkGBwgHBgkI
    BwgKCgkLDRYPDQwMDRsUFRAWIB0iIiAdHx8kKDQsJCYxJx8fLT0tMTU3Ojo6Iys/RD84QzQ5Ojf/2wBDAQoKCg0MDRoP
    Dxo3JR8lNzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzf/wAARCACgAHgDASIA
    AhEBAxEB/8QAGwAAAwEBAQEBAAAAAAAAAAAAAAMEBQYBBwL/xAA+EAABAwICBQcKBQMFAAAAAAAAAQIDBBEFEgYhMTWB
    E0FDUXF0sxQiIzNyc5GxssEyUmHD0Qdi4SRCZJKh/8QAGgEAAwEBAQEAAAAAAAAAAAAAAgMEAQAFBv/EACoRAAMAAgEC
    BQQBBQAAAAAAAAABAgMRMRIhBEGBkbEFMlHwIiNSYaHB/9oADAMBAAIRAxEAPwDJiK4ySIrjPds8qSiMpYTRlLCWx8j4
    x7BEY9hPQ6R7DIx+HLPHKiantsvahrsJ8Yh5XD3Kia41R6fcUnqhmto5sAAoAIsS6PiQl2JdHxIQ1wR5fvYAt0aq21IU
    UFN5VWwU7nKxJXI3NbZ+o1u4Zu9M8NxjrT0Ap2UQU6UtdVQo5XWopFuqW2xI77gPl3tWdwd4LQMxPfd/hG5Frt/liYiu
    MkiK4y6zpKIylhNGdzoxgMLaaOsrY0kkkTNGxyXRqcy26zzvF+Ijw8dVFeHG7ekcvG1bZrLbrtqHMPpGVLZbJbqtqMLH
    MGifC+ppWIyViZnNalkcnPq6zy8f1OcldNTorfh3K2mc2wdlR7HMdscllEsHsK6ARx0saxSvjdtY5WrwPyaWPQ8lXq9E
    1StR3HYpmlMva2Ka0yLEuj4iYKflYKqVXK1YGtXLbbdyN+5TV+vpvbT5oPn9bj/t/vIE61pfvJLc7pv94GUm88C9yz6n
    kDNwS96Z4bi+k3ngXuWfU8gZuCXvTPDcAufb5Zz49/hF8u9qzuDvBaAS72rO4O8FoB4ePRAZefViYiuMkiK4y+zJKI7c
    +znPrsOVYmZPw5Uy9lj5FGdtoxj8KUzKOuejHMTLHI7YqcyKvMp4P1fBeSFU99HoeEtS2n5nUg61lzbLaz8pJGrM6Pbl
    68yWMLHMaiSF9NRvR73pZ727Gpz2XrPBxYby10yi+rUrbOeS2Zcuy+rsHMEMHs1bT6KiNGfpFDno2Sptjdr7F/zY5w0s
    YxFap/JRL6Bi/wDZevsM0fjTU9wKab7EtX6+m9tPmg+f1uP+3+8gir9fTe2nzQfP63Hvb/eQKuV++aJa+5/vkMpN54F7
    ln1PIGbgl70zw3F9JvPAvcs+p5AzcEvemeG4xc+3ywXx7/CL5d7VncHeC0Al3tWdwd4LQDw8eiAy8+rExFcZJEVxl9mS
    URlMZNGUsJbHyPZstzD2CIx7Ceh0j2GZjGIalpYV/SRyfIZiVd5Ozkol9K5Nv5U/kwgZjvtht+QAADQSLEuj4iIKjkoK
    mLLfl2tbe+yzkd9h+JdHxIQ0tojyPVs3KTeeBe5Z9TyBm4Je9M8NwqhqPJKyGoy5+Sejst7XGt3DMn/KZ4bhbnT9vlnd
    W17/AAXy72rO4O8FoBLvas7g7wWgbh49EZl59WJiK4ySIrjL7MkojKWE0ZSwlsfI+M8qqptNFfUr1/Ch7GZFbyvlDuW2
    83VbmsIa2xyEvc57lc9VVyrdVU8AAjQAAOOIsS6PiQl2JdHxIQ1wR5fvYAutFQANFmrT1PlVdVTZcl6KRtr32Ro37AZY
    GSung2n1GrEVxkkRXGWWbJRGUsJoylhLY+R8Z5VUyVMWXY9NbVPYx7Ceh0nNva5jla9FRyLZUU8NzE6Ll2crEnpWprT8
    yfyYZqezWgAACOIsS6PiQmnU089XPBT0sL5pnqqNjjbdV4FmkGitbo/h1HU4g5iS1L3NWFi35OyX1rzr2fEJUlpEmSW6
    bRgACKjkui3QAk9i2mnpgAAcYa0RXGSRFcZXYUlEZSwmjKWEtj5Hxj2CIx7Ceh0j2GVjFBlvUwp5q+sanMvWarCyjpJq
    x/JQxrIqprTmRP1E9XS9jdbRw50Oj2iVfjGWZ6LTUi6+Vemtyf2pz9uw7HBdC8OoJvKKrLUy3uxjvwR8OftU6m6dafE6
    8/8Aaco/JnYNgdBg0OSihRHqlnyu1vf2r9thy/8AV6HPo7Sy88dWn/rXIdzdOtPicp/U6NJdD6pUVLxyRv2/3In3F42+
    tNnZV/TaPhDHuYt0+BYQlybED8FTe0O+sRKcUl3e/wDgAAFx4prRFcZJEVxldhSURlLCaMpYS2PkfGPYIjHsJ6HSPYRY
    zWrDD5PG6z5E86y7G/5KZZm08LpX7Gps616jmppXTSukkW7nLdQJnb2Mb0i7C66kp3Za/D46qNV25nNenYt7LxOxwuj0
    XxRv+kp41fbXE5zkenC/yPnp61zmORzVVrkW6Ki2VArjq4ejFWj6dJorgcls+HxrbZ57/wCTntN8CwbC9HpqiloWRTq9
    jGPR7lVLrr2r1IpBRac1uGrHHXM8sgXUqqtpE7F5+PxDTvSOgxnBaNmHzK5VnV0kbkyuZZuq6cRUxkVrb7A5LxuX+T5u
    XJsQljjV69SdZUZ4KWk2/Mp+r5JpzCfdb3/oAAC48Y1oiuMkiK4yuwpKIylhNGUsJbHyPjHsERj2E9DpF4hSuqqfKxbP
    at2pfUpz6orVVHIqKmpUU6thDi2H8s1Z4G+kRPOan+5P5Am9PTDa2YIAA4EixLo+JCXYl0fEhDXBHl+9giIiWRLIAAaL
    bb7sAADjjWiK4ySIrjK7CkojKWE0ZSwlsfI+MewRGPYT0OkewewQwewnodJjY3huW9VTt83bI1Ob9TFO6al0sqXOaxvC
    1pH8vCnoHLs/IvV2B4sm/wCLMufNHO4l0fEhLsS6PiQla4PPy/ewAANFgAAccf/Z
    """
}
