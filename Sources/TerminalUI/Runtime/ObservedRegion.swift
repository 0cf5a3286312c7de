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
  private var tracker: TrackerTicket?

  /// Creates a region.
  ///
  /// - Parameter onChange: Called on the main actor, once after each ``draw(_:)``, when something read there changed.
  public init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

  isolated deinit { cancel() }

  /// Whether a tracker is in flight.
  public var isTracking: Bool { tracker != nil }

  /// Draws, and watches every observable property read by `body` until one of them changes.
  public func draw<Result>(_ body: () -> Result) -> Result {
    cancel()
    let ticket = TrackerTicket()
    tracker = ticket
    return withObservationTracking {
      canceller.watch()
      return body()
    } onChange: { [weak self] in
      guard ticket.use() else { return }
      Invalidations.shared.post { self?.fired(ticket) }
    }
  }

  /// Watches nothing any more.
  public func cancel() {
    guard let ticket = tracker else { return }
    tracker = nil
    // Unless it fired already, and vanished from the models by that.
    if ticket.use() { canceller.fire() }
  }

  private func fired(_ ticket: TrackerTicket) {
    guard ticket === tracker else { return }
    tracker = nil
    onChange()
  }
}
