import DocketLocking
import Observation
import Synchronization

/// A part of the screen that is drawn from observable models, and learns when they change.
///
/// One tracker is registered with the models. Observation cannot cancel a tracker; so each also reads a
/// ``Canceller``, and changing that makes it fire and vanish from every model.
///
/// The models must be changed on the main actor: a tracker fires before the value changes, and drawing happens in a
/// later turn.
@MainActor
public final class ObservedRegion {
  private let onChange: @MainActor () -> Void
  /// Made with the first tracker that must not be left.
  private var canceller: Canceller?
  /// Whether the tracker of the next drawing reads no canceller, so that nothing removes it from the models.
  private var leavesTracker = false
  private(set) var tracker: TrackerTicket?
  /// Whether the tracker reports nothing any more, though the models may still have it.
  private var isSilenced = false

  /// Creates a region.
  ///
  /// - Parameter onChange: Called on the main actor, once after each ``draw(_:)``, when a property read there changed.
  public init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

  /// Creates a region whose first tracker may be left with the models, reporting nothing, until they change or are
  /// released: two of its trackers may be registered then.
  ///
  /// That takes half of the time, for regions of which there are many, most of them drawn once. Models that stay would
  /// collect the trackers of regions made anew again and again.
  convenience init(leavingFirstTracker onChange: @escaping @MainActor () -> Void) {
    self.init(onChange: onChange)
    leavesTracker = true
  }

  isolated deinit {
    if !isSilenced { cancel() }
  }

  /// Whether changes are reported.
  public var isTracking: Bool { tracker != nil && !isSilenced }

  /// Draws, and observes every observable property that `body` reads, until one of them changes.
  public func draw<Result>(_ body: () -> Result) -> Result {
    cancel()
    let ticket = TrackerTicket()
    tracker = ticket
    if !leavesTracker, canceller == nil { canceller = Canceller() }
    leavesTracker = false
    return withObservationTracking {
      canceller?.watch()
      return body()
    } onChange: { [weak self] in
      guard ticket.use() else { return }
      Invalidations.shared.post { self?.fired(ticket) }
    }
  }

  /// Stops observing.
  public func cancel() {
    guard let ticket = tracker else { return }
    tracker = nil
    // Unless it has fired already, and so vanished from the models.
    if ticket.use() || isSilenced { canceller?.fire() }
    isSilenced = false
  }

  /// Stops observing, and leaves the tracker with the models until they change or are released.
  ///
  /// Cheaper than ``cancel()``, for models that are released soon. If one of them can be drawn again, that must be done
  /// by this region, whose next drawing removes the tracker unless it may be left: otherwise a model that stays would
  /// collect them.
  func silence() {
    guard let tracker, !isSilenced else { return }
    // One that has fired has vanished from the models; it is not reported any more.
    if tracker.use() { isSilenced = true } else { self.tracker = nil }
  }

  private func fired(_ ticket: TrackerTicket) {
    guard ticket === tracker else { return }
    tracker = nil
    onChange()
  }
}

/// Lets a tracker report once, or not at all if it was cancelled; from any thread.
final class TrackerTicket: Sendable {
  private let isUnused = Atomic(true)

  /// Whether this is the first call.
  func use() -> Bool { isUnused.exchange(false, ordering: .acquiringAndReleasing) }
}

/// A property to read beside the models, so that a tracker can be made to fire.
@MainActor
@Observable
private final class Canceller {
  private var count = 0

  func watch() { _ = count }

  func fire() { count += 1 }
}

/// The regions whose models changed since the last turn, on any thread.
///
/// Many changes cause one hop to the main actor.
final class Invalidations: Sendable {
  private struct State {
    var fired: [@MainActor @Sendable () -> Void] = []
    var isHopping = false
  }

  private let state = Lock(State())

  /// The one of the process, because there is one main actor.
  static let shared = Invalidations()

  var count: Int { state.withLock { $0.fired.count } }

  var isEmpty: Bool { count == 0 }

  /// Adds a call to be made on the main actor.
  func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    let mustHop = state.withLock { state in
      state.fired.append(body)
      defer { state.isHopping = true }
      return !state.isHopping
    }
    if mustHop { Task { @MainActor in self.hop() } }
  }

  /// Makes the calls now.
  @MainActor
  func drain() {
    let fired = state.withLock { state in
      defer { state.fired = [] }
      return state.fired
    }
    guard !fired.isEmpty else { return }
    StallMeter.during("changed models") { for body in fired { body() } }
  }

  @MainActor
  private func hop() {
    state.withLock { $0.isHopping = false }
    drain()
  }
}
