import CTerminalUIGuard
import Glibc

/// Starts programs as processes that inherit descriptors 0 to 2, default signal actions, and no blocked signal.
public struct ProcessLauncher: ChildLauncher {
  /// Creates a launcher.
  public init() {}

  /// Starts a process.
  public func start(_ program: ChildProgram) throws(ChildError) -> any RunningChild {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    _ = tui_close_from(&actions, 3)
    var attributes = Self.cleanAttributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let words = ([program.name] + program.arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    // Where our parent ignores the ends of its children, the system would not tell us about ours.
    tui_signals_keep_endings()
    var identifier = pid_t()
    let number = posix_spawnp(&identifier, program.name, &actions, &attributes, words + [nil], environ)
    if number == ENOENT { throw .notFound(program.name) }
    guard number == 0 else { throw .notStarted(program.name, number) }
    return ChildProcess(identifier)
  }

  private static func cleanAttributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    return attributes
  }
}
