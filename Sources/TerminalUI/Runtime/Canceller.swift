import Observation

/// Something to watch beside the models, so that a tracker can be made to fire.
@MainActor
@Observable
final class Canceller {
  private var count = 0

  func watch() { _ = count }

  func fire() { count += 1 }
}
