public import ArgumentParser
import Foundation
public import Linecaster
public import LinecasterScenes

/// The options for the input of drawing.
struct InputOptions: ParsableArguments {
  @Argument(help: "The file to draw, or - for standard input.")
  var path: String

  @Option(help: "The kind of the file; by default, its name or first bytes decide.")
  var input: InputKind?

  @Option(
    help: """
      A JSON file with data for a scene that is a template, instead of its own 'data'. Unused \
      and missing names are errors.
      """)
  var data: String?

  @Option(help: SceneTemplate.NameCheck.help)
  var names = SceneTemplate.NameCheck.all

  @OptionGroup var drawing: DrawingArguments

  func validate() throws {
    guard data != "" else { throw ValidationError("--data must be a file.") }
    guard names == .all || data != nil else { throw ValidationError("--names needs --data.") }
    guard data != "-" || path != "-" else {
      throw ValidationError("Only one of the input and --data can be standard input.")
    }
  }

  /// Validates a scale; its default depends on the command.
  static func check(scale: Double) throws {
    if let fault = PictureField.scale.fault(of: scale, option: "--scale") {
      throw ValidationError(fault)
    }
  }

  /// The request, before the options for its kind are applied.
  func request(scale: Double) throws -> ImageRequest {
    var input = DrawingInput(path, kind: input)
    (input.data, input.names) = (data, names)
    guard data == nil || input.kind == .scene else {
      throw ValidationError("--data applies to scenes only.")
    }
    var request = ImageRequest(
      input: input, fonts: try drawing.fonts.collection(), options: drawing.options(scale: scale))
    request.budget = drawing.budget
    return request
  }
}

/// The options for width, theme, fonts and memory.
struct DrawingArguments: ParsableArguments {
  @Option(help: "The width in layout points, 1 to 10000; by default, the scene's own, or 360.")
  var width: Double?

  @Option(help: "The colour theme; by default, the scene's own, or light.")
  var theme: Theme?

  @Option(help: "The scale of text, 0.25 to 8.")
  var textScale = 1.0

  @OptionGroup var fonts: FontOptions

  @Option(help: "The maximum number of pixels of a picture; unlimited by default.")
  var maxSize: Int?

  @Option(help: "The maximum number of pixels held in memory at once, 100000 or more.")
  var maxPixels = RenderBudget().pixelCount

  @Option(help: "The maximum memory for pixels at once, in MiB.")
  var maxMemory = RenderBudget().byteCount >> 20

  @Option(
    help: """
      The maximum number of pixels painted in all, counting overdraw; a blurred pixel counts \
      several times.
      """)
  var maxBlended = RenderBudget().blendedPixelCount

  @Option(help: "The maximum number of nodes of a scene or a row, counting each use of a part.")
  var maxNodes = RenderBudget().nodeCount

  @Option(help: "The maximum text of a scene, a text or a message, in UTF-16 units.")
  var maxText = RenderBudget().textUnitCount

  @Option(help: "The maximum time for a picture, in seconds; unlimited by default.")
  var maxTime: Double?

  @Flag(
    help: """
      Treat unreadable images, content that does not fit the picture, and names in braces in a \
      scene without data as errors.
      """)
  var strict = false

  /// Returns the drawing options that the command line sets.
  func options(scale: Double) -> PictureOptions {
    var options = PictureOptions()
    (options.width, options.scale, options.theme) = (width, scale, theme)
    (options.textScale, options.isStrict) = (textScale, strict)
    return options
  }

  /// The limits of a picture.
  var budget: RenderBudget {
    RenderBudget(
      pixelCount: maxPixels, byteCount: maxMemory << 20, blendedPixelCount: maxBlended,
      nodeCount: maxNodes, textUnitCount: maxText,
      time: maxTime.map { .seconds($0) } ?? Self.anyTime, pictureSize: maxSize ?? .max)
  }

  /// A time that no process reaches, because users interrupt earlier.
  private static let anyTime = Duration.seconds(1 << 40)

  func validate() throws {
    guard (100_000...1 << 40).contains(maxPixels) else {
      throw ValidationError("--max-pixels must be from 100000 to \(1 << 40).")
    }
    guard (1...1 << 22).contains(maxMemory) else {
      throw ValidationError("--max-memory must be from 1 to \(1 << 22).")
    }
    let counts = [
      ("size", maxSize ?? 1), ("blended", maxBlended), ("nodes", maxNodes), ("text", maxText),
    ]
    for (name, count) in counts where !(1...1 << 50).contains(count) {
      throw ValidationError("--max-\(name) must be from 1 to \(1 << 50).")
    }
    guard (0.001...86_400).contains(maxTime ?? 1) else {
      throw ValidationError("--max-time must be from 0.001 to 86400.")
    }
    let faults = [
      width.flatMap { PictureField.width.fault(of: $0, option: "--width") },
      PictureField.textScale.fault(of: textScale, option: "--text-scale"),
    ]
    if let fault = faults.compactMap(\.self).first { throw ValidationError(fault) }
  }
}

extension SceneTemplate.NameCheck: ExpressibleByArgument {
  /// The text for options.
  static let help: ArgumentHelp = """
    The names of data that are errors: all, those that the template does not use and those of its \
    own data that are missing; missing, only the latter; none draws its own data for them.
    """
}

extension Theme: ExpressibleByArgument {}
extension TextRendering: ExpressibleByArgument {}

extension PictureEncoding {
  /// Creates the encoding for an output path, with the format from its extension.
  ///
  /// - Throws: `ValidationError` if the extension is not a picture format, or an option does not
  ///   apply to the format.
  init(path: String, quality: Int?, isCompact: Bool) throws {
    self.init(try Self.format(of: path), quality: quality, isCompact: isCompact)
    try check(option: "--output")
  }

  /// Throws if options do not apply to the format, or this build does not include it.
  ///
  /// - Parameter option: The option that selects the format.
  func check(option: String) throws(ValidationError) {
    guard quality == nil || format.isLossy else {
      throw ValidationError("--quality needs JPEG, WebP or AVIF.")
    }
    guard Self.qualities.contains(quality ?? 0) else {
      throw ValidationError("--quality must be from 0 to 100.")
    }
    guard !isCompact || format == .png else { throw ValidationError("--compact needs PNG.") }
    guard format.isBuiltIn else {
      throw ValidationError(
        "\(option): \(format.name) is not built in; 'swift build --traits "
          + "default,\(format.name)' adds it.")
    }
  }

  /// The format for a file name extension; PNG without one.
  private static func format(of path: String) throws(ValidationError) -> PictureFormat {
    let ending = URL(fileURLWithPath: path).pathExtension
    guard path != "-", !ending.isEmpty else { return .png }
    guard let format = PictureFormat(ending: ending) else {
      throw ValidationError(
        "--output writes an image; its name must end in one of \(PictureFormat.list), "
          + "not '.\(ending)'.")
    }
    return format
  }
}

extension PictureFormat: ExpressibleByArgument {
  /// Parses a format by its file name extension; `nil` for other texts.
  public init?(argument: String) { self.init(ending: argument) }

  /// The file name extensions of the formats that are built in, for help and errors.
  static var list: String {
    let endings = builtIn.map { ".\($0.endings[0])" }
    return endings.dropLast().joined(separator: ", ") + " or \(endings[endings.count - 1])"
  }

  /// The file name extensions of all formats, for help.
  public static var allValueStrings: [String] { allCases.map { $0.endings[0] } }

  /// The file name extension of the format, for help.
  public var defaultValueDescription: String { endings[0] }
}

extension PictureEncoding.Effort: ExpressibleByArgument {}
