#if SDL
  import CSDL2
  import Foundation
  public import LinecasterBase
  public import LinecasterRaster
  public import LinecasterSurface

  /// An SDL 2 window that shows a list by a `SurfaceHost`, or screens by a `SurfaceScreenHost`.
  ///
  /// All calls are on the main actor; the loop of `run(_:fields:mailbox:frame:)` runs the main
  /// actor's work. The examples `Messenger` and `SeedsWindow` use a window.
  ///
  /// ## Topics
  ///
  /// ### Open a window
  ///
  /// - ``init(title:size:isAccelerated:)``
  /// - ``size``
  /// - ``origin``
  /// - ``scale``
  /// - ``backgroundColor``
  /// - ``listInsets``
  ///
  /// ### Run it
  ///
  /// - ``pipelineOptions``
  /// - ``run(_:fields:mailbox:frame:)``
  /// - ``wake()``
  /// - ``isOpen``
  /// - ``now``
  ///
  /// ### Handle input
  ///
  /// - ``deliverEvents(to:fields:)``
  /// - ``onKey``
  /// - ``onResize``
  @MainActor
  public final class SDLWindow: GlyphSurface, ClippingSurface {
    /// A texture in SDL's memory.
    public final class Texture {
      fileprivate let handle: OpaquePointer
      /// Whether colours are premultiplied; some renderers only support straight alpha.
      fileprivate let isMultiplied: Bool

      fileprivate init(_ handle: OpaquePointer, isMultiplied: Bool) {
        self.handle = handle
        self.isMultiplied = isMultiplied
      }
    }

    /// Whether the window has not been closed.
    public internal(set) var isOpen = true
    /// Called if the window's size or scale changes.
    public var onResize: (@MainActor (Size, PixelScale) -> Void)?
    /// Called with keys that the list does not handle, while no field has the focus.
    public var onKey: (@MainActor (KeyStroke) -> Void)?
    /// The space at the right and the bottom that the list leaves free, for example for a field.
    public var listInsets = Insets(all: 0) { didSet { isOutdated = true } }
    /// The background outside of the list and the fields.
    public var backgroundColor = Color.white {
      didSet {
        isOutdated = true
        setGround()
      }
    }

    // Both are created and destroyed once, here, and used on the main actor only.
    let window: OpaquePointer
    let renderer: OpaquePointer
    private let start = ContinuousClock.now
    /// The vertex indices of glyph quads, as many as were drawn at once.
    private var quadIndices: [Int32] = []
    /// The first finger that is down.
    var heardFinger: SDL_FingerID?
    /// The place of the pointer, for its shape; `nil` outside of the window.
    var pointer: Point?
    /// Whether the next turn of the loop must draw.
    var isOutdated = true
    /// The state of input methods and the pointer, as last set.
    var textState = TextState()

    /// Opens a window.
    ///
    /// - Parameters:
    ///   - title: The title of the window.
    ///   - size: The size, in layout points.
    ///   - isAccelerated: Whether to use a graphics card if one is available.
    /// - Throws: `WindowError` if the system cannot open a window.
    public init(title: String, size: Size, isAccelerated: Bool = true) throws(WindowError) {
      SDL_SetMainReady()
      Self.askForInputMethods()
      guard SDL_Init(SDL_INIT_VIDEO) == 0 else { throw WindowError() }
      let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
      guard
        let window = SDL_CreateWindow(
          title, linecaster_sdl_anywhere, linecaster_sdl_anywhere, Self.length(size.width),
          Self.length(size.height), flags)
      else { throw WindowError() }
      let wanted =
        isAccelerated
        ? SDL_RENDERER_ACCELERATED.rawValue | SDL_RENDERER_PRESENTVSYNC.rawValue
        : SDL_RENDERER_SOFTWARE.rawValue
      guard
        let renderer = SDL_CreateRenderer(window, -1, wanted)
          ?? SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue)
      else {
        let error = WindowError()
        SDL_DestroyWindow(window)
        throw error
      }
      self.window = window
      self.renderer = renderer
      setGround()
    }

    /// Sets the colour of parts of the window that are not drawn yet, while it grows.
    private func setGround() {
      let color = backgroundColor
      linecaster_sdl_set_ground(
        window, UInt(color.red) << 16 | UInt(color.green) << 8 | UInt(color.blue))
    }

    isolated deinit {
      textState.freeCursors()
      SDL_DestroyRenderer(renderer)
      SDL_DestroyWindow(window)
    }

    /// The top left corner of the window on the screen, in layout points.
    public var origin: Point {
      var (x, y): (Int32, Int32) = (0, 0)
      SDL_GetWindowPosition(window, &x, &y)
      return Self.point(x, y)
    }

    /// The size of the window, in layout points.
    public var size: Size {
      var (width, height): (Int32, Int32) = (0, 0)
      SDL_GetWindowSize(window, &width, &height)
      return Size(width: Double(width), height: Double(height))
    }

    /// The number of device pixels per layout point.
    public var scale: PixelScale {
      var (width, height): (Int32, Int32) = (0, 0)
      SDL_GetRendererOutputSize(renderer, &width, &height)
      return PixelScale(Double(width) / max(1, size.width))
    }

    /// The time since the window was opened.
    public var now: Duration { start.duration(to: .now) }

    private static func length(_ points: Double) -> Int32 {
      Int32(Int(saturating: min(max(points, 1), 16_384)))
    }
  }

  /// The reason why a window cannot be opened.
  public struct WindowError: Error, CustomStringConvertible {
    /// The message from SDL.
    public let reason: String

    fileprivate init() {
      reason = String(cString: SDL_GetError())
    }

    /// The reason as a sentence.
    public var description: String { "Cannot open a window: \(reason)" }
  }

  // MARK: - Drawing

  extension SDLWindow {
    /// Stores pixels in SDL's memory.
    ///
    /// - Complexity: O(pixels).
    public func makeTexture(of pixels: Bitmap) -> Texture? {
      guard
        let handle = SDL_CreateTexture(
          renderer, linecaster_sdl_rgba, Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
          Int32(clamping: pixels.width), Int32(clamping: pixels.height))
      else { return nil }
      let isMultiplied = SDL_SetTextureBlendMode(handle, linecaster_sdl_premultiplied()) == 0
      if !isMultiplied { SDL_SetTextureBlendMode(handle, SDL_BLENDMODE_BLEND) }
      let texture = Texture(handle, isMultiplied: isMultiplied)
      upload(
        pixels, to: texture,
        SDL_Rect(x: 0, y: 0, w: Int32(clamping: pixels.width), h: Int32(clamping: pixels.height)))
      return texture
    }

    /// Uploads the changed pixels.
    ///
    /// - Complexity: O(changed pixels).
    public func change(_ texture: Texture, to pixels: Bitmap, in changes: [PixelRect]) {
      for rect in changes {
        let part = pixels.cropped(
          x: rect.left, y: rect.top, width: rect.width, height: rect.height)
        upload(
          part, to: texture,
          SDL_Rect(
            x: Int32(clamping: rect.left), y: Int32(clamping: rect.top),
            w: Int32(clamping: part.width), h: Int32(clamping: part.height)))
      }
    }

    /// Uploads a part of a texture, for example of a page of glyphs.
    ///
    /// - Complexity: O(pixels of the part).
    public func change(_ page: Texture, to part: Bitmap, at rect: PixelRect) {
      upload(
        part, to: page,
        SDL_Rect(
          x: Int32(clamping: rect.left), y: Int32(clamping: rect.top),
          w: Int32(clamping: part.width), h: Int32(clamping: part.height)))
    }

    private func upload(_ pixels: Bitmap, to texture: Texture, _ rect: SDL_Rect) {
      var rect = rect
      // SDL copies the bytes before it returns.
      let bytes = texture.isMultiplied ? pixels.pixels : StraightAlpha.straight(pixels.pixels)
      bytes.withUnsafeBytes { bytes in
        _ = SDL_UpdateTexture(
          texture.handle, &rect, bytes.baseAddress, Int32(clamping: pixels.width * 4))
      }
    }

    /// Draws a whole texture at a position.
    public func draw(_ texture: Texture, _ quad: SurfaceQuad) {
      let opacity = UInt8(saturating: (min(max(quad.opacity, 0), 1) * 255).rounded())
      SDL_SetTextureAlphaMod(texture.handle, opacity)
      // Premultiplied colours are also multiplied by the opacity.
      let level = texture.isMultiplied ? opacity : 255
      SDL_SetTextureColorMod(texture.handle, level, level, level)
      if let frame = quad.frame {
        var target = SDL_FRect(
          x: Float(frame.minX), y: Float(frame.minY), w: Float(frame.width),
          h: Float(frame.height))
        SDL_RenderCopyF(renderer, texture.handle, nil, &target)
        return
      }
      let corners = [
        (quad.topLeft, 0, 0), (quad.topRight, 1, 0), (quad.bottomLeft, 0, 1),
        (quad.bottomRight, 1, 1),
      ]
      let vertices = corners.map { point, u, v in
        SDL_Vertex(
          position: SDL_FPoint(x: Float(point.x), y: Float(point.y)),
          color: SDL_Color(r: level, g: level, b: level, a: opacity),
          tex_coord: SDL_FPoint(x: Float(u), y: Float(v)))
      }
      SDL_RenderGeometry(renderer, texture.handle, vertices, 4, [0, 1, 2, 1, 3, 2], 6)
    }

    /// Draws glyphs from a page, as triangles.
    ///
    /// - Complexity: O(vertices).
    public func draw(_ vertices: [GlyphVertex], from page: Texture) {
      SDL_SetTextureAlphaMod(page.handle, 255)
      SDL_SetTextureColorMod(page.handle, 255, 255, 255)
      let corners = page.isMultiplied ? vertices : vertices.map(\.straight)
      let count = vertices.count / 4 * 6
      if quadIndices.count < count {
        quadIndices = AtlasDrawing.indices(quadCount: vertices.count / 2)
      }
      corners.withUnsafeBytes { bytes in
        // A vertex has the memory layout of an SDL vertex; SDL reads it before it returns.
        let first = bytes.bindMemory(to: SDL_Vertex.self).baseAddress
        _ = SDL_RenderGeometry(
          renderer, page.handle, first, Int32(clamping: corners.count), quadIndices,
          Int32(clamping: count))
      }
    }

    /// Fills a rectangle.
    public func fill(_ rect: Rect, with color: Color) {
      SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
      SDL_SetRenderDrawColor(renderer, color.red, color.green, color.blue, color.alpha)
      var target = SDL_FRect(
        x: Float(rect.minX), y: Float(rect.minY), w: Float(rect.width), h: Float(rect.height))
      SDL_RenderFillRectF(renderer, &target)
    }

    /// Clips all further drawing to a rectangle; `nil` removes the clip.
    public func clip(to rect: Rect?) {
      guard let rect else {
        SDL_RenderSetClipRect(renderer, nil)
        return
      }
      let (left, top) = (rect.minX.rounded(), rect.minY.rounded())
      var clip = SDL_Rect(
        x: Int32(saturating: left), y: Int32(saturating: top),
        w: Int32(saturating: rect.maxX.rounded() - left),
        h: Int32(saturating: rect.maxY.rounded() - top))
      SDL_RenderSetClipRect(renderer, &clip)
    }

    /// Frees a texture.
    public func drop(_ texture: Texture) { SDL_DestroyTexture(texture.handle) }
  }

  extension GlyphVertex {
    /// The vertex with straight alpha.
    fileprivate var straight: GlyphVertex {
      var vertex = self
      vertex.red = StraightAlpha.straight(red, alpha: alpha)
      vertex.green = StraightAlpha.straight(green, alpha: alpha)
      vertex.blue = StraightAlpha.straight(blue, alpha: alpha)
      return vertex
    }
  }
#endif
