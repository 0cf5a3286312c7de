import DocketLocking
import Foundation

/// Reports of models that were touched off the executor of their context.
///
/// Every build performs such an access on the right executor. It is reported in debug builds, unless
/// `OPENSWIFTDATA_ISOLATION=0` is in the environment, and in every build with `OPENSWIFTDATA_ISOLATION=1`. A report
/// names the property, its isolation and, if the program has symbols, the function that touched it; each is made once.
///
/// With `OPENSWIFTDATA_ISOLATION=2` the program stops at the first one, so that a debugger shows the stack.
public enum IsolationViolations {
  private static let state = Lock(State(handler: writeToStandardError))

  private struct State {
    var handler: @Sendable (String) -> Void
    /// The reports that the handler received.
    var reported: Set<String> = []
    /// The known callers; the look-up of a name takes milliseconds.
    var callers: [Site: String] = [:]
  }

  private struct Site: Hashable {
    let property: String
    let stack: CallStack
  }

  enum Reaction: Sendable {
    case nothing, report, stop

    /// The reaction for a value of the environment variable; an unknown one means the default.
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
  /// - Parameter newHandler: called on the thread of the violation, once for each report, even if the handler before
  ///   received it.
  public static func setHandler(_ newHandler: @escaping @Sendable (String) -> Void) {
    _ = exchangeHandler(newHandler)
  }

  /// - Returns: the handler before.
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
    if reaction == .stop { fatalError(report) }
    state.withLock { $0.reported.insert(report).inserted ? $0.handler : nil }?(report)
  }

  /// " by" and the function that touched the property; empty if that is not known.
  private static func caller(touching property: String) -> String {
    let site = Site(property: property, stack: .current())
    if let known = state.withLock({ $0.callers[site] }) { return known }
    // Not C, this library, the toolchain's, a thunk, or the accessor of the property itself.
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
