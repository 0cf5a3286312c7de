import Foundation
import Synchronization

/// A child process with exactly the arguments and the environment it is given; its output goes to files.
///
/// Arguments are bytes, because hostile ones are not text. `env` changes to the directory and becomes the program.
final class ChildProcess: Sendable {
  /// How a process ended.
  enum Ending: Hashable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  /// The system refused to start it; the error number.
  struct StartFailure: Error {
    let number: Int32
  }

  /// Where a standard stream leads.
  enum Stream: Sendable {
    case file(String)
    case closed
  }

  /// How it ended, and when.
  private struct End {
    let ending: Ending
    let time: ContinuousClock.Instant
  }

  let identifier: pid_t
  private let end = Mutex<End?>(nil)

  init(
    _ arguments: [[UInt8]], environment: [String: String], input: Stream = .file("/dev/null"), output: Stream,
    error: Stream,
    directory: String
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    Self.lead(STDIN_FILENO, to: input, O_RDONLY, &actions)
    Self.lead(STDOUT_FILENO, to: output, O_WRONLY | O_CREAT | O_APPEND, &actions)
    Self.lead(STDERR_FILENO, to: error, O_WRONLY | O_CREAT | O_APPEND, &actions)
    identifier = try Self.spawn(
      ["/usr/bin/env", "-C", directory].map { Array($0.utf8) } + arguments, environment, &actions)
  }

  /// Starts a program as the leader of a new session, whose terminal is a device.
  init(_ arguments: [String], environment: [String: String], terminal: String, directory: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    let words = (["/usr/bin/env", "-C", directory] + arguments).map { Array($0.utf8) }
    identifier = try Self.spawn(words, environment, &actions, isSessionLeader: true)
  }

  /// A process that nobody waits for is reaped all the same once it ends, and goes on until then.
  ///
  /// Swift Testing waits for any child of ours, and always finds the same one as long as that is not reaped.
  deinit {
    guard end.withLock({ $0 == nil }) else { return }
    Thread.detachNewThread { [identifier] in
      while waitpid(identifier, nil, 0) == -1, errno == EINTR {}
    }
  }

  /// When it was seen to have ended, on the thread that waited for that; nil before.
  ///
  /// A test that waits goes on later where others are busy.
  var endTime: ContinuousClock.Instant? { end.withLock { $0?.time } }

  /// Whether it has not ended.
  var isRunning: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | WNOHANG) == 0
      && information.si_signo == 0
  }

  /// Sends a signal, unless it has ended.
  func send(_ signal: Int32) {
    end.withLock { if $0 == nil { kill(identifier, signal) } }
  }

  /// Waits for the end on a thread of its own; a process that takes too long is killed.
  func wait(atMost seconds: Int = 120) async -> Ending {
    let watchdog = DispatchWorkItem { self.send(SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: watchdog)
    defer { watchdog.cancel() }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.reap()) }
    }
  }

  /// Waits for the end on this thread, where nothing can be awaited; for processes that end at once.
  @discardableResult
  func waitBlocking() -> Ending { reap() }

  /// Waits without reaping first, so that the number can't belong to another process when a signal is sent.
  private func reap() -> Ending {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    let time = ContinuousClock.now
    return end.withLock { end in
      if let end { return end.ending }
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
      let ending: Ending = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
      end = End(ending: ending, time: time)
      return ending
    }
  }

  private static func lead(
    _ descriptor: Int32, to stream: Stream, _ flags: Int32, _ actions: inout posix_spawn_file_actions_t
  ) {
    switch stream {
    case .closed: posix_spawn_file_actions_addclose(&actions, descriptor)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    }
  }

  private static func spawn(
    _ arguments: [[UInt8]], _ environment: [String: String], _ actions: inout posix_spawn_file_actions_t,
    isSessionLeader: Bool = false
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    useDefaultSignals(&attributes, isSessionLeader)
    _ = closeOthers?(&actions, STDERR_FILENO + 1)
    let strings = arguments.map(copy)
    let variables = environment.map { copy(Array("\($0)=\($1)".utf8)) }
    defer { (strings + variables).forEach { free($0) } }
    var identifier = pid_t()
    let number = posix_spawn(&identifier, "/usr/bin/env", &actions, &attributes, strings + [nil], variables + [nil])
    guard number == 0 else { throw StartFailure(number: number) }
    return identifier
  }

  /// Closes all descriptors from one on in the child; Swift does not see the function.
  ///
  /// Others start children too, and have pipes open for them: who reads from such a pipe would wait for our child's end.
  private static let closeOthers = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    // Sound: this is the type that the manual gives it.
    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt).self)
  }

  /// The threads of the tests block signals and ignore some, and a child would inherit that.
  private static func useDefaultSignals(_ attributes: inout posix_spawnattr_t, _ isSessionLeader: Bool) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // 0x80 is POSIX_SPAWN_SETSID, which Swift does not see.
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | (isSessionLeader ? 0x80 : 0)
    posix_spawnattr_setflags(&attributes, flags)
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    (bytes + [0]).withUnsafeBytes { buffer in
      buffer.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
    }
  }
}
