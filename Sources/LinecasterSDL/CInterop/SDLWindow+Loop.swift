#if SDL
  import CSDL2
  import Dispatch
  import Foundation
  import LinecasterBase
  public import LinecasterList
  public import LinecasterSurface

  extension SDLWindow {
    /// Shows a list, or screens, until the window is closed: passes on input, runs the main actor's
    /// work, draws and presents frames.
    ///
    /// The loop sleeps while nothing happens, and draws only if something has changed or moves.
    /// Events, work for the main actor, timers of `RunLoop.main` and arrivals in the mailbox wake
    /// it; `wake()` does so for anything else.
    ///
    /// The back button of a pointer, alt with the left arrow or backspace, and the back key of a
    /// keyboard are `SurfaceKey.back`.
    ///
    /// - Parameters:
    ///   - host: The host of the list or the screens in this window.
    ///   - fields: Text inputs on this window, in front of the content; they come first for input
    ///     they answer to.
    ///   - mailbox: The mailbox of lists with manual delivery; the loop drains it.
    ///   - frame: Called in each turn of the loop, before it draws: after events and work, and at
    ///     least four times a second.
    public func run(
      _ host: some SurfaceContent<SDLWindow>, fields: [TextInputHost<SDLWindow>] = [],
      mailbox: DeliveryMailbox? = nil, frame: @MainActor () -> Void = {}
    ) {
      host.size = listSize
      let events = EventSource(of: self)
      mailbox?.onArrival { [weak self] in self?.wake() }
      defer {
        events?.cancel()
        mailbox?.onArrival(nil)
      }
      var pace = FramePace(interval: frameInterval)
      while isOpen {
        if deliverEvents(to: host, fields: fields) { pace.eventsCame(at: now) }
        if pace.returnsMemory(at: now) { FreeMemory.returnToSystemSoon() }
        // Runs work and timers that are due; it does not wait.
        let timer = RunLoop.main.limitDate(forMode: .default) ?? .distantFuture
        mailbox?.drain()
        frame()
        let next = pace.next(after: nextFrame(host, fields), at: now)
        if let next, next <= now, !host.holdsFrame(at: now) {
          pace.frameBegins(at: now)
          draw(host, fields)
          SDL_RenderPresent(renderer)
        } else {
          let poll =
            now
            + pace.pollInterval(
              hearsEvents: events != nil,
              isWriting: (fields + host.fields).contains(where: \.isFocused), at: now)
          // A frame that is held comes soon.
          let wanted = next.map { max($0, now + .milliseconds(2)) } ?? poll
          let end = Date(timeIntervalSinceNow: (min(wanted, poll) - now) / .seconds(1))
          _ = RunLoop.main.run(mode: .default, before: min(timer, end))
        }
      }
    }

    /// The options of a pipeline for lists in this window: its caches are limited by the display.
    ///
    /// Pixels of rows take at most those of three screens, layouts 4 MiB and sizes 2 MiB. Evicted
    /// rows are made again when the list is scrolled to them.
    public var pipelineOptions: PrecomputePipeline.Options {
      var options = PrecomputePipeline.Options()
      (options.arrangementCacheBytes, options.sizeCacheBytes) = (4 << 20, 2 << 20)
      var mode = SDL_DisplayMode()
      guard SDL_GetCurrentDisplayMode(max(0, SDL_GetWindowDisplayIndex(window)), &mode) == 0,
        mode.w > 0, mode.h > 0
      else { return options }
      let pixels = Double(mode.w) * Double(mode.h) * scale.factor * scale.factor
      options.imageCacheBytes = min(options.imageCacheBytes, Int(saturating: 3 * pixels * 4))
      return options
    }

    /// Makes the loop take another turn, from any thread: it calls `frame`, and draws if something
    /// has changed.
    nonisolated public func wake() { DispatchQueue.main.async {} }

    /// The time of the next frame; `nil` if only events change what is seen.
    private func nextFrame(
      _ host: some SurfaceContent<SDLWindow>, _ fields: [TextInputHost<SDLWindow>]
    ) -> Duration? {
      if isOutdated { return now }
      return (fields.map(\.nextFrame) + [host.nextFrame]).compactMap(\.self).min()
    }

    /// The least time between frames: that of the display, unless presenting waits for it.
    private var frameInterval: Duration {
      var info = SDL_RendererInfo()
      SDL_GetRendererInfo(renderer, &info)
      guard info.flags & SDL_RENDERER_PRESENTVSYNC.rawValue == 0 else { return .milliseconds(4) }
      var mode = SDL_DisplayMode()
      let display = SDL_GetWindowDisplayIndex(window)
      guard SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else {
        return .seconds(1) / 60
      }
      return .seconds(1) / Double(min(max(mode.refresh_rate, 30), 240))
    }

    /// The size of the list.
    var listSize: Size {
      Size(
        width: max(0, size.width - listInsets.right),
        height: max(0, size.height - listInsets.bottom))
    }

    /// Draws a frame.
    private func draw(
      _ host: some SurfaceContent<SDLWindow>, _ fields: [TextInputHost<SDLWindow>]
    ) {
      isOutdated = false
      host.draw(at: now)
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
      for field in fields { field.draw(at: now) }
    }
  }

  /// Wakes the main queue when the display server has sent something.
  @MainActor
  private struct EventSource {
    private let source: any DispatchSourceRead

    /// `nil` if the display has no connection to wait for.
    init?(of window: SDLWindow) {
      let connection = linecaster_sdl_connection(window.window)
      guard connection >= 0 else { return nil }
      source = DispatchSource.makeReadSource(fileDescriptor: connection, queue: .main)
      // Reads everything, so the source does not fire again for it.
      source.setEventHandler { SDL_PumpEvents() }
      source.resume()
    }

    func cancel() { source.cancel() }
  }

  /// The times of frames and of polls: a value without a clock.
  struct FramePace: Sendable {
    /// The least time between the beginnings of two frames.
    let interval: Duration
    private var lastFrame: Duration?
    private var lastEvents: Duration?
    /// The time at which memory was last returned, or at which there was none to return.
    private var lastReturn = Duration.zero
    private var isDue = true

    /// Creates the pace of a new window, whose first frame is due.
    init(interval: Duration) { self.interval = interval }

    /// Notes that events were delivered, whose effects must be drawn.
    mutating func eventsCame(at time: Duration) {
      isDue = true
      lastEvents = time
    }

    /// Notes that a frame begins.
    mutating func frameBegins(at time: Duration) {
      isDue = false
      lastFrame = time
    }

    /// Returns the time of the next frame; `nil` for none.
    ///
    /// - Parameter wanted: The time at which something changes; `nil` if nothing does.
    func next(after wanted: Duration?, at time: Duration) -> Duration? {
      guard let wanted = isDue ? time : wanted else { return nil }
      return lastFrame.map { max(wanted, $0 + interval) } ?? wanted
    }

    /// Returns whether freed memory returns to the system now: two seconds after the last event or
    /// frame, and every five seconds while they go on. Evicted rows leave gaps between those that
    /// are kept, which the allocator does not return by itself.
    mutating func returnsMemory(at time: Duration) -> Bool {
      let last = max(lastFrame ?? .zero, lastEvents ?? .zero)
      guard last > lastReturn else {
        lastReturn = time
        return false
      }
      let isDue = time - last >= .seconds(2) || time - lastReturn >= .seconds(5)
      if isDue { lastReturn = time }
      return isDue
    }

    /// Returns the longest time between two checks for events: short if nothing reports them, and
    /// after keys, since input methods answer on a connection of their own. Signals that close the
    /// window wait for a check too.
    func pollInterval(hearsEvents: Bool, isWriting: Bool, at time: Duration) -> Duration {
      guard hearsEvents else { return .milliseconds(10) }
      let isRecent = lastEvents.map { time - $0 < .milliseconds(500) } ?? false
      return isWriting ? .milliseconds(isRecent ? 10 : 100) : .milliseconds(250)
    }
  }
#endif
