import COpenSwiftDataRuntime
import Observation
import Synchronization

/// Runs a closure in which reading an attribute of a model observes all of its attributes.
///
/// For what shows most of a model, such as the row of a table: a model takes one registration instead of one for each
/// attribute that is read. The price is that a change of any attribute is reported, also of one that was not read. What
/// relationships lead to is observed one by one, as elsewhere. Use it inside of `withObservationTracking`:
///
/// ```swift
/// withObservationTracking {
///   withAllAttributesObserved { "\(item.title) \(item.priority) \(item.due)" }
/// } onChange: {
///   // The item has changed.
/// }
/// ```
///
/// - Parameter body: runs on the calling thread.
/// - Complexity: nothing is observed for a model that `body` does not read.
public func withAllAttributesObserved<Result>(_ body: () throws -> Result) rethrows -> Result {
  try AttributeScope().run(body)
}

/// The observers of one model.
@usableFromInline
final class Observers: Observable, Sendable {
  @usableFromInline let registrar = ObservationRegistrar()
  /// Whether somebody has observed all attributes; that makes each mutation tell twice.
  private let hasWholeObservers = Atomic(false)

  /// Stands for all attributes in registrations.
  private var attributes: Void { () }

  /// Observes all attributes, if an attribute is read within `withAllAttributesObserved`.
  ///
  /// - Returns: false if it is the read of this attribute alone.
  @usableFromInline
  func observeAllAttributes() -> Bool {
    guard let scope = AttributeScope.current else { return false }
    guard scope.isFirstRead(of: self) else { return true }
    hasWholeObservers.store(true, ordering: .relaxed)
    registrar.access(self, keyPath: \.attributes)
    return true
  }

  /// Runs the mutation of an attribute.
  func withAttributeMutation(_ mutation: () -> Void) {
    guard hasWholeObservers.load(ordering: .relaxed) else { return mutation() }
    registrar.withMutation(of: self, keyPath: \.attributes, mutation)
  }
}

/// A run of `withAllAttributesObserved` on a thread.
private final class AttributeScope {
  private static let ofThread = ThreadLocal<AttributeScope>()
  /// How many run on whichever thread: a read of an attribute outside of them asks for no thread-local value.
  private static let count = Atomic(0)

  /// The closure of `withObservationTracking` around the scope; it runs as long as the scope does.
  private let closure = openswiftdata_observing_closure()
  /// The observers of the model that this closure read last.
  private var last: ObjectIdentifier?

  /// The scope of the calling thread; a thread always sees what it has added to the count itself.
  static var current: AttributeScope? { count.load(ordering: .relaxed) == 0 ? nil : ofThread.current }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    Self.count.add(1, ordering: .relaxed)
    defer { Self.count.subtract(1, ordering: .relaxed) }
    return try Self.ofThread.run(as: self, body)
  }

  /// Whether the model was not the last one that was read: a row reads its model many times in turn.
  ///
  /// Closures within the scope may have the same address one after the other, so each of their reads is a first one.
  func isFirstRead(of observers: Observers) -> Bool {
    guard let closure, openswiftdata_observing_closure() == closure else { return true }
    defer { last = ObjectIdentifier(observers) }
    return last != ObjectIdentifier(observers)
  }
}
