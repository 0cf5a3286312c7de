import CTerminalGuard
import Dispatch
import Glibc

/// Input and signals of the process, read on the main queue without ever waiting.
@MainActor
public final class TerminalSource: EventSource {
  /// The signals that are caught while the source delivers.
  private static let signals = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT]
  private static let chunk = 65_536

  private var sources: [any DispatchSourceRead] = []
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
    watch(input) { $0.readInput() }
    watch(tui_signals_descriptor()) { $0.readSignals() }
  }

  /// Gives signals their default actions back.
  public func stop() {
    for source in sources { source.cancel() }
    sources = []
    deliver = nil
    for number in Self.signals { tui_signals_release(number) }
    signal(SIGPIPE, SIG_DFL)
  }

  /// Stops the process as the terminal's Ctrl-Z would.
  public func stopProcess() {
    tui_signals_release(SIGTSTP)
    raise(SIGTSTP)
    _ = tui_signals_catch(SIGTSTP)
    // The caller knows that we are back.
    _ = tui_signals_take(SIGCONT)
  }

  private func watch(_ descriptor: Int32, _ read: @escaping @MainActor (TerminalSource) -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      // Sound: the source's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated { if let self { read(self) } }
    }
    source.activate()
    sources.append(source)
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
    sources.first?.cancel()
    deliver?(.endOfInput)
  }

  private func readSignals() {
    var count: UInt64 = 0
    _ = read(tui_signals_descriptor(), &count, MemoryLayout<UInt64>.size)
    for number in Self.signals where tui_signals_take(number) != 0 { deliver?(.signal(number)) }
  }
}
