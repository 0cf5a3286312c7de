import Foundation

/// The stores of all sizes: made once by the program itself, copied for whoever changes them.
struct Stores {
  private let options: Options
  private let directory: URL
  /// Where programs are looked for.
  static let path = "/usr/local/bin:/usr/bin:/bin:/usr/games"
  /// Nobody's configuration has a part in it.
  let environment: [String: String]

  init(_ options: Options) throws {
    self.options = options
    directory = URL(fileURLWithPath: options.directory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    environment = [
      "HOME": directory.path, "PATH": Self.path, "LANG": "C.UTF-8", "TERM": "xterm-256color",
    ]
  }

  /// The items of a store as JSON, or in another format that docket exports.
  func file(_ count: Int, format: String = "json") throws -> URL {
    let file = directory.appendingPathComponent("\(count).\(format)")
    if !FileManager.default.fileExists(atPath: file.path) {
      try docket(["export", "--preview", "--items", "\(count)", "--format", format, file.path])
    }
    return file
  }

  /// A store that nobody changes.
  func store(_ count: Int) throws -> URL {
    let store = directory.appendingPathComponent("\(count).sqlite")
    guard !FileManager.default.fileExists(atPath: store.path) else { return store }
    guard count > 0 else {
      try docket(["--store", store.path, "add", "x"])
      try docket(["--store", store.path, "delete", "1"])
      return store
    }
    let part = directory.appendingPathComponent("part.sqlite")
    remove(part)
    try docket(["--store", part.path, "import", try file(count).path])
    try FileManager.default.moveItem(at: part, to: store)
    return store
  }

  /// A store of one's own, on disk: else the kernel writes its pages half a minute later, while something is measured,
  /// and keeps a processor for tens of milliseconds.
  func copy(_ count: Int, as name: String = "copy") throws -> URL {
    let (store, copy) = (try store(count), scratch(name))
    try FileManager.default.copyItem(at: store, to: copy)
    sync()
    return copy
  }

  /// A place for a store, where nothing is.
  func scratch(_ name: String) -> URL {
    let file = directory.appendingPathComponent("\(name).sqlite")
    remove(file)
    return file
  }

  /// An empty directory.
  func scratchDirectory(_ name: String) -> URL {
    let other = directory.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: other)
    try? FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    return other
  }

  /// Runs a command to its end.
  ///
  /// - Throws: `Failure` if it says anything but that all went well.
  @discardableResult
  func docket(_ arguments: [String]) throws -> Duration { try run([options.docket] + arguments).time }

  /// Runs a command of docket or of another program to its end; answers how long that took, and its largest memory in
  /// megabytes.
  @discardableResult
  func run(
    _ command: [String], environment other: [String: String]? = nil
  ) throws -> (time: Duration, memory: Double) {
    let start = ContinuousClock.now
    // Foundation's own waiting looks only every so often.
    let process = try Spawning.begin(command, environment: other ?? environment, terminal: nil)
    var (status, usage): (Int32, rusage) = (0, rusage())
    wait4(process, &status, 0, &usage)
    guard status == 0 else { throw Failure(what: command.joined(separator: " ")) }
    return (ContinuousClock.now - start, Double(usage.ru_maxrss) / 1_024)
  }

  /// Begins a command of docket, or of another program.
  func begin(_ arguments: [String], program: String? = nil) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program ?? options.docket)
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    return process
  }

  /// Opens the screen over a store, with everything unless the arguments name a filter.
  func screen(_ arguments: [String], environment more: [String: String] = [:]) throws -> Screen {
    let filter = arguments.contains("--filter") ? [] : ["--filter", ""]
    return try Screen([options.docket] + arguments + filter, environment: environment.merging(more) { $1 })
  }

  private func remove(_ store: URL) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + suffix) }
  }
}

/// A command that failed.
struct Failure: Error {
  let what: String
}
