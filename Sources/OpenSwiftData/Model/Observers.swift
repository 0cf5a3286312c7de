import COpenSwiftDataRuntime
import Observation
import Synchronization

/// Runs a closure in which reading a property of a model observes all of its properties.
///
/// For what shows most of a model, such as the row of a table: a model takes one registration instead of one for each
/// property that is read. The price is that a change of any property is reported, also of one that was not read. A
/// related model is observed when one of its own properties is read. Use it inside of `withObservationTracking`:
///
/// ```swift
/// withObservationTracking {
///   withAllPropertiesObserved { "\(item.title) \(item.priority) \(item.due)" }
/// } onChange: {
///   // The item has changed.
/// }
/// ```
///
/// - Parameter body: runs on the calling thread.
/// - Complexity: nothing is observed for a model that `body` does not read.
public func withAllPropertiesObserved<Result>(_ body: () throws -> Result) rethrows -> Result {
  try ObservationScope().run(body)
}

/// The observers of one model.
@usableFromInline
final class Observers: Observable, Sendable {
  @usableFromInline let registrar = ObservationRegistrar()
  /// Whether somebody has observed all properties; that makes each mutation tell twice.
  private let hasWholeObservers = Atomic(false)

  /// Observes all properties, if one is read within `withAllPropertiesObserved`.
  ///
  /// - Returns: false if it is the read of this property alone.
  @inline(__always)
  func observeAllProperties() -> Bool { ObservationScope.isAnyRunning && observeAllPropertiesInScope() }

  // Not inlined, as few reads are within a scope.
  @inline(never)
  private func observeAllPropertiesInScope() -> Bool {
    guard let scope = ObservationScope.current else { return false }
    guard scope.isFirstRead(of: self) else { return true }
    hasWholeObservers.store(true, ordering: .relaxed)
    registrar.access(self, keyPath: Self.allProperties)
    return true
  }

  /// Runs the mutation of a property.
  func withMutation<Model: PersistentModel, Value>(
    of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () -> Void
  ) {
    guard hasWholeObservers.load(ordering: .relaxed) else {
      return registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }
    registrar.withMutation(of: self, keyPath: Self.allProperties) {
      registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }
  }

  /// Stands for all properties in registrations, which hash it several times: one without components takes the least.
  private static var allProperties: KeyPath<Observers, Observers> { \.self }
}

/// A run of `withAllPropertiesObserved` on a thread.
private final class ObservationScope {
  private static let ofThread = ThreadLocal<ObservationScope>()
  /// How many run on whichever thread: a read of a property outside of them asks for no thread-local value.
  private static let count = Atomic(0)

  /// The closure of `withObservationTracking` around the scope; it runs as long as the scope does.
  private let closure = openswiftdata_observing_closure()
  /// The observers of the model that this closure read last; kept, as others could get the address of released ones.
  private var last: Observers?

  /// Whether one may run on this thread, which always sees what it has added to the count itself.
  static var isAnyRunning: Bool { count.load(ordering: .relaxed) > 0 }

  /// The scope of the calling thread.
  static var current: ObservationScope? { ofThread.current }

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
    defer { last = observers }
    return last !== observers
  }
}
