import DocketLocking
import Foundation

/// Reports of models that were touched off the executor of their context.
///
/// Such an access is carried out on the right executor in every build, as a second line of defence. It is reported in
/// debug builds, unless `OPENSWIFTDATA_ISOLATION=0` is in the environment, and in every build with
/// `OPENSWIFTDATA_ISOLATION=1`. Each property is reported once for each isolation: one that is touched in a loop
/// makes one line.
///
/// With `OPENSWIFTDATA_ISOLATION=2` the program stops at the first one, so that a debugger, or the runtime's own
/// backtrace of a crash, shows the caller. A report does not name it: `dladdr` knows no function of an executable, and
/// the toolchain's `Runtime` module, which does, does not survive the unwinding on every thread.
public enum IsolationViolations {
  private static let state = Lock(State(handler: writeToStandardError))

  private struct State {
    var handler: @Sendable (String) -> Void
    /// The reports that the handler has had.
    var reported: Set<String> = []
  }

  /// What is done about a violation.
  enum Reaction: Sendable {
    case nothing
    case report
    case stop

    /// What a value of the environment variable asks for; one that means nothing here asks for nothing else than usual.
    init(variable: String?, isDebugBuild: Bool) {
      switch variable {
      case "0": self = .nothing
      case "1": self = .report
      case "2": self = .stop
      default: self = isDebugBuild ? .report : .nothing
      }
    }
  }

  static let reaction = Reaction(
    variable: ProcessInfo.processInfo.environment["OPENSWIFTDATA_ISOLATION"], isDebugBuild: isDebugBuild)

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Sets what receives the reports; by default each is a line on standard error.
  ///
  /// - Parameter newHandler: called on the thread of the violation, with one sentence. It gets each report once, also
  ///   those that the one before has had.
  public static func setHandler(_ newHandler: @escaping @Sendable (String) -> Void) {
    _ = exchangeHandler(newHandler)
  }

  /// Sets what receives the reports, and answers with what did before.
  static func exchangeHandler(_ newHandler: @escaping @Sendable (String) -> Void) -> @Sendable (String) -> Void {
    state.withLock { state in
      defer { state = State(handler: newHandler) }
      return state.handler
    }
  }

  static func report(property: String, of entity: String, isolation: ContextIsolation) {
    guard reaction != .nothing else { return }
    let report = "OpenSwiftData: isolation violation: \(entity).\(property) was touched off \(isolation.name)"
    // The stack that the crash shows is that of whoever touched the model.
    if reaction == .stop { fatalError(report) }
    state.withLock { $0.reported.insert(report).inserted ? $0.handler : nil }?(report)
  }

  private static let writeToStandardError: @Sendable (String) -> Void = { message in
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }
}
