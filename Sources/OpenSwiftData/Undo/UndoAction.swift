import Synchronization

/// One thing that can be undone.
struct UndoAction {
  private static let lastNumber = Atomic<Int>(0)

  /// The number of the action that was registered last, with whichever manager.
  static var latest: Int { lastNumber.load(ordering: .relaxed) }

  /// Grows with each action of the process.
  let number: Int
  /// Weak: an action whose target is gone does nothing.
  private weak var target: AnyObject?
  private let perform: (AnyObject) -> Void

  init<Target: AnyObject>(target: Target, handler: @escaping (Target) -> Void) {
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    self.target = target
    perform = { target in
      if let target = target as? Target { handler(target) }
    }
  }

  func isOf(_ object: AnyObject) -> Bool { target === object }

  func callAsFunction() {
    if let target { perform(target) }
  }
}
