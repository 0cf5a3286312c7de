import Synchronization

/// Records how to undo changes, group by group, and undoes and redoes them.
///
/// It has the interface of Foundation's class of that name, which does not exist on Linux, as far as programs with
/// models use it. Like a context it belongs to one executor.
///
/// Source: Foundation, `UndoManager`.
open class UndoManager {
  private enum Direction {
    case undoing, redoing
  }

  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  /// The outermost first.
  private var openGroups: [UndoGroup] = []
  private var direction: Direction?
  private var disablings = 0
  private var event = UndoEvent()

  /// Creates an undo manager without actions.
  public init() {}

  /// Records an action that undoes what is about to be done, or was just done.
  ///
  /// What is registered while something is undone can be redone; otherwise it removes the redo actions. Without an open
  /// group, and with `groupsByEvent` false, the action is a group by itself.
  ///
  /// - Parameters:
  ///   - target: held weakly; the action does nothing once it is gone.
  ///   - handler: called with the target by `undo()` or `redo()`.
  ///
  /// Source: Foundation, `UndoManager.registerUndo(withTarget:handler:)`.
  open func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
    guard isUndoRegistrationEnabled else { return }
    if direction == nil { redoStack.removeAll() }
    let isAlone = openGroups.isEmpty && !groupsByEvent
    if isAlone { openGroups.append(UndoGroup()) } else { beginEventIfNeeded() }
    openGroups[openGroups.count - 1].append(UndoAction(target: target, handler: handler))
    if isAlone { endGroup() }
  }

  /// Whether actions are recorded.
  open var isUndoRegistrationEnabled: Bool { disablings == 0 }

  /// Records nothing until `enableUndoRegistration()` is called as often.
  open func disableUndoRegistration() { disablings += 1 }

  /// Reverts one `disableUndoRegistration()`; without one it does nothing.
  open func enableUndoRegistration() { disablings = max(0, disablings - 1) }

  /// Whether what is registered in one turn of the executor forms a group; true at first.
  ///
  /// The group ends with the turn of the main actor or of the model actor. Where there are no turns it ends with the
  /// next `undo()`, or when the context saves or processes pending changes.
  open var groupsByEvent = true

  /// How many groups were begun and not ended.
  open var groupingLevel: Int { openGroups.count }

  /// Begins a group; inside of another one it becomes a part of that.
  open func beginUndoGrouping() {
    beginEventIfNeeded()
    openGroups.append(UndoGroup())
  }

  /// Ends the group that was begun last; without one it does nothing.
  open func endUndoGrouping() {
    guard openGroups.count > (direction != nil || event.isOpen ? 1 : 0) else { return }
    endGroup()
    if event.isOver { endEvent() }
  }

  /// How many groups can be undone; 0, as at first, is no limit.
  open var levelsOfUndo = 0 {
    didSet { dropOldest() }
  }

  // MARK: - Undoing

  /// Whether something is being undone.
  open var isUndoing: Bool { direction == .undoing }
  /// Whether something is being redone.
  open var isRedoing: Bool { direction == .redoing }
  /// Whether there is something to undo.
  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.isEmpty } && direction == nil }
  /// Whether there is something to redo.
  open var canRedo: Bool { !redoStack.isEmpty }
  /// Whether there is something to undo or to redo, now or at the end of an open group.
  var hasActions: Bool { canUndo || canRedo || direction != nil }

  /// Undoes the last group, after ending that of the event; does nothing while another group is open.
  open func undo() {
    endEvent()
    guard openGroups.isEmpty, let group = undoStack.popLast() else { return }
    let inverse = run(group, .undoing)
    if !inverse.isEmpty { redoStack.append(inverse) }
  }

  /// Redoes what was undone last.
  open func redo() {
    endEvent()
    guard openGroups.isEmpty, let group = redoStack.popLast() else { return }
    let inverse = run(group, .redoing)
    if !inverse.isEmpty { undoStack.append(inverse) }
    dropOldest()
  }

  private func run(_ group: UndoGroup, _ direction: Direction) -> UndoGroup {
    self.direction = direction
    openGroups.append(UndoGroup(name: group.name))
    for action in group.actions.reversed() { action() }
    while openGroups.count > 1 { endGroup() }
    self.direction = nil
    return openGroups.removeLast()
  }

  private func endGroup() {
    let group = openGroups.removeLast()
    if !openGroups.isEmpty {
      openGroups[openGroups.count - 1].append(group)
    } else if !group.isEmpty {
      undoStack.append(group)
      dropOldest()
    }
  }

  private func dropOldest() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  /// Removes all actions, and enables registration.
  open func removeAllActions() {
    removeActions { _ in true }
    disablings = 0
  }

  /// Removes the actions of a target.
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    removeActions { $0.isOf(target) }
  }

  func removeActions(where isGone: (UndoAction) -> Bool) {
    for index in openGroups.indices { openGroups[index].removeActions(where: isGone) }
    undoStack.removeActions(where: isGone)
    redoStack.removeActions(where: isGone)
  }

  /// Names the current group, for the user.
  open func setActionName(_ actionName: String) {
    if !openGroups.isEmpty {
      openGroups[openGroups.count - 1].name = actionName
    } else if !undoStack.isEmpty {
      undoStack[undoStack.count - 1].name = actionName
    }
  }

  /// The name of what `undo()` would undo; empty if there is none.
  open var undoActionName: String {
    (direction == nil ? openGroups.last { !$0.name.isEmpty || !$0.isEmpty } : nil)?.name ?? undoStack.last?.name ?? ""
  }

  /// The name of what `redo()` would redo; empty if there is none.
  open var redoActionName: String { redoStack.last?.name ?? "" }
  /// The title of a menu item that undoes, as in "Undo Typing".
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  /// The title of a menu item that redoes, as in "Redo Typing".
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title of a menu item that undoes an action of this name.
  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The title of a menu item that redoes an action of this name.
  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  // MARK: - Events

  private func beginEventIfNeeded() {
    guard openGroups.isEmpty, groupsByEvent else { return }
    openGroups.append(UndoGroup())
    event.begin(self)
  }

  /// Called when the turn that began an event's group is over.
  func turnIsOver(_ number: Int) {
    guard event.isOpen, event.number == number else { return }
    event.isOver = true
    endEvent()
  }

  /// Ends the event's group, unless a group inside of it is open.
  func endEvent() {
    guard event.isOpen, openGroups.count == 1, direction == nil else { return }
    event.end()
    endGroup()
  }
}

extension [UndoGroup] {
  fileprivate mutating func removeActions(where isGone: (UndoAction) -> Bool) {
    for index in indices { self[index].removeActions(where: isGone) }
    removeAll(where: \.isEmpty)
  }
}

struct UndoGroup {
  /// In the order of their registration.
  private(set) var actions: [UndoAction] = []
  fileprivate(set) var name = ""

  var isEmpty: Bool { actions.isEmpty }

  mutating func append(_ action: UndoAction) { actions.append(action) }

  /// Adds a group that ended inside of this one.
  mutating func append(_ inner: UndoGroup) {
    actions += inner.actions
    if !inner.name.isEmpty { name = inner.name }
  }

  mutating func removeActions(where isGone: (UndoAction) -> Bool) { actions.removeAll(where: isGone) }
}

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

/// The turn of an executor whose changes form a group.
struct UndoEvent {
  /// Whether the group is open.
  private(set) var isOpen = false
  /// Whether the turn is over, but a group inside of it is still open.
  fileprivate(set) var isOver = false
  /// Tells one event from the next.
  private(set) var number = 0

  /// Begins an event, and ends it with the turn of the queue that the caller runs on, if it runs on one.
  mutating func begin(_ manager: UndoManager) {
    isOpen = true
    isOver = false
    number += 1
    let (owner, number) = (Owner(manager: manager), number)
    ExecutorQueue.current?.async { owner.manager?.turnIsOver(number) }
  }

  mutating func end() {
    isOpen = false
    isOver = false
  }

  // Sound as `@unchecked Sendable`: used on the queue that the manager is used on.
  private struct Owner: @unchecked Sendable {
    weak var manager: UndoManager?
  }
}
