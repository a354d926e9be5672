import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterList
import LinecasterRaster
import LinecasterText

/// A drawing for a worker.
struct TextInputRequest: Sendable {
  var input: TextInput
  let label: String?
  let placeholder: String
  let style: TextInputStyle
  let appearance: TextInputAppearance
  let size: Size
  let environment: LayoutEnvironment
  let isFocused: Bool
  let scroll: TextInputScroll
  /// The previous drawing.
  let old: DrawnTextInput?
  /// The last prepared text.
  let prepared: PreparedTextInput?
  let arranger: CellArranger
  let rasterizer: DisplayRasterizer
}

/// An input, laid out in its box.
final class LaidOutTextInput: Sendable {
  let prepared: PreparedTextInput
  /// The frame of the text, in layout points from the corner of the whole.
  let box: Rect
  /// The text, as far as it was laid out: a copy, because workers lock that of `prepared` while
  /// they lay it out.
  let text: TextDocument
  let size: Size
  let environment: LayoutEnvironment

  init(
    _ prepared: PreparedTextInput, in box: Rect, size: Size, environment: LayoutEnvironment
  ) {
    self.prepared = prepared
    self.box = box
    self.size = size
    self.environment = environment
    text = prepared.text
  }

  /// Whether the layout is still valid for a request.
  func isCurrent(_ request: TextInputRequest) -> Bool {
    size == request.size && environment == request.environment
      && prepared.style == request.style && prepared.input.hasSameText(as: request.input)
  }

  /// Whether the layout is still valid for a request, and the lines around its selection's ends are
  /// known.
  func isPrepared(for request: TextInputRequest) -> Bool {
    let selection = request.input.selection
    return isCurrent(request) && text.isPrepared(around: selection.anchor)
      && text.isPrepared(around: selection.head)
  }
}

/// The pixels of an input.
struct DrawnTextInput: Sendable {
  let laidOut: LaidOutTextInput
  let placed: PlacedTextInput
  let image: CellImage
  /// The pixels that differ from the previous ones; `nil` for the first ones.
  let changes: [PixelRect]?
}

/// All of this on workers.
extension TextInputRequest {
  /// Lays out an input without a known layout.
  func laidOut() throws -> LaidOutTextInput { try arranged().laidOut }

  /// Draws the input.
  func drawn() throws -> DrawnTextInput {
    let (laidOut, arrangement) = try arranged()
    let placed = laidOut.prepared.placed(
      in: laidOut.box.size, scroll, scale: environment.scale)
    let bitmap = try rasterizer.drawing(
      arrangement.displayList, scale: environment.scale, background: .clear,
      text: environment.textRendering, .unlimited
    ).bitmap
    let image = CellImage(bitmap: bitmap, size: arrangement.size, scale: environment.scale)
    return DrawnTextInput(
      laidOut: laidOut, placed: placed, image: image,
      changes: old.map { image.changes(since: $0.image) })
  }

  private func arranged() throws -> (laidOut: LaidOutTextInput, arrangement: CellArrangement) {
    let prepared = PreparedTextInput(
      input, placeholder: placeholder, style: style, hasLines: input.kind == .area,
      in: environment, with: arranger.typesetter, reusing: prepared)
    let field = LayoutNode.input(
      prepared, scroll, isFocused: isFocused, label: label
    )
    let whole = appearance(Column { field }.node, environment, isFocused).frame(height: size.height)
    let arrangement = try arranger.arrange(whole, in: environment)
    let box =
      arrangement.regions.first { $0.role == .textField }?.frame ?? Rect(origin: .zero, size: size)
    return (
      LaidOutTextInput(prepared, in: box, size: size, environment: environment), arrangement
    )
  }
}
