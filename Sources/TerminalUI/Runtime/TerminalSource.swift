import CTerminalGuard
import Dispatch
import Glibc

/// Input and signals of the process, read on the main queue without ever waiting.
@MainActor
public final class TerminalSource: EventSource {
  /// The signals that are caught while the source delivers.
  private static let signals = [
    SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2,
  ]
  private static let chunk = 65_536

  private var inputSource: (any DispatchSourceRead)?
  private var signalSource: (any DispatchSourceRead)?
  private var hasEnded = false
  private var isLent = false
  /// What the keyboard sends to whoever has the terminal.
  private static let interrupts = [SIGINT, SIGQUIT, SIGTSTP, SIGCONT]
  private var deliver: (@MainActor (SourceEvent) -> Void)?
  /// A description of our own, if there can be one, so that not waiting is not the shell's business.
  private let input: Int32

  /// Creates a source; nothing is caught before it starts.
  public init() {
    let own = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    input = own >= 0 ? own : STDIN_FILENO
  }

  /// Catches signals and begins to read.
  public func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void) {
    self.deliver = deliver
    for number in Self.signals { _ = tui_signals_catch(number) }
    // Writing to a closed pipe is an error to handle, not a reason to die.
    signal(SIGPIPE, SIG_IGN)
    inputSource = watch(input) { $0.readInput() }
    signalSource = watch(tui_signals_descriptor()) { $0.readSignals() }
  }

  /// Gives signals their default actions back.
  public func stop() {
    inputSource?.cancel()
    signalSource?.cancel()
    (inputSource, signalSource) = (nil, nil)
    deliver = nil
    for number in Self.signals { tui_signals_release(number) }
    signal(SIGPIPE, SIG_DFL)
  }

  /// Stops the process as the terminal's Ctrl-Z would.
  public func stopProcess() {
    tui_signals_stop()
    // The caller knows that we are back.
    _ = tui_signals_take(SIGCONT)
    readSignals()
  }

  /// Whether our process group is the terminal's.
  public var isInForeground: Bool { tcgetpgrp(input) == getpgrp() }

  /// Reads no more; Ctrl-Z stops us together with the other program.
  public func lend() {
    isLent = true
    inputSource?.cancel()
    inputSource = nil
    tui_signals_release(SIGTSTP)
  }

  /// Reads again.
  public func takeBack() {
    _ = tui_signals_catch(SIGTSTP)
    for number in Self.interrupts { _ = tui_signals_take(number) }
    isLent = false
    if !hasEnded { inputSource = watch(input) { $0.readInput() } }
  }

  private func watch(
    _ descriptor: Int32, _ read: @escaping @MainActor (TerminalSource) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      // Sound: the source's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated { if let self { read(self) } }
    }
    source.activate()
    return source
  }

  private func readInput() {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, initialized in
      count = read(input, buffer.baseAddress, Self.chunk)
      initialized = max(0, count)
    }
    if count > 0 { return deliver?(.bytes(bytes)) ?? () }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    // Closed, or an error that stays: reading on would spin.
    hasEnded = true
    inputSource?.cancel()
    deliver?(.endOfInput)
  }

  private func readSignals() {
    var count: UInt64 = 0
    _ = read(tui_signals_descriptor(), &count, MemoryLayout<UInt64>.size)
    for number in Self.signals where tui_signals_take(number) != 0 {
      if !isLent || !Self.interrupts.contains(number) { deliver?(.signal(number)) }
    }
  }
}
