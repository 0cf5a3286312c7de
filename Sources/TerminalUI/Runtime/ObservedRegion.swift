import Observation

/// A part of the screen drawn from observable models: it learns when they change.
///
/// At most one tracker is in flight. Observation itself cannot take a tracker back; so each also watches a
/// ``Canceller`` of ours, and changing that makes it fire and vanish from every model.
///
/// The models must be changed on the main actor: a tracker fires before the new value is there, and drawing happens
/// in a later turn.
@MainActor
public final class ObservedRegion {
  private let onChange: @MainActor () -> Void
  private let canceller = Canceller()
  private var generation = 0
  /// Whether a tracker is in flight.
  public private(set) var isTracking = false

  /// Creates a region.
  ///
  /// - Parameter onChange: Called on the main actor, once after each ``draw(_:)``, when something read there changed.
  public init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

  isolated deinit { cancel() }

  /// Draws, and watches every observable property read by `body` until one of them changes.
  public func draw<Result>(_ body: () -> Result) -> Result {
    cancel()
    generation += 1
    isTracking = true
    let generation = generation
    return withObservationTracking {
      canceller.watch()
      return body()
    } onChange: { [weak self] in
      Invalidations.shared.post { self?.fired(generation) }
    }
  }

  /// Watches nothing any more.
  public func cancel() {
    guard isTracking else { return }
    isTracking = false
    generation += 1
    canceller.fire()
  }

  private func fired(_ generation: Int) {
    guard generation == self.generation, isTracking else { return }
    isTracking = false
    onChange()
  }
}
