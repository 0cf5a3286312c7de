import Foundation

/// Carries connections from a port of this machine to a socket, and cuts, delays and truncates them at random.
///
/// Each connection has a thread and a random generator of its own, so that a seed and the order of the connections give
/// the same faults again.
final class CuttingProxy: Sendable {
  /// What happens to a connection.
  struct Fate {
    /// After how many bytes, both ways together, it is cut: what is beyond is not delivered; nil for never.
    var length: Int?
    /// Whether it is reset, and not closed.
    var isReset = false
    /// How long each piece waits, in milliseconds, and how long a piece is.
    var (delay, piece) = (Int32(0), 65_536)

    /// No fault.
    init() {}

    /// Half of them are cut: a few at once, most in the middle of something.
    init(_ random: inout SeededBytes) {
      let longest = 1 << Int.random(in: 4...17, using: &random)
      if Bool.random(using: &random) { length = Int.random(in: 0..<longest, using: &random) }
      isReset = Bool.random(using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        (delay, piece) = (Int32.random(in: 1...20, using: &random), Int.random(in: 1...4096, using: &random))
      }
    }
  }

  private struct State {
    var (seed, connections) = (UInt64(0), UInt64(0))
    /// Whether nobody is let through.
    var isClosed = false
    /// Whether nothing is carried, though connections are made and stay.
    var isSilent = false
    var hasFaults = true
    var isOver = false
  }

  /// The port of 127.0.0.1.
  let port: Int
  private let target: String
  private let state = Shared(State())

  /// - Parameter target: the path of a Unix socket.
  /// - Throws: `POSIXError` if there is no port.
  init(to target: String, seed: UInt64) throws {
    self.target = target
    state.withLock { $0.seed = seed }
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7F00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [state, target] in Self.accept(listener, target, state) }
  }

  deinit { state.withLock { $0.isOver = true } }

  /// How many connections there were.
  var connections: UInt64 { state.withLock { $0.connections } }

  /// Does harm again, to connections that are made from now on.
  func spoil() { state.withLock { $0.hasFaults = true } }

  /// Does no harm to connections that are made from now on, and lets them through.
  func heal() { state.withLock { ($0.hasFaults, $0.isClosed) = (false, false) } }

  /// Lets nobody through from now on, or lets them through again.
  func close(_ isClosed: Bool) { state.withLock { $0.isClosed = isClosed } }

  /// Carries nothing from now on, or goes on with it; nobody is cut off.
  func fallSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

  // MARK: - Connections

  private static func accept(_ listener: Int32, _ target: String, _ state: Shared<State>) {
    defer { Glibc.close(listener) }
    while !state.withLock({ $0.isOver }) {
      var wanted = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, 50) > 0 else { continue }
      // A child of the tests that had it too would keep it open when it is cut.
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { continue }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let (fate, isClosed) = state.withLock { state in
        state.connections += 1
        var random = SeededBytes(seed: state.seed &* 1_000_003 &+ state.connections)
        return (state.hasFaults ? Fate(&random) : Fate(), state.isClosed)
      }
      guard !isClosed, let server = connect(to: target) else {
        Glibc.close(client)
        continue
      }
      Thread.detachNewThread { carry(client, server, fate, state) }
    }
  }

  private static func connect(to path: String) -> Int32? {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    if isConnected { return server }
    Glibc.close(server)
    return nil
  }

  /// Carries bytes both ways until one side ends, the fate is fulfilled, or the proxy lets nobody through.
  private static func carry(_ client: Int32, _ server: Int32, _ fate: Fate, _ state: Shared<State>) {
    var rest = fate.length ?? .max
    var sides = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: fate.piece)
    carrying: while rest > 0, !state.withLock({ $0.isOver || $0.isClosed }) {
      if state.withLock({ $0.isSilent }) {
        poll(nil, 0, 50)
        continue
      }
      guard poll(&sides, 2, 50) > 0 else { continue }
      for (from, to) in [(0, 1), (1, 0)] where sides[from].revents != 0 {
        let count = read(sides[from].fd, &buffer, buffer.count)
        guard count > 0 else { break carrying }
        // What is delayed; nothing is to become of it meanwhile.
        if fate.delay > 0 { poll(nil, 0, fate.delay) }
        guard deliver(buffer[..<min(count, rest)], to: sides[to].fd) else { break carrying }
        rest -= min(count, rest)
      }
    }
    if fate.isReset {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }
    Glibc.close(client)
    Glibc.close(server)
  }

  private static func deliver(_ bytes: ArraySlice<UInt8>, to side: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(side, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
