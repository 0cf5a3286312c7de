import Dispatch
import Foundation

/// What was needed while somebody kept the store locked, to be read again soon.
///
/// Meanwhile a value is a placeholder, and a relationship empty.
struct UnreadableValues {
  /// A model whose values were needed, or those at the other end of one of its relationships.
  struct Place {
    weak var model: (any PersistentModel)?
    let relationship: RelationshipProperty?
  }

  private struct Key: Hashable {
    let model: ObjectIdentifier
    let relationship: ObjectIdentifier?
  }

  private static let firstDelay = 250
  private static let longestDelay = 4_000

  private var places: [Key: Place] = [:]
  private var delay = firstDelay
  /// Whether the trouble that there is was reported.
  private(set) var isReported = false
  /// Whether somebody will read again.
  private(set) var isScheduled = false

  mutating func add(_ models: [any PersistentModel], _ relationship: RelationshipProperty?) {
    for model in models {
      let key = Key(model: ObjectIdentifier(model), relationship: relationship.map(ObjectIdentifier.init))
      places[key] = Place(model: model, relationship: relationship)
    }
  }

  mutating func noteReport() { isReported = true }

  /// - Returns: when to read again; each time it is later.
  mutating func schedule() -> DispatchTimeInterval {
    isScheduled = true
    defer { delay = min(delay * 2, Self.longestDelay) }
    return .milliseconds(delay)
  }

  mutating func wakeUp() { isScheduled = false }

  /// Takes out everything.
  mutating func take() -> some Collection<Place> {
    defer { places = [:] }
    return places.values
  }

  var isEmpty: Bool { places.isEmpty }

  /// The store can be read again.
  mutating func settle() { self = UnreadableValues() }
}

extension ModelContext {
  /// Reports that values of models can't be read, if it is the first time, and has them read again if that may help.
  ///
  /// - Parameter relationship: the one whose far end was needed; nil for the values of the models themselves.
  func noteUnreadable(
    _ models: [any PersistentModel], _ relationship: RelationshipProperty?, _ error: any Error
  ) {
    // A disk that failed does not get well by being asked four times a second.
    if link.hasExecutor, (error as? StoreError)?.kind == .busy {
      unreadable.add(models, relationship)
      readAgainLater()
    }
    guard !unreadable.isReported else { return }
    unreadable.noteReport()
    readErrorHandler(error)
  }

  private func readAgainLater() {
    guard !unreadable.isScheduled, let queue = link.executorQueue else { return }
    queue.async(after: unreadable.schedule()) { [weak link] in link?.context?.readAgain() }
  }

  /// Reads what could not be read before, and tells the observers.
  private func readAgain() {
    unreadable.wakeUp()
    do {
      try read { _ = try $0.integer("PRAGMA schema_version") }
    } catch {
      return readAgainLater()
    }
    for place in unreadable.take() {
      guard let model = place.model, !model._$record.isDeleted else { continue }
      if let relationship = place.relationship {
        relationship.withMutation(of: model) {}
      } else if model._$record.isFault {
        fill(model)
      }
    }
    if unreadable.isEmpty { unreadable.settle() }
  }
}
