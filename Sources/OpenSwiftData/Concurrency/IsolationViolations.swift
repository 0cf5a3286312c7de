import Foundation
import Locking

/// Reports of models that were touched off the executor of their context.
///
/// Such an access is carried out on the right executor in every build, as a second line of defence. It is reported in
/// debug builds, unless `OPENSWIFTDATA_ISOLATION=0` is in the environment, and in every build with
/// `OPENSWIFTDATA_ISOLATION=1`.
public enum IsolationViolations {
  private static let handler = Lock<@Sendable (String) -> Void>(writeToStandardError)

  /// Whether violations are reported.
  static let areChecked: Bool = {
    #if DEBUG
      return ProcessInfo.processInfo.environment["OPENSWIFTDATA_ISOLATION"] != "0"
    #else
      return ProcessInfo.processInfo.environment["OPENSWIFTDATA_ISOLATION"] == "1"
    #endif
  }()

  /// Sets what receives the reports; by default each is a line on standard error.
  ///
  /// - Parameter newHandler: called on the thread of the violation, with one sentence.
  public static func setHandler(_ newHandler: @escaping @Sendable (String) -> Void) {
    handler.withLock { $0 = newHandler }
  }

  /// Sets what receives the reports, and answers with what did before.
  static func exchangeHandler(_ newHandler: @escaping @Sendable (String) -> Void) -> @Sendable (String) -> Void {
    handler.withLock { handler in
      defer { handler = newHandler }
      return handler
    }
  }

  static func report(property: String, of entity: String, isolation: ContextIsolation) {
    guard areChecked else { return }
    let current = handler.withLock { $0 }
    current("OpenSwiftData: isolation violation: \(entity).\(property) was touched off \(isolation.name)")
  }

  private static let writeToStandardError: @Sendable (String) -> Void = { message in
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }
}
