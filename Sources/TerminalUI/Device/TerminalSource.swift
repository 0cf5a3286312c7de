import CTerminalUIGuard
import Dispatch
import Glibc

/// The input and the signals of the process, read on the main queue when there is something to read.
///
/// Another process that reads the same terminal may be faster. Reading then waits for more only where the terminal
/// could not be opened again, as with another user's after `su`.
@MainActor
public final class TerminalSource: EventSource {
  /// The signals that the keyboard sends to whoever has the terminal.
  private static let interrupts = [SIGINT, SIGQUIT, SIGTSTP, SIGCONT]

  /// Where input is read into; kept, as it is long enough for a paste.
  private var chunk = [UInt8](repeating: 0, count: 65_536)
  private var deliver: (@MainActor (SourceEvent) -> Void)?
  private var inputSource: (any DispatchSourceRead)?
  private var signalSource: (any DispatchSourceRead)?
  private var hasEnded = false
  private var isSuspended = false
  /// Whether the main loop waits for input in ``waitForEvents()``; until then the main queue does.
  private var isWaitedFor = false
  private var hasInput = false
  private var takesOutput = false
  /// Where frames wait for the terminal; nil if somebody else looks after that.
  private let output: OutputQueue?
  /// A description of our own, if there can be one, so that not waiting is our business alone and not the shell's.
  private let own: OwnedDescriptor?
  private var input: Int32 { own?.number ?? STDIN_FILENO }

  /// Creates a source; no signal is caught before it starts.
  public convenience init() { self.init(output: nil) }

  /// Creates a source that also waits for the terminal to take the rest of a frame.
  init(output: OutputQueue?) {
    self.output = output
    let number = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    own = number >= 0 ? OwnedDescriptor(number) : nil
  }

  /// Catches signals and begins to read.
  public func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void) {
    self.deliver = deliver
    TerminalSignals.take()
    watchInput()
    signalSource = watch(tui_signals_descriptor()) { $0.readSignals() }
  }

  /// Restores what signals did before, and reads no more.
  public func stop() {
    inputSource?.cancel()
    signalSource?.cancel()
    (inputSource, signalSource) = (nil, nil)
    deliver = nil
    TerminalSignals.giveBack()
  }

  private var isReading: Bool { deliver != nil && !hasEnded && !isSuspended }

  private func watchInput() {
    if !isWaitedFor { inputSource = watch(input) { $0.readInput() } }
  }

  /// Waits for input, for the main queue, and for the terminal to take the rest of a frame.
  ///
  /// The queue would have a thread of its own watch the input, and wake this one: two threads awake for each key.
  public func waitForEvents() -> Bool {
    let queue = tui_main_queue_descriptor()
    guard queue >= 0 else { return false }
    if !isWaitedFor {
      isWaitedFor = true
      inputSource?.cancel()
      inputSource = nil
    }
    // A negative descriptor is left out.
    var wanted = [
      pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isReading ? input : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output?.descriptorToWaitFor() ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    // A signal interrupts it: what caught it makes the main queue run a job.
    let isReady = poll(&wanted, nfds_t(wanted.count), -1) > 0
    (hasInput, takesOutput) = (isReady && wanted[1].revents != 0, isReady && wanted[2].revents != 0)
    return true
  }

  /// Reads the input that was waited for, and goes on writing if the terminal takes more.
  public func deliverInput() {
    if takesOutput { output?.continueWriting() }
    if hasInput, isReading { readInput() }
    (hasInput, takesOutput) = (false, false)
  }

  /// One call of the system; the run loop makes ten to find that there are none.
  public var hasWaitingJobs: Bool { Self.canRead(tui_main_queue_descriptor()) }

  private static func canRead(_ descriptor: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1 && wanted.revents & Int16(POLLIN) != 0
  }

  private func watch(
    _ descriptor: Int32, _ read: @escaping @MainActor (TerminalSource) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self, own] in
      // Kept open until the queue has released the source.
      withExtendedLifetime(own) {}
      // Sound: the source's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated { if let self { read(self) } }
    }
    source.activate()
    return source
  }

  // MARK: - Input

  /// Reads the bytes that have come; none while another program has the terminal.
  public func readWaiting() -> [UInt8] {
    // Reading may wait where the terminal could not be opened again. The queue tells of the end of the input.
    guard isReading, Self.canRead(input) else { return [] }
    return readChunk().bytes
  }

  private func readInput() {
    let (bytes, failure) = readChunk()
    if !bytes.isEmpty { return deliver?(.bytes(bytes)) ?? () }
    if failure == EAGAIN || failure == EINTR { return }
    // Closed, or an error that stays: reading on would spin.
    hasEnded = true
    inputSource?.cancel()
    deliver?(.endOfInput)
  }

  /// - Returns: The bytes that came, and the error number if there were none; 0 at the end.
  private func readChunk() -> (bytes: [UInt8], failure: Int32) {
    let (count, failure) = chunk.withUnsafeMutableBytes { chunk in
      let count = read(input, chunk.baseAddress, chunk.count)
      return (count, count < 0 ? errno : 0)
    }
    return (Array(chunk[..<max(0, count)]), failure)
  }

  // MARK: - Other programs

  /// Whether our process group is the terminal's foreground group.
  public var isInForeground: Bool { tcgetpgrp(input) == getpgrp() }

  /// Stops the process as the terminal's Ctrl-Z would.
  public func stopProcess() {
    tui_signals_stop()
    // The caller knows that we were continued.
    _ = tui_signals_take(SIGCONT)
    readSignals()
  }

  /// Reads no more; Ctrl-Z stops us together with the other program.
  public func suspend() {
    isSuspended = true
    inputSource?.cancel()
    inputSource = nil
    tui_signals_release(SIGTSTP)
  }

  /// Reads again.
  public func resume() {
    _ = tui_signals_catch(SIGTSTP)
    for number in Self.interrupts { _ = tui_signals_take(number) }
    isSuspended = false
    if !hasEnded { watchInput() }
  }

  private func readSignals() {
    var count: UInt64 = 0
    _ = read(tui_signals_descriptor(), &count, MemoryLayout<UInt64>.size)
    for number in TerminalSignals.caught where tui_signals_take(number) != 0 {
      if !isSuspended || !Self.interrupts.contains(number) { deliver?(.signal(number)) }
    }
  }
}

/// What signals do while the terminal is ours.
///
/// They are caught before curses begins: curses takes over those that nobody has caught, and its handlers end the
/// process without restoring what we changed. Signals that come before a ``TerminalSource`` starts are delivered then.
enum TerminalSignals {
  /// The signals that are delivered.
  static let caught = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2]

  /// Catches them; doing it again changes nothing.
  static func take() {
    for number in caught { _ = tui_signals_catch(number) }
    // Writing to a closed pipe is an error to handle, not a reason to die.
    _ = tui_signals_ignore(SIGPIPE)
  }

  /// Restores what each did before; doing it again changes nothing.
  static func giveBack() { for number in caught + [SIGPIPE] { tui_signals_release(number) } }
}
