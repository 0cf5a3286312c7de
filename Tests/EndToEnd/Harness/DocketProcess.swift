import Foundation

/// Runs the built `docket` with a home of its own and a clean environment.
struct DocketProcess: Sendable {
  /// What a run left behind.
  struct Result: Sendable {
    let status: Int32
    let output: Data
    let errorOutput: Data

    var text: String { String(decoding: output, as: UTF8.self) }
    var error: String { String(decoding: errorOutput, as: UTF8.self) }
  }

  /// The binary, which the build puts beside the tests; `DOCKET_BINARY` names another, such as a release build.
  static let binary: String = {
    let chosen = ProcessInfo.processInfo.environment["DOCKET_BINARY"].map { URL(fileURLWithPath: $0) }
    return (chosen ?? builds.appendingPathComponent("docket")).path
  }()

  /// The folder of what was built with the tests.
  static let builds = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// Opens the list with everything in it, in the order of the updates, as most tests of keys expect it.
  static let everything = ["--filter", ""]

  let directory: TemporaryDirectory
  /// The environment, and nothing else.
  var environment: [String: String]
  /// What stands in front of the binary, such as a shell.
  var wrapper: [String] = []
  /// The seconds after which it is taken for hanging.
  var timeout = Effort.choose(300, long: 900)

  init(in directory: TemporaryDirectory) {
    self.directory = directory
    environment = [
      "HOME": directory.file("home"), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
      "DOCKET_STORE": directory.file("store.sqlite"),
    ]
  }

  /// Runs to the end.
  @discardableResult
  func run(_ arguments: String...) async throws -> Result { try await run(bytes: arguments.map { Array($0.utf8) }) }

  /// Runs to the end with arguments that need not be text.
  func run(
    bytes arguments: [[UInt8]], output: ChildProcess.Stream? = nil, error: ChildProcess.Stream? = nil
  ) async throws -> Result {
    let scratch = try TemporaryDirectory()
    let (outputFile, errorFile) = (scratch.file("output"), scratch.file("error"))
    let child = try start(bytes: arguments, output: output ?? .file(outputFile), error: error ?? .file(errorFile))
    let ending = await child.wait(atMost: timeout)
    return Result(
      status: Self.status(ending), output: FileManager.default.contents(atPath: outputFile) ?? Data(),
      errorOutput: FileManager.default.contents(atPath: errorFile) ?? Data())
  }

  /// Starts and does not wait.
  func start(bytes arguments: [[UInt8]], output: ChildProcess.Stream, error: ChildProcess.Stream) throws -> ChildProcess
  {
    try ChildProcess(
      (wrapper + [Self.binary]).map { Array($0.utf8) } + arguments, environment: environment, output: output,
      error: error,
      directory: directory.path)
  }

  /// The same with a shell script around it, in which `"$@"` is the binary with its arguments.
  func shell(_ script: String) -> DocketProcess {
    var copy = self
    copy.wrapper = ["/bin/bash", "-c", script, "bash"]
    return copy
  }

  /// The status a shell would show.
  private static func status(_ ending: ChildProcess.Ending) -> Int32 {
    switch ending {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }
}

/// An item as the JSON output has it.
struct JSONItem: Codable, Hashable, Sendable {
  let id: Int
  let title: String
  let timestamp: String
  let created: String
}

extension DocketProcess {
  /// Sets a time zone in which it is about noon, so that an hour ago is today, and in an hour too.
  mutating func goWhereItIsNoon() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let offset = 12 - calendar.component(.hour, from: Date())
    environment["TZ"] = offset == 0 ? "Etc/GMT" : "Etc/GMT\(offset > 0 ? "-" : "+")\(abs(offset))"
  }
}
