/// Carries out what the schedule of a context's autosaves asks for.
struct Autosave {
  private let clock: any AutosaveClock
  private var schedule = AutosaveSchedule()
  private var cancel: (() -> Void)?

  init(clock: any AutosaveClock) { self.clock = clock }

  /// Something was changed: the context is woken on its executor when it may be time to save.
  mutating func noteChange(of link: ContextLink) {
    carryOut(schedule.change(at: clock.now), for: link)
  }

  /// - Returns: whether it is time to save.
  mutating func wakeUp(of link: ContextLink) -> Bool {
    let action = schedule.wakeUp(at: clock.now)
    carryOut(action, for: link)
    return action == .save
  }

  /// There is nothing to save any more.
  mutating func settle() {
    guard schedule.settle() == .cancel else { return }
    cancel?()
    cancel = nil
  }

  private mutating func carryOut(_ action: AutosaveSchedule.Action?, for link: ContextLink) {
    guard case .wake(let delay) = action, let executor = link.executorQueue else { return }
    // A cancelled timer lets go of its handler later, so the handler must not hold the store through the link.
    cancel = clock.wake(after: delay, on: executor) { [weak link] in link?.context?.wakeForAutosave() }
  }
}
