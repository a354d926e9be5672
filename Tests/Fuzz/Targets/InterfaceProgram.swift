import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster
import LinecasterText

/// Calls of the public interface with values chosen by bytes, of all kinds and in any order.
struct InterfaceProgram {
  private var bytes: FuzzBytes
  private var list = DisplayList(size: Size(width: 60, height: 40))
  private var bitmap: Bitmap?

  init(_ bytes: [UInt8]) {
    self.bytes = FuzzBytes(bytes)
  }

  /// More steps would only take time.
  private static let stepLimit = 24

  func fault() -> String? {
    var program = self
    return program.run()
  }

  private mutating func run() -> String? {
    bitmap = try? Bitmap(width: 60, height: 40, background: .white)
    for _ in 0..<Self.stepLimit where !bytes.isEmpty {
      let fault =
        switch bytes.choice(8) {
        case 0: geometry()
        case 1: pixels()
        case 2: flexbox()
        case 3: differences()
        case 4: cell()
        case 5: atlas()
        case 6: canvas()
        default: draw()
        }
      if let fault { return fault }
    }
    return FuzzStage.draw(list)
  }

  private mutating func geometry() -> String? {
    let scale = PixelScale(bytes.number())
    let (first, second) = (bytes.rect(), bytes.rect())
    _ = (first.union(second), first.intersection(second), first.inset(by: insets()))
    _ = (scale.pixels(bytes.number()), scale.rounded(first), scale.roundedUp(second.size))
    _ = (scale.roundedUp(bytes.number()), bytes.color().opacity(bytes.number()))
    let size = Size(width: bytes.length(), height: bytes.length())
    _ = bytes.element(ContentMode.allCases).rect(of: size, in: first)
    return nil
  }

  private mutating func insets() -> Insets {
    Insets(top: bytes.length(), left: bytes.length(), bottom: bytes.length(), right: bytes.length())
  }

  private mutating func pixels() -> String? {
    let (x, y, width, height) = (bytes.integer(), bytes.integer(), bytes.integer(), bytes.integer())
    let rect = PixelRect(x: x, y: y, width: width, height: height)
    _ = PixelRect(left: x, top: y, right: width, bottom: height)
    guard rect.isEmpty || rect.right > rect.left else { return "a rectangle is inside out" }
    guard let bitmap else { return nil }
    let part = bitmap.cropped(x: x, y: y, width: width, height: height)
    guard part.pixels.count == part.width * part.height * 4 else { return "a part has a hole" }
    _ = bitmap.color(atX: x, y: y)
    self.bitmap?.draw(part, atX: width, y: height)
    _ = bitmap.changes(since: part)
    _ = try? Bitmap(width: x, height: y, pixels: [1, 2, 3, 4])
    guard part.width > 0, part.height > 0 else { return nil }
    guard let png = try? PNGEncoder(compression: .small).encode(part) else {
      return "a part is no PNG"
    }
    let size = PixelSize(width: bytes.integer(), height: bytes.integer())
    guard let reduced = try? ImageDecoder().decode(png, covering: size, name: "part"),
      1...part.width ~= reduced.width, 1...part.height ~= reduced.height
    else { return "a part cannot be read at another size" }
    self.bitmap?.draw(reduced, atX: bytes.integer(), y: bytes.integer())
    return nil
  }

  /// A tree that is laid out, gets other styles and content, and is laid out again.
  private mutating func flexbox() -> String? {
    let size = Size(width: bytes.number(), height: bytes.number())
    let answer = BoxMeasurement(size: size, firstBaseline: bytes.number())
    let layout = BoxLayout(flexTree())
    for _ in 0..<2 {
      let available = AvailableSpace(
        width: bytes.choice(3) == 0 ? nil : bytes.length(),
        height: bytes.choice(3) == 0 ? bytes.length() : nil)
      do {
        try layout.update(in: available) { _, _ in answer }
      } catch is BoxLayoutError {
        continue
      } catch {
        return "an error of no known kind: \(error)"
      }
      if let fault = layout.frames().checkInvariants() { return fault }
      _ = layout.frame(of: BoxID(index: bytes.integer()))
      let frames = layout.frames().rounded(to: PixelScale(bytes.number()))
      _ = frames.contentFrame(of: BoxID(index: bytes.integer()))
      _ = frames.debugDescription
      if bytes.choice(2) == 0 {
        layout.setNeedsMeasure(BoxID(index: bytes.integer()))
      } else {
        layout.replaceTree(with: flexTree())
      }
    }
    return nil
  }

  private mutating func flexTree() -> BoxTree {
    var tree = BoxTree()
    tree.reserveCapacity(bytes.integer())
    for _ in 0..<bytes.choice(12) {
      switch bytes.choice(4) {
      case 0: tree.openContainer(flexStyle())
      case 1: tree.closeContainer()
      default: tree.addLeaf(flexStyle(), isMeasured: bytes.choice(2) == 0)
      }
    }
    return tree
  }

  private mutating func flexStyle() -> BoxStyle {
    var style = BoxStyle()
    style.direction = bytes.element([.row, .column])
    style.grow = bytes.number()
    style.shrink = bytes.number()
    if bytes.choice(2) == 0 { style.width = .points(bytes.number()) }
    if bytes.choice(3) == 0 { style.height = .percent(bytes.number()) }
    if bytes.choice(3) == 0 { style.aspectRatio = bytes.number() }
    return style
  }

  private mutating func differences() -> String? {
    let (old, new) = (letters(), letters())
    guard Changeset(from: old, to: new).isValid(from: old, to: new) else {
      return "a batch does not lead to the new list"
    }
    return StagedChangeset(from: old, to: new).stages.allSatisfy { !$0.changeset.isEmpty }
      ? nil : "a stage is empty"
  }

  /// A list in which letters may repeat.
  private mutating func letters() -> [Letter] {
    (0..<bytes.choice(12)).map { _ in
      Letter(differenceIdentifier: bytes.choice(8), text: bytes.choice(2))
    }
  }

  private struct Letter: Differentiable, Hashable {
    let differenceIdentifier: Int
    let text: Int
  }
}

/// Layouts and drawings.
extension InterfaceProgram {
  private mutating func cell() -> String? {
    var node = Text(bytes.text()).node
    for _ in 0..<bytes.choice(8) {
      node =
        switch bytes.choice(10) {
        case 0: node.padding(insets())
        case 1: node.margin(insets())
        case 2: node.frame(width: bytes.number(), height: bytes.number())
        case 3: node.background(paint(), cornerRadius: bytes.length())
        case 4: node.border(border())
        case 5: node.shadow(shadow())
        case 6: node.opacity(bytes.number())
        case 7: node.grow(bytes.number()).aspectRatio(bytes.number())
        case 8: Row(spacing: bytes.number()) { node }.clipped()
        default: Column(spacing: bytes.number()) { node }.width(.percent(bytes.number()))
        }
    }
    return FuzzStage.show(node, width: bytes.length())
  }

  private mutating func atlas() -> String? {
    var batcher = DisplayBatcher(
      viewport: PixelRect(
        x: bytes.integer(), y: bytes.integer(), width: bytes.integer(), height: bytes.integer()),
      scale: PixelScale(bytes.number()), glyphs: GlyphSource(cache: GlyphCache(byteLimit: 1 << 16)),
      options: GlyphAtlas.Options(pageSide: 256, byteLimit: 1 << 18))
    for _ in 0..<2 {
      batcher.beginFrame()
      try? batcher.append(list, at: bytes.point())
    }
    return nil
  }

  /// Commands that are drawn one by one at any scale, on earlier drawings.
  private mutating func canvas() -> String? {
    guard let bitmap else { return nil }
    var canvas = Canvas(
      bitmap: bitmap, scale: PixelScale(bytes.number()),
      glyphs: GlyphSource(cache: GlyphCache(byteLimit: 1 << 16)))
    do {
      for _ in 0..<bytes.choice(4) {
        switch bytes.choice(6) {
        case 0: canvas.fill(shape(), with: paint())
        case 1: canvas.draw(border(), in: shape())
        case 2: canvas.draw(shadow(), of: shape())
        case 3:
          let part = bitmap.cropped(x: bytes.integer(), y: 0, width: bytes.integer(), height: 9)
          canvas.draw(part, in: shape(), bytes.element(ContentMode.allCases))
        case 4: if let layout = layout() { try canvas.draw(layout, at: bytes.point()) }
        default:
          try canvas.draw(
            DisplayGroup(Array(list.commands.prefix(2)), opacity: bytes.number(), clip: shape()))
        }
      }
    } catch is RasterError {
      return nil
    } catch {
      return "an error of no known kind: \(error)"
    }
    self.bitmap = canvas.bitmap
    return nil
  }

  private mutating func draw() -> String? {
    let command: DisplayCommand? =
      switch bytes.choice(7) {
      case 0: .fill(shape(), paint())
      case 1: .border(shape(), border())
      case 2: .shadow(shape(), shadow())
      case 3: layout().map { .text($0, origin: bytes.point()) }
      case 4: layout().map { .textShadow($0, origin: bytes.point(), shadow()) }
      case 5: .image(ImageReference("none"), shape(), bytes.element(ContentMode.allCases))
      default:
        .group(
          DisplayGroup(
            list.commands.suffix(3), opacity: bytes.number(),
            clip: bytes.choice(2) == 0 ? nil : shape()))
      }
    // Groups of groups would double each time.
    if let command, list.commands.count < 24 { list.append(command) }
    return nil
  }

  private mutating func layout() -> TextLayout? {
    FuzzStage.typesetter?.prepare(
      Paragraph(bytes.text(), style: TextStyle(size: bytes.length(), color: bytes.color()))
    ).layout(width: bytes.length())
  }

  private mutating func shape() -> DisplayShape {
    bytes.choice(2) == 0
      ? DisplayShape(bytes.rect(), cornerRadius: bytes.length())
      : DisplayShape(
        bytes.rect(),
        corners: CornerRadii(
          topLeft: bytes.number(), topRight: bytes.length(), bottomRight: bytes.length(),
          bottomLeft: bytes.length()))
  }

  private mutating func stops() -> [GradientStop] {
    (0..<bytes.choice(4)).map { _ in GradientStop(bytes.color(), at: bytes.number()) }
  }

  private mutating func paint() -> DisplayPaint {
    switch bytes.choice(3) {
    case 0: .linear(LinearGradient(angle: bytes.number(), stops: stops()))
    case 1:
      .radial(
        RadialGradient(
          center: bytes.point(), extent: bytes.element(RadialGradient.Extent.allCases),
          isCircle: bytes.choice(2) == 0, stops: stops()))
    default: .color(bytes.color())
    }
  }

  private mutating func edge() -> BorderEdge {
    BorderEdge(
      width: bytes.length(), color: bytes.color(),
      pattern: bytes.element(BorderPattern.allCases))
  }

  private mutating func border() -> Border {
    bytes.choice(2) == 0
      ? Border(all: edge()) : Border(top: edge(), right: edge(), bottom: edge(), left: edge())
  }

  private mutating func shadow() -> Shadow {
    Shadow(
      bytes.color(), offset: bytes.point(), blur: bytes.length(), spread: bytes.length(),
      isInset: bytes.choice(2) == 0)
  }
}
