import Dispatch
import OpenSwiftData
import Testing

@Suite("An undo manager")
struct UndoManagerTests {
  /// Something that can be changed and changed back.
  private final class Counter {
    private(set) var value = 0

    func set(_ new: Int, _ manager: UndoManager) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old, manager) }
      value = new
    }
  }

  private let manager = UndoManager()
  private let counter = Counter()

  init() { manager.groupsByEvent = false }

  @Test func undoesAndRedoesStepByStep() {
    for value in 1...3 { counter.set(value, manager) }
    #expect(manager.canUndo && !manager.canRedo)
    manager.undo()
    manager.undo()
    #expect(counter.value == 1 && manager.canRedo)
    manager.redo()
    #expect(counter.value == 2)
    manager.undo()
    manager.undo()
    #expect(counter.value == 0 && !manager.canUndo)
    manager.undo()
    for _ in 1...4 { manager.redo() }
    #expect(counter.value == 3 && !manager.canRedo)
  }

  @Test func aNewActionRemovesWhatCouldBeRedone() {
    counter.set(1, manager)
    manager.undo()
    counter.set(2, manager)
    #expect(!manager.canRedo)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func groupsInsideOfGroupsAreUndoneAtOnce() {
    manager.beginUndoGrouping()
    counter.set(1, manager)
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    counter.set(2, manager)
    manager.endUndoGrouping()
    counter.set(3, manager)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(counter.value == 0 && !manager.canUndo)
    manager.redo()
    #expect(counter.value == 3)
  }

  @Test func aGroupThatIsOpenIsNotUndone() {
    manager.beginUndoGrouping()
    counter.set(1, manager)
    #expect(manager.canUndo)
    manager.undo()
    #expect(counter.value == 1)
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func emptyGroupsAndUnbalancedCallsDoNothing() {
    manager.endUndoGrouping()
    manager.enableUndoRegistration()
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    manager.undo()
    manager.redo()
    #expect(!manager.canUndo && !manager.canRedo && manager.isUndoRegistrationEnabled)
  }

  @Test func levelsOfUndoDropTheOldest() {
    manager.levelsOfUndo = 2
    for value in 1...4 { counter.set(value, manager) }
    while manager.canUndo { manager.undo() }
    #expect(counter.value == 2)
    while manager.canRedo { manager.redo() }
    manager.levelsOfUndo = 1
    while manager.canUndo { manager.undo() }
    #expect(counter.value == 3)
  }

  @Test func disabledRegistrationRecordsNothing() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    counter.set(1, manager)
    #expect(!manager.canUndo)
    manager.enableUndoRegistration()
    counter.set(2, manager)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test func actionsKnowWhetherTheyAreUndoneOrRedone() {
    var seen: [[Bool]] = []
    func register() {
      manager.registerUndo(withTarget: counter) { _ in
        seen.append([manager.isUndoing, manager.isRedoing])
        register()
      }
    }
    register()
    manager.undo()
    manager.redo()
    #expect(seen == [[true, false], [false, true]])
    #expect(!manager.isUndoing && !manager.isRedoing)
  }

  @Test func namesFollowTheirGroups() {
    #expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
    counter.set(1, manager)
    manager.setActionName("Counting")
    manager.beginUndoGrouping()
    counter.set(2, manager)
    manager.setActionName("Typing")
    #expect(manager.undoActionName == "Typing")
    manager.endUndoGrouping()
    #expect(manager.undoMenuItemTitle == "Undo Typing")
    manager.undo()
    #expect(manager.undoActionName == "Counting" && manager.redoActionName == "Typing")
    #expect(manager.redoMenuItemTitle == "Redo Typing")
    manager.redo()
    #expect(manager.undoActionName == "Typing" && manager.redoActionName == "")
  }

  @Test func actionsCanBeRemovedByTarget() {
    let other = Counter()
    counter.set(1, manager)
    other.set(1, manager)
    manager.removeAllActions(withTarget: other)
    manager.undo()
    #expect(counter.value == 0 && other.value == 1 && !manager.canUndo)
    other.set(2, manager)
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo)
  }

  @Test func anActionWhoseTargetIsGoneDoesNothing() {
    var calls = 0
    do { manager.registerUndo(withTarget: Counter()) { _ in calls += 1 } }
    manager.undo()
    #expect(calls == 0 && !manager.canUndo)
  }

  @Test func withoutTurnsAnEventLastsUntilTheUndo() {
    manager.groupsByEvent = true
    counter.set(1, manager)
    #expect(manager.groupingLevel == 1)
    manager.beginUndoGrouping()
    counter.set(2, manager)
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 0 && manager.groupingLevel == 0)
    counter.set(5, manager)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test @MainActor func aTurnOfTheMainActorIsAGroup() async throws {
    let (manager, counter) = (UndoManager(), Counter())
    counter.set(1, manager)
    counter.set(2, manager)
    try await waitUntil("the turn is over") { manager.groupingLevel == 0 }
    counter.set(3, manager)
    counter.set(4, manager)
    manager.undo()
    #expect(counter.value == 2)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test @MainActor func aGroupThatOutlastsItsTurnEndsTheEventWithItself() async throws {
    let (manager, counter) = (UndoManager(), Counter())
    manager.beginUndoGrouping()
    counter.set(1, manager)
    await withCheckedContinuation { next in DispatchQueue.main.async { next.resume() } }
    #expect(manager.groupingLevel == 2)
    counter.set(2, manager)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(counter.value == 0)
  }
}
