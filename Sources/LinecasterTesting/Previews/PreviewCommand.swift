import Foundation
import LinecasterBase
import LinecasterFiles
import LinecasterRaster

/// Runs the command line of a catalogue.
struct PreviewCommand {
  private let catalog: any PreviewCatalog.Type
  private let options: PreviewOptions

  /// The maximum number of pictures in a run; browsers fail to open larger pages.
  static let maximumPictures = 20_000

  init(_ catalog: any PreviewCatalog.Type, _ options: PreviewOptions) {
    self.catalog = catalog
    self.options = options
  }

  /// Draws, writes and compares.
  ///
  /// - Parameter say: Called with each line of output.
  /// - Returns: The exit status of the program.
  func run(_ say: (String) -> Void) async -> Int32 {
    do {
      let previews = try chosenPreviews()
      if options.list {
        for preview in previews { say(preview.name) }
        return 0
      }
      let start = ContinuousClock.now
      let fonts = try catalog.fonts()
      let painter = PreviewPainter(fonts: fonts, images: catalog.images)
      let figures = await figures(of: previews, painter, snapshots: snapshots)
      try writePage(figures, say)
      let faults = try faults(of: figures)
      for fault in faults { say(fault) }
      let duration = Double((ContinuousClock.now - start) / .milliseconds(1))
      say(Self.summary(figures, milliseconds: Int(saturating: duration)))
      return snapshots == nil || faults.isEmpty ? 0 : 1
    } catch {
      say("\(error)")
      return 1
    }
  }

  /// Returns the selected previews.
  ///
  /// - Throws: An error if two have the same name or file name, or there are too many pictures.
  private func chosenPreviews() throws -> [Preview] {
    let all = catalog.previews
    var stems: [String: String] = [:]
    for preview in all {
      let stem = PreviewFigure.stem(of: preview.name)
      if let other = stems.updateValue(preview.name, forKey: stem) {
        throw PreviewPainter.Failure(
          description: "the previews \"\(other)\" and \"\(preview.name)\" have the same file name: "
            + "\"\(stem)\"")
      }
    }
    let chosen = options.only.map { words in
      all.filter { $0.name.range(of: words, options: .caseInsensitive) != nil }
    }
    let count = (chosen ?? all).count.multipliedReportingOverflow(by: catalog.axes.count)
    guard !count.overflow, count.partialValue <= Self.maximumPictures else {
      throw PreviewPainter.Failure(
        description: "more than \(Self.maximumPictures) pictures; select some with --only")
    }
    return chosen ?? all
  }

  private var acceptedFolder: String { options.accepted ?? catalog.acceptedFolder }

  /// The folder of accepted pictures; `nil` if not needed.
  private var snapshots: SnapshotFolder? {
    guard options.check || options.accept else { return nil }
    let differences = options.differences ?? acceptedFolder + "-current"
    return SnapshotFolder(
      URL(fileURLWithPath: acceptedFolder), label: catalog.title,
      current: URL(fileURLWithPath: differences), maximumBytes: .max, hint: "--accept",
      accepts: options.accept)
  }

  /// Draws all previews in all environments, concurrently on all processors.
  private func figures(
    of previews: [Preview], _ painter: PreviewPainter, snapshots: SnapshotFolder?
  ) async -> [PreviewFigure] {
    let settings = catalog.axes.settings
    let jobs = previews.flatMap { preview in settings.map { (preview, $0) } }
    var figures = [PreviewFigure?](repeating: nil, count: jobs.count)
    await withTaskGroup(of: (Int, PreviewFigure).self) { group in
      func begin(_ job: Int) {
        let (preview, setting) = jobs[job]
        group.addTask {
          (job, await PreviewFigure(of: preview, in: setting, painter, snapshots))
        }
      }
      var begun = 0
      while begun < min(jobs.count, ProcessInfo.processInfo.activeProcessorCount + 1) {
        begin(begun)
        begun += 1
      }
      for await (job, figure) in group {
        figures[job] = figure
        guard begun < jobs.count else { continue }
        begin(begun)
        begun += 1
      }
    }
    return figures.compactMap(\.self)
  }

  private func writePage(_ figures: [PreviewFigure], _ say: (String) -> Void) throws {
    let usual = snapshots == nil ? "previews.html" : nil
    guard let path = options.output ?? usual else { return }
    let page = PreviewPage(title: catalog.title, figures: figures)
    do {
      try Data(page.html.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw PreviewPainter.Failure(description: "\(path): cannot be written: \(Self.words(error))")
    }
    say("\(path): \(figures.count) pictures")
  }

  /// Returns the problems, one line each.
  private func faults(of figures: [PreviewFigure]) throws -> [String] {
    var faults = figures.compactMap { figure in figure.fault.map { "\(figure.title): \($0)" } }
    guard let snapshots else { return faults }
    try snapshots.writePage()
    if options.only == nil {
      let orphans = try snapshots.orphans(besides: figures.map(\.fileName))
      faults += orphans.map { "\($0): no preview has this picture" }
    }
    return faults
  }

  private static func summary(_ figures: [PreviewFigure], milliseconds: Int) -> String {
    let failed = figures.count { $0.picture == nil }
    let different = figures.count { $0.picture != nil && $0.fault != nil }
    let accepted = figures.count { $0.outcome == .accepted }
    let counts = [(failed, "failed"), (different, "differ"), (accepted, "accepted")]
      .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }
    return "\(figures.count) pictures in \(milliseconds) ms" + counts.joined()
  }

  /// Returns the system's message, without error domains.
  static func words(_ error: any Error) -> String {
    guard type(of: error) is NSError.Type || error is CocoaError else { return "\(error)" }
    return error.localizedDescription
  }
}

/// A preview in an environment: its picture, or the error.
struct PreviewFigure: Sendable {
  /// The stored part of a picture.
  struct Picture: Sendable {
    let png: [UInt8]
    /// Its size in layout points.
    let width, height: Double
    let remarks: [String]
  }

  let name: String
  let setting: PreviewSetting
  let picture: Picture?
  /// The result of the comparison with the accepted picture; `nil` if not compared.
  let outcome: SnapshotOutcome?
  /// The error from drawing or comparing; `nil` for none.
  private let failure: String?

  /// Draws and compares a preview.
  init(
    of preview: Preview, in setting: PreviewSetting, _ painter: PreviewPainter,
    _ snapshots: SnapshotFolder?
  ) async {
    name = preview.name
    self.setting = setting
    var (picture, outcome, failure): (Picture?, SnapshotOutcome?, String?) = (nil, nil, nil)
    do {
      let drawn = try await painter.draw(preview, in: setting.environment)
      picture = Picture(
        png: try PNGEncoder().encode(drawn.bitmap),
        width: Double(drawn.bitmap.width) / drawn.scale.factor,
        height: Double(drawn.bitmap.height) / drawn.scale.factor, remarks: drawn.remarks)
      outcome = try snapshots?.judge(drawn.bitmap, Self.fileName(preview.name, setting))
    } catch {
      failure = PreviewCommand.words(error)
    }
    (self.picture, self.outcome, self.failure) = (picture, outcome, failure)
  }

  /// The preview and its environment as text.
  var title: String { "\(name) (\(setting.values.joined(separator: " ")))" }

  /// The problem; `nil` for none.
  var fault: String? { failure ?? outcome.flatMap { $0.passes ? nil : $0.reason } }

  /// The file name of the accepted picture, without extension.
  var fileName: String { Self.fileName(name, setting) }

  private static func fileName(_ name: String, _ setting: PreviewSetting) -> String {
    let values = setting.values.map { stem(of: $0.filter { $0 != "%" }) }
    return "\(stem(of: name)).\(values.joined(separator: "."))"
  }

  /// Returns a name without characters that are special in file systems.
  static func stem(of name: String) -> String {
    let stem = name.unicodeScalars.map { scalar in
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      return isPlain || "-_ ".unicodeScalars.contains(scalar) ? String(scalar) : "-"
    }
    return stem.joined()
  }
}
