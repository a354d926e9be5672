#if SDL
  import CSDL2
  import Foundation
  public import LinecasterBase
  public import LinecasterRaster
  public import LinecasterSurface

  /// A window of SDL 2 that a list is shown in, by a `SurfaceHost`, or screens, by a
  /// `SurfaceScreenHost`; the examples `Messenger` and `SeedsWindow` are programs with one.
  ///
  /// All on the main actor, which the loop of `run(_:frame:)` serves.
  @MainActor
  public final class SDLWindow: GlyphSurface, ClippingSurface {
    /// Pixels that SDL keeps where it draws.
    public final class Texture {
      fileprivate let handle: OpaquePointer
      /// Whether colours are multiplied by their alpha; some renderers know only others.
      fileprivate let isMultiplied: Bool

      fileprivate init(_ handle: OpaquePointer, isMultiplied: Bool) {
        self.handle = handle
        self.isMultiplied = isMultiplied
      }
    }

    /// Whether nobody has closed it.
    public private(set) var isOpen = true
    /// Called where the window has another size, or stands on a screen of another scale.
    public var onResize: (@MainActor (Size, PixelScale) -> Void)?
    /// Called with keys that neither a field nor the list answers to, by the names that SDL has for
    /// them.
    public var onKey: (@MainActor (String) -> Void)?
    /// Room at the right and the bottom that the list leaves free, such as for a field.
    public var listInsets = Insets(all: 0)
    /// What is seen where neither the list nor a field is.
    public var ground = Color.white

    // Each of them is made and destroyed once, here, and used on the main actor only.
    private let window: OpaquePointer
    private let renderer: OpaquePointer
    private let start = ContinuousClock.now
    /// The corners of triangles, for as many quads of glyphs as were drawn at once.
    private var quadIndices: [Int32] = []
    /// The finger that is down, the first of several.
    private var heardFinger: SDL_FingerID?
    /// What has been told to input methods and the pointer.
    var textState = TextState()

    /// Opens a window.
    ///
    /// - Parameters:
    ///   - title: What stands above it.
    ///   - size: How large it is, in layout points.
    ///   - isAccelerated: Whether a graphics card draws, where there is one.
    /// - Throws: `WindowError` where the system opens none.
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
    }

    isolated deinit {
      textState.freeCursors()
      SDL_DestroyRenderer(renderer)
      SDL_DestroyWindow(window)
    }

    /// Where on the screen its top left corner is, in layout points.
    public var origin: Point {
      var (x, y): (Int32, Int32) = (0, 0)
      SDL_GetWindowPosition(window, &x, &y)
      return Self.point(x, y)
    }

    /// How large it is, in layout points.
    public var size: Size {
      var (width, height): (Int32, Int32) = (0, 0)
      SDL_GetWindowSize(window, &width, &height)
      return Size(width: Double(width), height: Double(height))
    }

    /// Device pixels a layout point.
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

  /// Why there is no window.
  public struct WindowError: Error, CustomStringConvertible {
    /// What SDL says.
    public let reason: String

    fileprivate init() {
      reason = String(cString: SDL_GetError())
    }

    /// The reason in a sentence.
    public var description: String { "No window can be opened: \(reason)" }
  }

  // MARK: - The loop

  extension SDLWindow {
    /// Shows a list, or screens, until the window is closed: hands on what the user does, lets
    /// finished rows in, draws and presents frame by frame.
    ///
    /// The button of a pointer that goes back, alt with the left arrow or backspace, and the key of
    /// keyboards that have one, are `SurfaceKey.back`.
    ///
    /// - Parameters:
    ///   - host: The host of the list or the screens, on this window.
    ///   - fields: Text inputs on this window, in front of what it shows; they come first with what
    ///     they answer to.
    ///   - frame: Called before each frame is drawn.
    public func run(
      _ host: some SurfaceContent<SDLWindow>, fields: [TextInputHost<SDLWindow>] = [],
      frame: @MainActor () -> Void = {}
    ) {
      host.size = listSize
      while isOpen {
        tellEvents(to: host, fields: fields)
        // Finished rows, timers and tasks of the main actor come in here, for a part of a frame.
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.004))
        frame()
        let goesOn = draw(host, fields)
        SDL_RenderPresent(renderer)
        if !goesOn {
          _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.008))
        }
      }
    }

    /// How large the list is.
    private var listSize: Size {
      Size(
        width: max(0, size.width - listInsets.right),
        height: max(0, size.height - listInsets.bottom))
    }

    /// Draws a frame; whether the next one will look different by itself.
    private func draw(
      _ host: some SurfaceContent<SDLWindow>, _ fields: [TextInputHost<SDLWindow>]
    ) -> Bool {
      var goesOn = host.draw(at: now)
      let (all, list, factor) = (size, listSize, scale.factor)
      let free = [
        Rect(x: list.width, y: 0, width: all.width - list.width, height: all.height),
        Rect(x: 0, y: list.height, width: all.width, height: all.height - list.height),
      ]
      for rect in free where rect.width > 0 && rect.height > 0 {
        fill(
          Rect(
            x: rect.minX * factor, y: rect.minY * factor, width: rect.width * factor,
            height: rect.height * factor), with: ground)
      }
      for field in fields where field.draw(at: now) { goesOn = true }
      return goesOn
    }

    /// Hands on what the user has done since it was last asked: to text inputs what they answer to,
    /// and to the list the rest.
    public func tellEvents(
      to host: some SurfaceContent<SDLWindow>, fields: [TextInputHost<SDLWindow>] = []
    ) {
      var event = SDL_Event()
      while SDL_PollEvent(&event) != 0 {
        guard isHeard(event), !(goesBack(event) && host.key(.back, time: now)) else { continue }
        // Another screen has others.
        if !tell(event, to: fields + host.fields) { tell(event, to: host) }
      }
      tellInputMethods(of: fields + host.fields)
    }

    /// Whether an event asks for the screen before.
    private func goesBack(_ event: SDL_Event) -> Bool {
      switch SDL_EventType(event.type) {
      case SDL_MOUSEBUTTONDOWN: return Int32(event.button.button) == SDL_BUTTON_X1
      case SDL_KEYDOWN:
        let key = event.key.keysym
        if key.sym == Int32(bitPattern: SDLK_AC_BACK.rawValue) { return true }
        let isHeld = UInt32(key.mod) & KMOD_ALT.rawValue != 0
        return isHeld && ["Left", "Backspace"].contains(String(cString: SDL_GetKeyName(key.sym)))
      default: return false
      }
    }

    /// Whether anybody hears of an event: not of other fingers, nor of the pointer, while a finger
    /// is down.
    private func isHeard(_ event: SDL_Event) -> Bool {
      switch SDL_EventType(event.type) {
      case SDL_FINGERDOWN:
        if heardFinger == nil { heardFinger = event.tfinger.fingerId }
        return event.tfinger.fingerId == heardFinger
      case SDL_FINGERMOTION: return event.tfinger.fingerId == heardFinger
      case SDL_FINGERUP:
        guard event.tfinger.fingerId == heardFinger else { return false }
        heardFinger = nil
        return true
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP, SDL_MOUSEMOTION: return heardFinger == nil
      case SDL_WINDOWEVENT:
        // Whoever has the screen now has the finger too.
        if SDL_WindowEventID(UInt32(event.window.event)) == SDL_WINDOWEVENT_FOCUS_LOST {
          heardFinger = nil
        }
        return true
      default: return true
      }
    }

    private func tell(_ event: SDL_Event, to host: some SurfaceContent<SDLWindow>) {
      switch SDL_EventType(event.type) {
      case SDL_QUIT: isOpen = false
      case SDL_WINDOWEVENT: windowDid(event.window, host)
      case SDL_MOUSEBUTTONDOWN where event.button.which != UInt32.max:
        let point = Self.point(event.button.x, event.button.y)
        if isInList(point) {
          host.pointerDown(
            at: point, scrolls: false, clicks: Int(event.button.clicks), time: now)
        }
      case SDL_MOUSEBUTTONUP where event.button.which != UInt32.max:
        _ = host.pointerUp(at: Self.point(event.button.x, event.button.y), time: now)
      case SDL_MOUSEMOTION where event.motion.which != UInt32.max:
        let point = Self.point(event.motion.x, event.motion.y)
        host.pointerMoved(to: point, time: now)
        if isInList(point) { show(host.answers(at: point) ? .hand : .arrow) }
      case SDL_MOUSEWHEEL:
        let point = Self.point(event.wheel.mouseX, event.wheel.mouseY)
        host.wheel(by: Self.distance(event.wheel), at: point, time: now)
      case SDL_FINGERDOWN:
        let point = finger(event.tfinger)
        if isInList(point) {
          host.pointerDown(at: point, scrolls: true, clicks: 1, time: now)
        }
      case SDL_FINGERMOTION: host.pointerMoved(to: finger(event.tfinger), time: now)
      case SDL_FINGERUP: _ = host.pointerUp(at: finger(event.tfinger), time: now)
      case SDL_KEYDOWN: keyDown(event.key.keysym, host)
      default: break
      }
    }

    private func isInList(_ point: Point) -> Bool {
      point.x < listSize.width && point.y < listSize.height
    }

    private func windowDid(_ event: SDL_WindowEvent, _ host: some SurfaceContent<SDLWindow>) {
      switch SDL_WindowEventID(UInt32(event.event)) {
      case SDL_WINDOWEVENT_SIZE_CHANGED:
        host.size = listSize
        onResize?(size, scale)
      case SDL_WINDOWEVENT_LEAVE, SDL_WINDOWEVENT_FOCUS_LOST: host.pointerLeft(time: now)
      default: break
      }
    }

    private func keyDown(_ key: SDL_Keysym, _ host: some SurfaceContent<SDLWindow>) {
      let name = String(cString: SDL_GetKeyName(key.sym))
      if UInt32(key.mod) & KMOD_CTRL.rawValue != 0 {
        switch name {
        case "A": _ = host.key(.selectAll, time: now)
        case "C": _ = host.copySelection(to: SDLClipboard())
        default: onKey?("Ctrl+\(name)")
        }
        return
      }
      let isShifted = UInt32(key.mod) & KMOD_SHIFT.rawValue != 0
      guard let known = Self.keys[isShifted ? "Shift+\(name)" : name] else {
        onKey?(name)
        return
      }
      _ = host.key(known, time: now)
    }

    private static let keys: [String: SurfaceKey] = [
      "Up": .up, "Down": .down, "PageUp": .pageUp, "PageDown": .pageDown, "Home": .home,
      "End": .end, "Tab": .tab, "Shift+Tab": .backTab, "Return": .activate, "Space": .activate,
      "Escape": .escape,
    ]

    static func point(_ x: Int32, _ y: Int32) -> Point {
      Point(x: Double(x), y: Double(y))
    }

    /// How far a wheel scrolls, in layout points.
    static func distance(_ event: SDL_MouseWheelEvent) -> Double { -Double(event.preciseY) * 60 }

    func finger(_ event: SDL_TouchFingerEvent) -> Point {
      Point(x: Double(event.x) * size.width, y: Double(event.y) * size.height)
    }
  }

  // MARK: - Drawing

  extension SDLWindow {
    /// Keeps pixels where SDL draws.
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

    /// Uploads what has changed.
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

    /// Uploads a part of a page of glyphs, or of any texture.
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

    /// Draws a texture.
    public func draw(_ texture: Texture, _ quad: SurfaceQuad) {
      let opacity = UInt8(saturating: (min(max(quad.opacity, 0), 1) * 255).rounded())
      SDL_SetTextureAlphaMod(texture.handle, opacity)
      // Colours that are multiplied by their alpha are so by the opacity too.
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

    /// Draws glyphs.
    public func draw(_ vertices: [GlyphVertex], from page: Texture) {
      SDL_SetTextureAlphaMod(page.handle, 255)
      SDL_SetTextureColorMod(page.handle, 255, 255, 255)
      let corners = page.isMultiplied ? vertices : vertices.map(\.straight)
      let count = vertices.count / 4 * 6
      if quadIndices.count < count {
        quadIndices = AtlasDrawing.indices(quadCount: vertices.count / 2)
      }
      corners.withUnsafeBytes { bytes in
        // A vertex has the bytes of one of SDL's, which reads them before it returns.
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

    /// Has what is drawn be seen in a rectangle only.
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

    /// Lets go of a texture.
    public func drop(_ texture: Texture) { SDL_DestroyTexture(texture.handle) }
  }

  extension GlyphVertex {
    /// The vertex with a colour that is not multiplied by its alpha.
    fileprivate var straight: GlyphVertex {
      var vertex = self
      vertex.red = StraightAlpha.straight(red, alpha: alpha)
      vertex.green = StraightAlpha.straight(green, alpha: alpha)
      vertex.blue = StraightAlpha.straight(blue, alpha: alpha)
      return vertex
    }
  }
#endif
