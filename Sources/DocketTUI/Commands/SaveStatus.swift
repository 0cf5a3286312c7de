/// What the footer says about saving: a state machine without a clock.
struct SaveStatus: Hashable, Sendable {
  /// How the last save that ended did.
  enum Outcome: Hashable, Sendable {
    case none
    case saved
    case failed(Failure)
  }

  /// What did not come about, and why.
  struct Failure: Hashable, Sendable {
    var what = "not saved"
    let explanation: String

    var words: String { "\(what): \(explanation)" }
  }

  private(set) var running = 0
  private(set) var outcome = Outcome.none

  var isSaving: Bool { running > 0 }

  mutating func begin() { running += 1 }

  /// A failure before it stays to be read.
  mutating func succeed() {
    running -= 1
    if case .failed = outcome { return }
    outcome = .saved
  }

  /// A reason that was read need not stay.
  mutating func dismissFailure() {
    if case .failed = outcome { outcome = .none }
  }

  /// It was ended before it was done.
  mutating func giveUp() { running -= 1 }

  mutating func fail(_ failure: Failure) {
    running -= 1
    outcome = .failed(failure)
  }
}
