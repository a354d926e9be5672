import Foundation
import Linecaster
import LinecasterPictures
import LinecasterFonts
import Synchronization

/// Draws the cards of a batch. What it keeps for the next one, fonts, words, glyphs and images,
/// changes no pixel, and is limited in bytes.
///
/// Any number of threads may use one.
struct CardDrawer: Sendable {
  /// The template for rows that bring none along, and its name.
  let template: (template: SceneTemplate, source: String)?
  /// What is asked for where a row and its scene say nothing.
  let defaults: Defaults
  let images: ImageFileProvider
  /// Whether a row with an image that cannot be read has no picture.
  let isStrict: Bool
  /// How long a card may take; nil for any time.
  let limit: Duration?

  private let fonts: BatchFonts
  private let rasterizer: DisplayRasterizer
  /// What the keys of all cards begin with.
  private let context: SHA256

  /// How cards are drawn where their rows say nothing else.
  struct Defaults: Sendable {
    var width: Double?
    var scale = 1.0
    var theme: Theme?
    var preference = FontPreference()
    var rendering: TextRendering?
    var format = PictureFormat.png
    /// How near lossy files are to the picture.
    var quality: Int?
    var isCompact = false
    var effort = PictureEncoding.Effort.small

    /// The file of a card in a format; what is not for that format is let be.
    func file(_ format: PictureFormat) -> PictureEncoding {
      var file = PictureEncoding(
        format, quality: format == .png ? nil : quality, isCompact: isCompact && format == .png)
      file.effort = effort
      return file
    }
  }

  /// Makes a drawer.
  ///
  /// - Parameters:
  ///   - template: The bytes of the template for rows that bring none along, and its name.
  ///   - folder: Where the images and fonts of scenes are.
  /// - Throws: `SceneError` where the template is none, or `FontError`.
  init(
    template: (bytes: [UInt8], source: String)?, fonts: FontCollection, folder: String,
    defaults: Defaults, budget: RenderBudget = RenderBudget(), isStrict: Bool = false,
    limit: Duration? = nil
  ) throws {
    self.template = try template.map {
      (try SceneTemplate(json: $0.bytes, source: $0.source), $0.source)
    }
    (self.defaults, self.isStrict, self.limit) = (defaults, isStrict, limit)
    images = ImageFileProvider(folder: folder)
    rasterizer = DisplayRasterizer(images: images, budget: budget)
    self.fonts = BatchFonts(fonts, folder: folder)
    var context = SHA256()
    context.add(counted: LinecasterCommand.version)
    context.add(counted: try BatchFonts.digest(of: fonts))
    context.add(counted: "\(defaults)")
    context.add(counted: template.map { SHA256.hexadecimal($0.bytes) } ?? "")
    self.context = context
  }

  /// Draws what a request asks for.
  ///
  /// - Parameters:
  ///   - json: The text of the request.
  ///   - value: What it says.
  /// - Throws: What `BatchFault` is made of.
  func card(_ request: BatchRequest, _ value: JSONValue, in json: [UInt8]) throws -> Card {
    let input = try scene(of: request, in: json)
    let scene = input.scene
    let typesetting = try fonts.typesetting(for: scene)
    let theme = request.theme ?? defaults.theme ?? scene.theme
    let shown = ShownImages(of: scene.layout(in: theme), from: images)
    let faults = shown.faults(in: input.source)
    if isStrict, let first = faults.first { throw BatchFault(first, file: template?.source) }
    let background = scene.background(in: theme)
    let environment = LayoutEnvironment(
      width: request.width ?? defaults.width ?? scene.width,
      scale: PixelScale(request.scale ?? defaults.scale), theme: theme,
      fonts: defaults.preference, background: ThemeColor(background),
      textRendering: defaults.rendering ?? scene.rendering)
    let end = limit.map { ContinuousClock.now + $0 }
    let isCancelled = { end.map { ContinuousClock.now >= $0 } ?? false }
    let arrangement = try CellArranger(typesetter: typesetting.typesetter, images: images)
      .arrange(shown.layout, in: environment, isCancelled: isCancelled)
    let picture = try rasterizer.bands(
      of: arrangement.displayList, scale: environment.scale, background: background,
      text: environment.textRendering, isCancelled: isCancelled)
    guard picture.width > 0, picture.height > 0 else {
      throw BatchFault(
        code: "empty", reason: "has no pixels: \(picture.width) × \(picture.height)")
    }
    let format = request.format ?? defaults.format
    var bytes: [UInt8] = []
    try defaults.file(format).encoder(for: picture)
      .encode(picture, name: "picture", isCancelled: isCancelled) { bytes += $0 }
    return Card(
      bytes: bytes, format: format, width: picture.width, height: picture.height,
      key: key(of: value, typesetting.digest),
      missing: arrangement.missingCharacters, faults: faults.map(\.description))
  }

  /// What is the same for the same scene, data, fonts, options and engine, whatever the row's id:
  /// 64 hexadecimal digits.
  private func key(of request: JSONValue, _ fonts: String) -> String {
    var key = context
    key.add(counted: fonts)
    guard case .object(let members) = request.content else { return key.hexadecimal }
    for member in members.sorted(by: { $0.name < $1.name }) where member.name != "id" {
      key.add(counted: member.name.string, "m")
      key.add(member.value)
    }
    return key.hexadecimal
  }

  /// The scene that a request is, and where it was read from.
  private func scene(
    of request: BatchRequest, in json: [UInt8]
  ) throws -> (scene: Scene, source: SceneSource) {
    if let scene = request.scene, !request.isTemplate {
      return try fault(in: "scene") {
        let source = try SceneSource(scene, in: json, named: "request")
        return (try source.scene(), source)
      }
    }
    let template = try template(of: request, in: json)
    let source = try fault(in: "data") {
      try SceneSource(template, data: request.data, in: json, named: "data")
    }
    return (try fault(in: "template") { try source.scene() }, source)
  }

  private func template(of request: BatchRequest, in json: [UInt8]) throws -> SceneTemplate {
    if let scene = request.scene {
      return try fault(in: "template") { try SceneTemplate(scene, in: json, source: "request") }
    }
    guard let template else {
      throw BatchFault(
        code: "missing",
        reason: "there is no 'scene' and no 'template', and the batch has no --template")
    }
    return template.template
  }

  /// Tells the member of a request, or the template file, that a fault of a scene is in.
  private func fault<Value>(in member: String, _ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch let error as SceneError {
      throw BatchFault(error, in: member, file: template?.source)
    }
  }

  /// What fonts lack, and glyphs that are not drawn as they have them, so far.
  var warnings: [String] {
    var warnings = DrawingWarnings()
    warnings.shortfalls = fonts.shortfalls
    warnings.faults = rasterizer.glyphs.faults
    return warnings.fontMessages
  }
}

/// A picture as a file, and what is to be said of it.
struct Card: Sendable {
  let bytes: [UInt8]
  let format: PictureFormat
  let width: Int
  let height: Int
  /// The same where the same was asked for.
  let key: String
  /// The characters that no font has.
  let missing: [Unicode.Scalar]
  /// What is wrong with images that are not in it.
  let faults: [String]
}

/// The typesetters of a batch: one for all scenes, and some for those that bring fonts along.
private final class BatchFonts: Sendable {
  /// A typesetter, and the digest of the fonts that a scene brought along.
  struct Typesetting {
    let typesetter: Typesetter
    let digest: String
  }

  private let shared: Typesetter
  private let folder: String
  /// Those used last, the last one first.
  private let brought = Mutex<[(fonts: [SceneFont], typesetting: Typesetting)]>([])

  /// Typesetters kept: each has caches of its own.
  private static let mostKept = 4

  init(_ fonts: FontCollection, folder: String) {
    shared = Typesetter(fonts: fonts)
    self.folder = folder
  }

  var shortfalls: [FontShortfall] {
    shared.fontShortfalls
      + brought.withLock { $0.flatMap(\.typesetting.typesetter.fontShortfalls) }
  }

  /// What lays out the text of a scene.
  func typesetting(for scene: Scene) throws -> Typesetting {
    guard !scene.fonts.isEmpty else { return Typesetting(typesetter: shared, digest: "") }
    return try brought.withLock { kept in
      if let index = kept.firstIndex(where: { $0.fonts == scene.fonts }) {
        let found = kept.remove(at: index)
        kept.insert(found, at: 0)
        return found.typesetting
      }
      let fonts = try scene.fonts(before: shared.fonts, folder: folder)
      let opened = Typesetting(
        typesetter: Typesetter(fonts: fonts), digest: try Self.digest(of: fonts))
      kept = [(scene.fonts, opened)] + kept.prefix(Self.mostKept - 1)
      return opened
    }
  }

  /// A digest of fonts: of the names and sizes of those that come with the engine, whose version is
  /// in keys, and of the bytes of others.
  ///
  /// - Complexity: O(bytes of the others).
  static func digest(of fonts: FontCollection) throws(FontError) -> String {
    let bundled = Set(try FontCollection.bundled().faces.map { ObjectIdentifier($0.data) })
    var digest = SHA256()
    var seen: Set<ObjectIdentifier> = []
    for face in fonts.faces where seen.insert(ObjectIdentifier(face.data)).inserted {
      face.data.withBytes { bytes in
        if bundled.contains(ObjectIdentifier(face.data)) {
          digest.add(counted: URL(fileURLWithPath: face.data.source).lastPathComponent)
        } else {
          digest.add(bytes)
        }
        digest.add(UInt64(bytes.count))
      }
    }
    return digest.hexadecimal
  }
}
