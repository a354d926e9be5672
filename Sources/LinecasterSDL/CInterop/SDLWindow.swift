#if SDL
  import CSDL2
  import Foundation
  public import LinecasterBase
  public import LinecasterRaster
  public import LinecasterSurface

  /// An SDL 2 window that shows a list by a `SurfaceHost`, or screens by a `SurfaceScreenHost`.
  ///
  /// All calls are on the main actor; the loop of `run(_:fields:frame:)` runs the main actor's
  /// work. The examples `Messenger` and `SeedsWindow` use a window.
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

    /// Whether the window is open; false after it was closed.
    public private(set) var isOpen = true
    /// Called if the window's size or scale changes.
    public var onResize: (@MainActor (Size, PixelScale) -> Void)?
    /// Called with keys that neither a field nor the list handles, by their SDL names.
    public var onKey: (@MainActor (String) -> Void)?
    /// The space at the right and bottom edges that the list leaves free, for example for a field.
    public var listInsets = Insets(all: 0)
    /// The background colour outside of the list and the fields.
    public var backgroundColor = Color.white

    // Both are created and destroyed once, here, and used on the main actor only.
    private let window: OpaquePointer
    private let renderer: OpaquePointer
    private let start = ContinuousClock.now
    /// The vertex indices of glyph quads, as many as were drawn at once.
    private var quadIndices: [Int32] = []
    /// The first finger that is down.
    private var heardFinger: SDL_FingerID?
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

  // MARK: - The loop

  extension SDLWindow {
    /// Shows a list or screens until the window is closed. In each frame, it delivers input, runs
    /// the main actor's work, draws and presents.
    ///
    /// The back button of a pointer, the back key of a keyboard, and alt with the left arrow or
    /// backspace are delivered as `SurfaceKey.back`.
    ///
    /// - Parameters:
    ///   - host: The host of the list or the screens in this window.
    ///   - fields: The text inputs in front of the content, which receive the input that they
    ///     handle before the content does.
    ///   - frame: Called before each frame.
    public func run(
      _ host: some SurfaceContent<SDLWindow>, fields: [TextInputHost<SDLWindow>] = [],
      frame: @MainActor () -> Void = {}
    ) {
      host.size = listSize
      while isOpen {
        deliverEvents(to: host, fields: fields)
        // Finished rows, timers and tasks of the main actor run here, for a part of a frame.
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.004))
        frame()
        let goesOn = draw(host, fields)
        SDL_RenderPresent(renderer)
        if !goesOn {
          _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.008))
        }
      }
    }

    /// The size of the list.
    private var listSize: Size {
      Size(
        width: max(0, size.width - listInsets.right),
        height: max(0, size.height - listInsets.bottom))
    }

    /// Draws a frame; returns whether the next one differs without any event.
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
            height: rect.height * factor), with: backgroundColor)
      }
      for field in fields where field.draw(at: now) { goesOn = true }
      return goesOn
    }

    /// Delivers pending input: to text inputs if they handle it, otherwise to the list.
    public func deliverEvents(
      to host: some SurfaceContent<SDLWindow>, fields: [TextInputHost<SDLWindow>] = []
    ) {
      var event = SDL_Event()
      while SDL_PollEvent(&event) != 0 {
        guard isHeard(event), !(goesBack(event) && host.key(.back, time: now)),
          isOfPrimaryButton(event)
        else { continue }
        // Each screen has its own fields.
        let fields = fields + host.fields
        if !deliver(event, to: fields) { deliver(event, to: host) }
        // Fingers move no pointer.
        if SDL_EventType(event.type) == SDL_MOUSEMOTION, event.motion.which != UInt32.max {
          show(pointerShape(at: Self.point(event.motion.x, event.motion.y), host, fields))
        }
      }
      updateInputMethods(of: fields + host.fields)
    }

    /// Whether to deliver an event: presses and releases count for the primary button only.
    private func isOfPrimaryButton(_ event: SDL_Event) -> Bool {
      switch SDL_EventType(event.type) {
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
        Int32(event.button.button) == SDL_BUTTON_LEFT
      default: true
      }
    }

    /// The shape of a pointer that rests at a point.
    private func pointerShape(
      at point: Point, _ host: some SurfaceContent<SDLWindow>,
      _ fields: [TextInputHost<SDLWindow>]
    ) -> PointerShape {
      if fields.contains(where: { $0.contains(point) }) { return .beam }
      return isInList(point) && host.isInteractive(at: point) ? .hand : .arrow
    }

    /// Whether an event asks to go back.
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

    /// Whether to handle an event: while a finger is down, other fingers and the pointer are
    /// ignored.
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
        // Losing the focus ends the finger's input.
        if SDL_WindowEventID(UInt32(event.window.event)) == SDL_WINDOWEVENT_FOCUS_LOST {
          heardFinger = nil
        }
        return true
      default: return true
      }
    }

    private func deliver(_ event: SDL_Event, to host: some SurfaceContent<SDLWindow>) {
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
        host.pointerMoved(to: Self.point(event.motion.x, event.motion.y), time: now)
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

    /// Returns the scroll distance of a wheel event, in layout points.
    static func distance(_ event: SDL_MouseWheelEvent) -> Double { -Double(event.preciseY) * 60 }

    func finger(_ event: SDL_TouchFingerEvent) -> Point {
      Point(x: Double(event.x) * size.width, y: Double(event.y) * size.height)
    }
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
