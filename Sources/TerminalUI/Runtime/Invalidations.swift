import DocketLocking

/// What observed models reported since the last turn, from whatever thread.
///
/// Many changes cause one hop to the main actor.
final class Invalidations: Sendable {
  private struct State {
    var fired: [@MainActor @Sendable () -> Void] = []
    var isHopping = false
  }

  private let state = Lock(State())

  /// One for the process: there is one main actor.
  static let shared = Invalidations()

  var count: Int { state.withLock { $0.fired.count } }

  var isEmpty: Bool { count == 0 }

  /// Notes what to do on the main actor.
  func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    let mustHop = state.withLock { state in
      state.fired.append(body)
      defer { state.isHopping = true }
      return !state.isHopping
    }
    if mustHop { Task { @MainActor in self.hop() } }
  }

  /// Does now what was noted.
  @MainActor
  func drain() {
    let fired = state.withLock { state in
      defer { state.fired = [] }
      return state.fired
    }
    for body in fired { body() }
  }

  @MainActor
  private func hop() {
    state.withLock { $0.isHopping = false }
    drain()
  }
}
