import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterScenes
import LinecasterSurface

/// Draws previews concurrently, with shared caches for text and glyphs.
struct PreviewPainter: Sendable {
  /// A drawn preview.
  struct Picture: Sendable {
    let bitmap: Bitmap
    let scale: PixelScale
    /// Warnings: characters without a font, missing images.
    var remarks: [String] = []
  }

  /// The reason why there is no picture, if no other error says so.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let painter: PicturePainter
  /// The pipeline of tables, with the text and glyphs of the painter.
  private let pipeline: PrecomputePipeline

  init(fonts: FontCollection, images: (any ImageProvider)?) {
    painter = PicturePainter(fonts: fonts, images: images)
    pipeline = PrecomputePipeline(arranger: painter.arranger, rasterizer: painter.rasterizer)
  }

  /// Draws a preview in an environment.
  ///
  /// - Throws: Errors of the preview, of layout and of drawing.
  func draw(_ preview: Preview, in environment: LayoutEnvironment) async throws -> Picture {
    let environment = preview.adapted(environment)
    let picture =
      switch try preview.content(in: environment).kind {
      case .layout(let node): try draw(node, in: environment)
      case .cell(let cell): try draw(cell.layout(in: environment), in: environment)
      case .table(let model): try await draw(model, in: environment, height: preview.height)
      case .page(let page): try await draw(page, in: environment, height: preview.height)
      }
    guard picture.bitmap.width > 0, picture.bitmap.height > 0 else {
      throw Failure(
        description: "has no pixels: \(picture.bitmap.width) × \(picture.bitmap.height)")
    }
    return picture
  }

  private func draw(_ layout: LayoutNode, in environment: LayoutEnvironment) throws -> Picture {
    let isCancelled = { Task.isCancelled }
    let request = PictureRequest(.layout(layout, environment))
    let arranged = try painter.arrange(
      painter.read(request, isCancelled: isCancelled), isCancelled: isCancelled)
    let picture = try painter.draw(arranged, isCancelled: isCancelled).picture
    let drawn = try WorkScope.run(isCancelled: isCancelled) { try picture.drawn(in: $0) }
    let arrangement = arranged.arrangement
    let missing = painter.images == nil ? arrangement.images : drawn.missingImages
    return Picture(
      bitmap: drawn.bitmap, scale: environment.scale,
      remarks: [PrintableText.message(missing: arrangement.missingCharacters)].compactMap(\.self)
        + missing.map { "the image \($0.name) is missing" }.sorted())
  }

  /// Draws a table with a headless list.
  private func draw(
    _ model: TableModel, in environment: LayoutEnvironment, height: Double?
  ) async throws -> Picture {
    let shown = try await PreviewedTable(pipeline, environment).show(model, height: height)
    return Picture(
      bitmap: try shown.composition.bitmap(), scale: environment.scale, remarks: shown.remarks)
  }

  /// Combines a page like a screen: a bar above the rows, and an overlay over them.
  private func draw(
    _ page: ScreenPage, in environment: LayoutEnvironment, height: Double?
  ) async throws -> Picture {
    func drawn(_ item: TableItem?) throws -> Picture? {
      try item.map { try draw($0.cell.layout(in: environment), in: environment) }
    }
    let scale = environment.scale
    let bar = try drawn(page.bar?.item())
    let overlay = try drawn(page.overlay)
    let barHeight = bar?.bitmap.height ?? 0
    let table = try await draw(
      page.table, in: environment,
      height: height.map { max(1, $0 - Double(barHeight) / scale.factor) })
    let bitmap = try ScreenPicture(
      bar: bar?.bitmap, body: table.bitmap, overlay: overlay?.bitmap
    ).bitmap(
      width: scale.pixels(environment.width), height: barHeight + table.bitmap.height,
      environment.background.color(in: environment.theme))
    let parts = [bar, table, overlay].compactMap(\.self)
    return Picture(bitmap: bitmap, scale: scale, remarks: parts.flatMap(\.remarks))
  }
}

/// A list that shows one table, once.
@MainActor
private final class PreviewedTable {
  private let host = HeadlessHost(.points(Preview.maximumHeight))
  private let controller: AutoDiffController
  private var missing: [Unicode.Scalar] = []
  private var remarks: [String] = []

  init(_ pipeline: PrecomputePipeline, _ environment: LayoutEnvironment) {
    controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
  }

  /// Shows a table, and waits until all visible rows are drawn.
  ///
  /// - Throws: Errors from measuring or drawing its rows.
  func show(
    _ model: TableModel, height: Double?
  ) async throws -> (composition: TableComposition, remarks: [String]) {
    defer { controller.tearDown() }
    controller.onDiagnostic = { [weak self] in self?.note($0) }
    if let height { host.extent = .points(height) }
    if case .failed(let error) = try await controller.update(with: model).outcome { throw error }
    await withCheckedContinuation { continuation in
      controller.whenIdle { continuation.resume() }
    }
    if let failure = host.failure { throw failure }
    if height == nil {
      let whole = controller.snapshot.geometry.totalHeight
      host.extent = .points(min(whole, Preview.maximumHeight))
      if whole > Preview.maximumHeight {
        remarks.append("cut off: the whole table is \(Int(saturating: whole)) points high")
      }
    }
    guard let composition = host.composition() else {
      throw PreviewPainter.Failure(description: "nothing was drawn")
    }
    return (composition, [PrintableText.message(missing: missing)].compactMap(\.self) + remarks)
  }

  private func note(_ diagnostic: TableDiagnostic) {
    switch diagnostic {
    case .missingCharacters(let characters): missing += characters
    case .duplicates(let duplicates, _):
      remarks.append("\(duplicates.count) identifiers occur more than once")
    default: break
    }
  }
}
