/// The loop of a full-screen program: events to a scene, and at most one frame for each turn of the run loop.
///
/// Nothing of it runs while nothing happens.
@MainActor
public final class Application {
  /// Where frames are shown.
  public let screen: any Screen
  /// Why it ended; nil while it runs.
  public private(set) var exitReason: ExitReason?

  /// What time it is, and what is to be done later.
  public let clock: any EventClock

  let painter: Painter
  let scene: any Scene
  let source: any EventSource
  let launcher: any ChildLauncher
  /// The program that has the terminal now.
  var child: (any RunningChild)?
  /// Why to leave as soon as that program has ended.
  var reasonAfterChild: ExitReason?
  /// Whether the scene knows that it must come to an end.
  var isLeaving = false
  private var reader: InputReader?
  private let escapeDelay: Duration
  private var isTurnScheduled = false
  private var needsDisplay = false
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []

  /// Creates an application; nothing is shown before it starts.
  ///
  /// - Parameters:
  ///   - scene: What is shown.
  ///   - screen: Where it is shown.
  ///   - source: Where events come from.
  ///   - clock: What measures the waits, after Escape for instance.
  ///   - launcher: What starts programs that get the terminal.
  ///   - escapeDelay: How long Escape waits for the rest of a sequence; nil for the usual 25 ms.
  public init(
    scene: any Scene, screen: any Screen, source: any EventSource, clock: any EventClock = DispatchClock(),
    launcher: any ChildLauncher = ProcessLauncher(), escapeDelay: Duration? = nil
  ) {
    self.scene = scene
    self.screen = screen
    self.source = source
    self.clock = clock
    self.launcher = launcher
    self.escapeDelay = escapeDelay ?? InputReader.patience
    painter = Painter(screen: screen)
  }

  /// Whether each frame is compared with one drawn anew, and a difference is fatal; true in debug builds.
  public var checksDrawing: Bool {
    get { painter.isChecking }
    set { painter.isChecking = newValue }
  }

  /// Shows the first frame and begins to take events; for tests, which have a run loop already.
  public func start() {
    reader = InputReader(
      keyStrings: screen.keyStrings, clock: clock, patience: escapeDelay,
      readWaiting: { [weak source] in source?.readWaiting() ?? [] }, deliver: { [weak self] in self?.handle($0) })
    screen.onReady = { [weak self] in self?.scheduleTurn() }
    source.start { [weak self] in self?.receive($0) }
    scene.start(in: self)
    needsDisplay = true
    turn()
  }

  /// Asks for a frame at the end of this turn of the run loop; asking often costs nothing.
  public func setNeedsDisplay() {
    needsDisplay = true
    scheduleTurn()
  }

  /// What is asked of the terminal besides text and keys; can be changed at any time.
  public var features: TerminalFeatures {
    get { screen.features }
    set { screen.features = newValue }
  }

  /// Puts a text on the clipboard of the terminal, if it has one and lets programs use it.
  ///
  /// - Returns: Whether the text was sent; not if it is longer than some ten thousand characters.
  public func copy(_ text: String) -> Bool { screen.copy(text) }

  /// Ends the application: the terminal is given back, and ``run()`` returns.
  public func exit(_ reason: ExitReason = .quit(status: 0)) {
    guard exitReason == nil else { return }
    exitReason = reason
    reader?.stop()
    screen.onReady = nil
    // Before the signals get their default actions back: a second one must not leave the terminal half restored.
    screen.close()
    source.stop()
    resumeIdleWaiters()
  }

  /// Gives the terminal to the shell and stops the process until it is continued.
  public func suspend() {
    guard exitReason == nil, child == nil else { return }
    screen.suspend()
    source.stopProcess()
    if source.isInForeground { takeScreenBack() } else { takeScreenBackSoon() }
  }

  /// Continued in the background, perhaps only to be ended by a signal that is still on its way.
  ///
  /// The terminal is the shell's. Who takes it all the same is stopped until it is brought to the foreground.
  private func takeScreenBackSoon() {
    _ = clock.schedule(after: .milliseconds(100)) { [weak self] in
      if let self, !isLeaving { takeScreenBack() }
    }
  }

  /// Returns when every event so far has been handled and shown; for tests.
  public func idle() async {
    guard !isIdle else { return }
    await withCheckedContinuation { waiter in
      idleWaiters.append(waiter)
      scheduleTurn()
    }
  }

  /// Handles events as if they had come from the terminal.
  public func handle(_ events: [Event]) {
    for event in events {
      guard exitReason == nil else { return }
      if let event = event.within(screen.size) { scene.handle(event) }
    }
    if !events.isEmpty { setNeedsDisplay() }
  }

  func takeScreenBack() {
    guard exitReason == nil else { return }
    screen.resume()
    reader?.reset()
    sizeMayHaveChanged()
  }

  func sizeMayHaveChanged() {
    painter.forget()
    handle([.resize(screen.size)])
  }

  func read(_ bytes: [UInt8]) { reader?.read(bytes) }

  private var isIdle: Bool {
    exitReason != nil || !isTurnScheduled && !needsDisplay && Invalidations.shared.isEmpty
  }

  private func scheduleTurn() {
    guard !isTurnScheduled, exitReason == nil else { return }
    isTurnScheduled = true
    Task { self.turn() }
  }

  private func turn() {
    isTurnScheduled = false
    Invalidations.shared.drain()
    displayIfPossible()
    if isIdle { resumeIdleWaiters() } else if !idleWaiters.isEmpty, screen.isReady { scheduleTurn() }
  }

  private func displayIfPossible() {
    guard needsDisplay, exitReason == nil, screen.isReady else { return }
    needsDisplay = false
    do {
      try painter.paint(scene)
    } catch {
      exit(.hangUp)
    }
  }

  private func resumeIdleWaiters() {
    let waiters = idleWaiters
    idleWaiters = []
    for waiter in waiters { waiter.resume() }
  }
}
