public import LinecasterCells
import LinecasterDisplay
import LinecasterBase
import LinecasterRaster
import LinecasterText

/// How a text input looks: its layout in others, such as one with a ground and a border.
public typealias TextInputLook =
  @Sendable (_ input: LayoutNode, _ environment: LayoutEnvironment, _ isFocused: Bool) -> LayoutNode

/// What a worker is to draw.
struct TextInputRequest: Sendable {
  var input: TextInput
  let label: String?
  let placeholder: String
  let style: TextInputStyle
  let look: TextInputLook
  let size: Size
  let environment: LayoutEnvironment
  let isFocused: Bool
  let scroll: TextInputScroll
  /// What was shown before.
  let old: DrawnTextInput?
  /// What was prepared last.
  let prepared: PreparedTextInput?
  let arranger: CellArranger
  let rasterizer: DisplayRasterizer
}

/// An input that is laid out in its box.
final class LaidOutTextInput: Sendable {
  let prepared: PreparedTextInput
  /// Where its text is, in layout points from the corner of the whole.
  let box: Rect
  let layout: TextLayout
  let size: Size
  let environment: LayoutEnvironment

  init(
    _ prepared: PreparedTextInput, in box: Rect, size: Size, environment: LayoutEnvironment
  ) {
    self.prepared = prepared
    self.box = box
    self.size = size
    self.environment = environment
    layout = prepared.layout(width: box.width)
  }

  /// Whether it is still what is to be asked about what is shown.
  func isCurrent(_ request: TextInputRequest) -> Bool {
    size == request.size && environment == request.environment
      && prepared.style == request.style && prepared.input.hasSameText(as: request.input)
  }
}

/// The pixels of an input.
struct DrawnTextInput: Sendable {
  let laidOut: LaidOutTextInput
  let placed: PlacedTextInput
  let bitmap: Bitmap
  /// Where the pixels are not those that were shown before; nil where these had another size.
  let changes: [PixelRect]?
}

/// All of this on workers.
extension TextInputRequest {
  /// Lays the input out where nothing of it is known.
  func laidOut() throws -> LaidOutTextInput { try arranged().laidOut }

  /// Draws the input.
  func drawn() throws -> DrawnTextInput {
    let (laidOut, arrangement) = try arranged()
    let placed = laidOut.prepared.placed(
      in: laidOut.box.size, scroll, scale: environment.scale)
    let bitmap = try rasterizer.drawing(
      arrangement.displayList, scale: environment.scale, background: .clear,
      text: environment.textRendering, isCancelled: { false }
    ).bitmap
    let isSameSize =
      old.map { ($0.bitmap.width, $0.bitmap.height) == (bitmap.width, bitmap.height) } ?? false
    return DrawnTextInput(
      laidOut: laidOut, placed: placed, bitmap: bitmap,
      changes: isSameSize ? old.map { bitmap.changes(since: $0.bitmap) } : nil)
  }

  private func arranged() throws -> (laidOut: LaidOutTextInput, arrangement: CellArrangement) {
    let prepared = PreparedTextInput(
      input, placeholder: placeholder, style: style, hasLines: input.kind == .area,
      in: environment, with: arranger.typesetter, reusing: prepared)
    let field = LayoutNode.input(
      prepared, scroll, isFocused: isFocused, label: label
    )
    let whole = look(Column { field }.node, environment, isFocused).frame(height: size.height)
    let arrangement = try arranger.arrange(whole, in: environment)
    let box =
      arrangement.regions.first { $0.role == .textField }?.frame ?? Rect(origin: .zero, size: size)
    return (
      LaidOutTextInput(prepared, in: box, size: size, environment: environment), arrangement
    )
  }
}
