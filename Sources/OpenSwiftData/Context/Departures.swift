import Synchronization

/// How many models of a context are gone; they may go on any thread.
final class Departures: Sendable {
  private let noted = Atomic<Int>(0)

  /// How many went since the last `reset`.
  var count: Int { noted.load(ordering: .relaxed) }

  func note() { noted.wrappingAdd(1, ordering: .relaxed) }

  func reset() { noted.store(0, ordering: .relaxed) }
}
