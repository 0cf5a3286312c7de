import DocketLocking
import Foundation

/// Reports of models that were touched off the executor of their context.
///
/// Such an access is carried out on the right executor in every build, as a second line of defence. It is reported in
/// debug builds, unless `OPENSWIFTDATA_ISOLATION=0` is in the environment, and in every build with
/// `OPENSWIFTDATA_ISOLATION=1`. A report names the property, the isolation it belongs to, and the function that
/// touched it, where the program still has its symbols. Each is made once: a property that is touched in a loop makes
/// one line.
///
/// With `OPENSWIFTDATA_ISOLATION=2` the program stops at the first one, so that a debugger, or the runtime's own
/// backtrace of a crash, shows the whole stack.
public enum IsolationViolations {
  private static let state = Lock(State(handler: writeToStandardError))

  private struct State {
    var handler: @Sendable (String) -> Void
    /// The reports that the handler has had.
    var reported: Set<String> = []
    /// The stacks whose callers are known; the look-up of a name takes milliseconds.
    var callers: [Site: String] = [:]
  }

  /// Where a property is touched.
  private struct Site: Hashable {
    let property: String
    let stack: CallStack
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
    let property = "\(entity).\(property)"
    let report =
      "OpenSwiftData: isolation violation: \(property) was touched off \(isolation.name)\(caller(touching: property))"
    // The stack that the crash shows is that of whoever touched the model.
    if reaction == .stop { fatalError(report) }
    state.withLock { $0.reported.insert(report).inserted ? $0.handler : nil }?(report)
  }

  /// " by" and the function that touched the property; empty where that is not known.
  private static func caller(touching property: String) -> String {
    let site = Site(property: property, stack: .current())
    if let known = state.withLock({ $0.callers[site] }) { return known }
    // Neither C, nor this library, the toolchain's or a thunk, nor the accessor of the property itself.
    let between = [
      "$s13OpenSwiftData", "$ss", "$sS", "$sI", "$s10Foundation", "$s20FoundationEssentials", "$s11Observation",
    ]
    let function = site.stack.firstFunction { function in
      function.symbol.hasPrefix("$s") && !between.contains(where: function.symbol.hasPrefix)
        && !function.name.contains("\(property).") && !function.name.contains("\(property) :")
    }
    let caller = function.map { " by \($0.name)" } ?? ""
    state.withLock { $0.callers[site] = caller }
    return caller
  }

  private static let writeToStandardError: @Sendable (String) -> Void = { message in
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }
}
