import Foundation

/// Starting of programs.
enum Spawning {
  /// Starts a program: as the leader of a new session on a terminal, or with nothing to read and to be read.
  ///
  /// - Parameter terminal: the device of the terminal.
  static func begin(_ command: [String], environment: [String: String], terminal: String?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal ?? "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    if terminal != nil { posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID, which Swift does not see.
    posix_spawnattr_setflags(&attributes, 0x80)
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let failure = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables)
    guard failure == 0 else { throw Failure(what: "\(command[0]) does not start: \(failure)") }
    return process
  }
}
