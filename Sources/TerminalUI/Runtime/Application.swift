import CTerminalUIGuard
import DocketLocking
import Foundation

/// Runs a full-screen program: delivers events to a scene, and draws at most one frame in each turn of the run loop.
///
/// While nothing happens, nothing runs.
@MainActor
public final class Application {
  /// Where frames are shown.
  public let screen: any Screen
  /// The time, and the calls that come later.
  public let clock: any EventClock
  /// Why the application ended; nil while it runs.
  public private(set) var exitReason: ExitReason?

  private let scene: any Scene
  private let source: any EventSource
  private let painter: Painter
  private let children: ChildRunner
  private let escapeDelay: Duration
  private var reader: InputReader?
  /// Whether the scene was told to exit, and does so when it has saved.
  private var isLeaving = false
  private var isTurnScheduled = false
  /// Whether the main loop runs jobs and takes the turn after them; elsewhere a turn is a task of its own.
  private var isInMainLoop = false
  private var needsDisplay = false
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []

  /// Creates an application; nothing is shown before it starts.
  ///
  /// - Parameter escapeDelay: How long Escape waits for the rest of a sequence; nil for the usual 25 ms.
  public init(
    scene: any Scene, screen: any Screen, source: any EventSource, clock: any EventClock = DispatchClock(),
    launcher: any ChildLauncher = ProcessLauncher(), escapeDelay: Duration? = nil
  ) {
    self.scene = scene
    self.screen = screen
    self.source = source
    self.clock = clock
    self.escapeDelay = escapeDelay ?? InputReader.escapeDelay
    painter = Painter(screen: screen)
    children = ChildRunner(launcher: launcher, clock: clock)
  }

  // MARK: - Running

  /// Runs a scene on the terminal of standard input and output.
  ///
  /// - Parameters:
  ///   - title: The window's title meanwhile, on terminals that can restore their own; nil leaves the title alone.
  ///   - links: Whether links are links of the terminal; ``CellLine/link(_:to:)`` makes them.
  ///   - environment: Where `TERM`, `NO_COLOR`, `ESCDELAY`, ``AmbiguousWidth/variable`` and what tells terminals apart are
  ///     read.
  /// - Throws: ``ScreenError`` if there is no terminal; nothing was written then.
  /// - Returns: Why it ended; ``ExitReason/endProcess()`` tells the parent process.
  public static func run(
    _ scene: any Scene, features: TerminalFeatures = [], title: StaticString? = nil, links: LinkRule = .automatic,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ScreenError) -> ExitReason {
    let screen = try CursesScreen(environment: environment, features: features, title: title, links: links)
    let escapeDelay = InputReader.escapeDelay(in: environment)
    let source = TerminalSource(output: screen.queue)
    return Application(scene: scene, screen: screen, source: source, escapeDelay: escapeDelay).run()
  }

  /// Runs on the main thread's run loop until ``exit(_:)``.
  ///
  /// Call it from a synchronous `main`: then the main actor stays on the main thread, and its tasks run between
  /// events. From then on the thread has short slices of the processor, as far as the kernel has them (Linux 6.12).
  ///
  /// - Returns: Why it ended; the terminal has been restored.
  public func run() -> ExitReason {
    // The person waits for this thread: it should not queue behind the workers that it wakes. A failure costs only time.
    _ = tui_ask_for_short_slices()
    start()
    let meter = StallMeter.shared
    let observer = meter?.watchMainRunLoop()
    defer { withExtendedLifetime(observer) { meter?.write() } }
    // A turn of the run loop ends after it handled something, so the reason is checked after each.
    while true {
      if let exitReason { return exitReason }
      if source.waitForEvents() {
        meter?.beginTurn()
        runJobs()
      } else {
        _ = RunLoop.main.run(mode: .default, before: .distantFuture)
      }
      meter?.endTurn()
    }
  }

  /// Delivers input, runs the jobs of the main queue, and shows what they changed.
  ///
  /// As a task the turn would be a job too, and wait until the run loop has woken up once more for it.
  private func runJobs() {
    isInMainLoop = true
    source.deliverInput()
    let wasDue = isTurnDue
    runWaitingJobs()
    // A background change reports in two jobs, first what is different, then that it was saved: one frame for both.
    if isTurnDue, !wasDue { runWaitingJobs() }
    isInMainLoop = false
    if isTurnDue { turn() }
  }

  private func runWaitingJobs() {
    if source.hasWaitingJobs { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
  }

  private var isTurnDue: Bool { isTurnScheduled || !Invalidations.shared.isEmpty }

  /// Shows the first frame and begins to take events; for tests, which have a run loop already.
  public func start() {
    reader = InputReader(
      keyStrings: screen.keyStrings, clock: clock, escapeDelay: escapeDelay,
      readWaiting: { [weak source] in source?.readWaiting() ?? [] }, deliver: { [weak self] in self?.handle($0) })
    screen.onReady = { [weak self] in self?.scheduleTurn() }
    source.start { [weak self] in self?.receive($0) }
    scene.start(in: self)
    needsDisplay = true
    turn()
  }

  /// Ends the application: the terminal is restored, and ``run()`` returns.
  public func exit(_ reason: ExitReason = .quit(status: 0)) {
    guard exitReason == nil else { return }
    exitReason = reason
    reader?.stop()
    screen.onReady = nil
    // Before signals get their default actions back: a second one must not leave the terminal half restored.
    screen.close()
    source.stop()
    resumeIdleWaiters()
  }

  /// Asks for a frame at the end of this turn of the run loop; calling it often costs nothing.
  public func setNeedsDisplay() {
    needsDisplay = true
    scheduleTurn()
  }

  /// The reports asked of the terminal; can be changed at any time.
  public var features: TerminalFeatures {
    get { screen.features }
    set { screen.features = newValue }
  }

  /// Copies a text to the terminal's clipboard, if it has one and lets programs use it.
  ///
  /// - Returns: Whether the text was sent; false if it is longer than some ten thousand characters.
  public func copy(_ text: String) -> Bool { screen.copy(text) }

  /// Whether each frame is compared with a fresh drawing, and a difference is fatal; true in debug builds.
  public var checksDrawing: Bool {
    get { painter.isChecking }
    set { painter.isChecking = newValue }
  }

  // MARK: - Events

  /// Handles events as if they had come from the terminal.
  public func handle(_ events: [Event]) {
    for event in events {
      guard exitReason == nil else { return }
      guard let event = event.within(screen.size) else { continue }
      StallMeter.during(event.shortName) { scene.handle(event) }
    }
    if !events.isEmpty { setNeedsDisplay() }
  }

  private func receive(_ event: SourceEvent) {
    guard exitReason == nil else { return }
    switch event {
    case .bytes(let bytes): reader?.read(bytes)
    case .endOfInput: leave(.hangUp)
    case .signal(SIGWINCH): resized()
    case .signal(SIGTSTP): suspend()
    // Another process stopped us, and the shell has had the terminal meanwhile.
    case .signal(SIGCONT): if !children.isRunning { resumeScreen() }
    // Sent by mistake, they must not cost what was typed.
    case .signal(SIGUSR1), .signal(SIGUSR2): break
    case .signal(let number): leave(.signal(number))
    }
  }

  private func leave(_ reason: ExitReason) {
    if children.isRunning { return children.end(because: reason) }
    if scene.shouldExit(reason) { exit(reason) } else { isLeaving = true }
  }

  private func resized() {
    guard !children.isRunning else { return }
    screen.updateSize()
    sizeMayHaveChanged()
  }

  private func sizeMayHaveChanged() {
    painter.forget()
    handle([.resize(screen.size)])
  }

  // MARK: - Suspending and child programs

  /// Gives the terminal to the shell and stops the process until it is continued.
  public func suspend() {
    guard exitReason == nil, !children.isRunning else { return }
    screen.suspend()
    source.stopProcess()
    if source.isInForeground { resumeScreen() } else { resumeScreenLater() }
  }

  /// Gives the terminal to a program until that ends; everything else goes on meanwhile.
  ///
  /// Ctrl-C and Ctrl-\ in it are its own business; Ctrl-Z stops both. A signal that ends us ends it first.
  ///
  /// - Throws: ``ChildError`` if it did not get the terminal.
  public func run(_ program: ChildProgram) async throws(ChildError) -> ChildEnding {
    try checkTerminalIsFree()
    screen.suspend()
    source.suspend()
    defer { resumeTerminal() }
    return try await children.run(program)
  }

  /// - Throws: ``ChildError/noTerminal`` if another program has the terminal, or the application has ended.
  func checkTerminalIsFree() throws(ChildError) {
    guard exitReason == nil, !children.isRunning else { throw .noTerminal }
  }

  private func resumeTerminal() {
    source.resume()
    resumeScreen()
    if let reason = children.takeReasonToLeave() { leave(reason) }
  }

  private func resumeScreen() {
    guard exitReason == nil else { return }
    screen.resume()
    reader?.reset()
    sizeMayHaveChanged()
  }

  /// Takes the screen after a continue in the background, perhaps only to be ended by the next signal.
  ///
  /// A process that takes the shell's terminal at once is stopped until it is in the foreground.
  private func resumeScreenLater() {
    _ = clock.schedule(after: .milliseconds(100)) { [weak self] in
      if let self, !isLeaving { resumeScreen() }
    }
  }

  // MARK: - Turns of the run loop

  /// Returns when every event so far has been handled and shown; for tests.
  public func idle() async {
    guard !isIdle else { return }
    await withCheckedContinuation { waiter in
      idleWaiters.append(waiter)
      scheduleTurn()
    }
  }

  private var isIdle: Bool {
    exitReason != nil || !isTurnScheduled && !needsDisplay && Invalidations.shared.isEmpty
  }

  private func scheduleTurn() {
    guard !isTurnScheduled, exitReason == nil else { return }
    isTurnScheduled = true
    if !isInMainLoop { Task { self.turn() } }
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
      try StallMeter.during("draw") { () throws(ScreenError) in try painter.paint(scene) }
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

extension Event {
  /// What the stall meter calls it; of a paste only that it was one.
  fileprivate var shortName: String {
    switch self {
    case .key(let key): "key \(key)"
    case .paste: "paste"
    case .mouse: "mouse"
    case .resize: "resize"
    case .focus: "focus"
    }
  }
}
