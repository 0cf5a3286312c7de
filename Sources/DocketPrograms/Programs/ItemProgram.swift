import CDocketPrograms
import Foundation

/// A program of the person's own, which gets items as JSON on its standard input.
///
/// No text of an item is ever in its arguments or its environment, and no shell sees any.
public struct ItemProgram: Hashable, Sendable {
  /// The program, a path or a name to be looked up in `PATH`, and its arguments.
  private let words: [String]

  /// - Parameter words: the program and its arguments; `~/` at the beginning of the program is the home directory.
  /// - Returns: nil without a program.
  public init?(_ words: [String]) {
    guard let name = words.first, !name.isEmpty else { return nil }
    self.words = words
  }

  /// The program, as it was configured.
  public var name: String { words[0] }

  /// The program and its arguments, with the home directory for `~`.
  public func arguments(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
    guard name.hasPrefix("~/"), let home = environment["HOME"], home.hasPrefix("/") else { return words }
    return [home + name.dropFirst()] + words.dropFirst()
  }

  /// Why it could not be started now, as far as that can be seen; nil if nothing is in its way.
  ///
  /// It is looked for as `execvp` does (https://man7.org/linux/man-pages/man3/exec.3.html).
  public func obstacle(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ProgramEnding? {
    let name = arguments(environment)[0]
    let folders = (environment["PATH"] ?? "/bin:/usr/bin").split(separator: ":", omittingEmptySubsequences: false)
    let paths = name.contains("/") ? [name] : folders.map { $0.isEmpty ? name : "\($0)/\(name)" }
    let numbers = paths.map(Self.obstacle(at:))
    return numbers.contains(0) ? nil : .notStarted(numbers.contains(EACCES) ? EACCES : ENOENT)
  }

  /// The error number of starting what is at a path; 0 for none.
  private static func obstacle(at path: String) -> Int32 {
    var information = stat()
    guard stat(path, &information) == 0 else { return errno == EACCES ? EACCES : ENOENT }
    return information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0 ? 0 : EACCES
  }
}

/// How a program ended.
public enum ProgramEnding: Hashable, Sendable {
  /// By itself, with this exit status, and the first line that it printed.
  case exited(Int32, line: String)
  /// By the signal of this number.
  case killed(Int32)
  /// It took too long, and was ended with all that it had started.
  case timedOut(Duration)
  /// Somebody ended it, with all that it had started.
  case stopped
  /// It could not be started; the error number.
  case notStarted(Int32)

  /// Whether it did what it was asked to, as far as it says.
  public var isSuccess: Bool { if case .exited(0, _) = self { true } else { false } }

  /// What went wrong, as a clause about the program; nil for a success.
  ///
  /// It may have control characters.
  public func failure(of program: ItemProgram) -> String? {
    let name = "“\(program.name)”"
    switch self {
    case .exited(0, _): return nil
    case .exited(let status, let line):
      return "\(name) failed with status \(status)" + (line.isEmpty ? "" : ", “\(line)”")
    case .killed(let number): return "\(name) was ended by signal \(number)"
    case .timedOut(let timeout): return "\(name) took longer than \(timeout.components.seconds) s and was ended"
    case .stopped: return "\(name) was stopped"
    case .notStarted(ENOENT): return "there is no program \(name)"
    case .notStarted(let number): return "\(name) can't be run, \(String(cString: strerror(number)).lowercased())"
    }
  }
}

extension ItemProgram {
  /// Runs it to its end, on this thread, which must not be the main one.
  ///
  /// It leads a group of processes of its own, and inherits the descriptors 0 to 2 and nothing else.
  ///
  /// - Parameters:
  ///   - input: what it reads from its standard input.
  ///   - variables: what is added to the environment.
  ///   - directory: where it runs; nil for our own.
  ///   - timeout: after this it is ended, with its group; nil for never.
  ///   - stop: ends it, with its group; nil if nothing does.
  ///   - output: gets what it prints; nil if that does not matter.
  ///   - begins: called with its number, which its group has too, before it begins; it never does if we end meanwhile.
  public func run(
    _ input: Data, variables: [String: String] = [:], directory: String? = nil, timeout: Duration? = nil,
    stop: ProgramStop? = nil, output all: ProgramOutput? = nil, begins: (pid_t) -> Void = { _ in }
  ) -> ProgramEnding {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    guard let memory = Descriptor(docket_program_memory()), memory.fill(input), let output = Pipe(), let ending = Pipe()
    else { return .notStarted(errno) }
    var identifier = pid_t()
    let number = Self.start(
      &identifier, arguments(environment), environment, input: memory.number, output: output.writing,
      error: output.writing, directory: directory, begins: begins)
    guard number == 0 else { return .notStarted(number) }
    output.closeWriting()
    let child = identifier
    Thread.detachNewThread {
      var information = siginfo_t()
      // It is not reaped yet, so that its number, and that of its group, can't be another's.
      while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      ending.closeWriting()
    }
    var watch = ProgramWatch(child, output: output.reading, ending: ending.reading, timeout, stop, all: all)
    let line = watch.wait()
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    if let reason = watch.reason { return reason }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF, line: line) : .killed(status & 0x7F)
  }

  /// Runs it to its end, on a thread of its own; the parameters are those of the other one.
  public func run(
    _ input: Data, variables: [String: String] = [:], directory: String? = nil, timeout: Duration? = nil,
    stop: ProgramStop? = nil, output all: ProgramOutput? = nil,
    begins: @escaping @Sendable (pid_t) -> Void = { _ in }
  ) async -> ProgramEnding {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let ending: ProgramEnding = self.run(
          input, variables: variables, directory: directory, timeout: timeout, stop: stop, output: all, begins: begins)
        continuation.resume(returning: ending)
      }
    }
  }

  /// Starts a program.
  ///
  /// - Parameter begins: called with its number before it begins.
  /// - Returns: 0 or an error number.
  static func start(
    _ identifier: inout pid_t, _ arguments: [String], _ environment: [String: String], input: Int32, output: Int32,
    error: Int32, directory: String? = nil, leadsSession: Bool = false, begins: (pid_t) -> Void = { _ in }
  ) -> Int32 {
    let words = arguments.map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    let path = directory.map { strdup($0) }
    defer { for text in words + variables + [path ?? nil] { free(text) } }
    return (words + [nil]).withUnsafeBufferPointer { words in
      (variables + [nil]).withUnsafeBufferPointer { variables in
        var program = docket_program()
        program.name = words[0].map { UnsafePointer($0) }
        (program.arguments, program.environment) = (words.baseAddress, variables.baseAddress)
        (program.input, program.output, program.error) = (input, output, error)
        program.directory = path.flatMap { $0.map { UnsafePointer($0) } }
        program.leads_session = leadsSession ? 1 : 0
        var held = docket_held_program()
        let number = docket_program_hold(&held, &program)
        guard number == 0 else { return number }
        identifier = held.identifier
        begins(identifier)
        return docket_program_release(&held)
      }
    }
  }
}
