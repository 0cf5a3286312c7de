import Dispatch
import DocketLocking
import Synchronization

/// A context's executor and the changes it has to merge, as models, the change hub and executors see them.
///
/// It outlives the context, so that a model kept longer than its context can still be read.
// Sound as `@unchecked Sendable`: `context`, set once by its initializer, and `successor` are only used on the context's
// executor, or by one thread at a time where there is none; the rest is guarded.
final class ContextLink: @unchecked Sendable {
  private struct Inbox {
    var changes = UnmergedCommits()
    var isDrainScheduled = false
  }

  /// The pause after a failed merge.
  private static let retryDelay = DispatchTimeInterval.milliseconds(250)

  weak var context: ModelContext?
  /// Here rather than in the context, because models remove themselves, and may outlive it.
  let identityMap = IdentityMap()

  /// Reads for models that outlived their context.
  private var successor: ModelContext?
  private let store: SQLiteStore
  private let isolation: Lock<ContextIsolation>
  private let inbox = Lock(Inbox())
  private let hasUnmergedCommits = Atomic<Bool>(false)
  private let areChangesWatched = Atomic<Bool>(false)
  // The executor in `isolation`, readable without a lock; it never changes once set.
  private let executor: Atomic<Unmanaged<ExecutorQueue>?>

  init(isolation: ContextIsolation, store: SQLiteStore) {
    self.store = store
    self.isolation = Lock(isolation)
    executor = Atomic(isolation.executor.map(Unmanaged.passUnretained))
  }

  /// Whether a property access needs the slow path; costs two atomic loads and a thread-local one.
  var needsAttention: Bool {
    guard let executor = executor.load(ordering: .acquiring) else { return mustMergeIfUnbound }
    return !executor._withUnsafeGuaranteedRef { $0.isCurrent }
  }

  var isForeign: Bool {
    guard let executor = executor.load(ordering: .acquiring) else { return false }
    return !executor._withUnsafeGuaranteedRef { $0.isCurrent }
  }

  // A bound context merges in turns of its executor, so that its models don't change in between. An unbound one merges
  // whenever it is used.
  private var mustMerge: Bool { !hasExecutor && mustMergeIfUnbound }
  private var mustMergeIfUnbound: Bool { hasUnmergedCommits.load(ordering: .acquiring) }

  /// Gives an unbound context a serial queue of its own, and returns where it runs from now on.
  func bindToQueue() -> ContextIsolation {
    let bound = isolation.withLock { isolation in
      if case .unbound = isolation { isolation = .queue(ExecutorQueue(label: "OpenSwiftData.ModelContext")) }
      executor.store(isolation.executor.map(Unmanaged.passUnretained), ordering: .releasing)
      return isolation
    }
    // Changes that came while there was no executor to merge on.
    if hasUnmergedCommits.load(ordering: .acquiring) { bound.schedule { self.mergeCommits() } }
    return bound
  }

  var hasExecutor: Bool { executor.load(ordering: .relaxed) != nil }
  /// Nil for an unbound context.
  var executorQueue: ExecutorQueue? { isolation.withLock { $0.executor } }

  /// Whether models report each change before it is made.
  var watchesChanges: Bool {
    get { areChangesWatched.load(ordering: .relaxed) }
    set { areChangesWatched.store(newValue, ordering: .relaxed) }
  }

  func mergeIfUnbound() {
    if mustMerge { mergeCommits() }
  }

  /// Merges the changes in the inbox, if there are any.
  func mergeCommits() {
    guard hasUnmergedCommits.load(ordering: .acquiring) else { return }
    StallMeter.during("merge") { context?.merger.mergeCommits() }
  }

  /// The slow path of a property access: merges pending changes and reads a fault.
  func prepareForAccess(to model: any PersistentModel) {
    mergeIfUnbound()
    if model._$record.isFault { reader.materializer.fill(model) }
  }

  /// The context, or one in its place after it is gone.
  var reader: ModelContext {
    if let context { return context }
    let reader = successor ?? ModelContext(store: store)
    successor = reader
    return reader
  }

  // MARK: - Access from elsewhere

  /// Reads a property on the context's executor; nil if that could not be reached.
  func readElsewhere<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, slot: Int
  ) -> Value? {
    // Sound: the caller waits while the executor uses these, and uses them again only after it is done.
    nonisolated(unsafe) let (model, keyPath) = (model, keyPath)
    nonisolated(unsafe) var value: Value?
    return reportAndHop(model, slot: slot) { value = model[keyPath: keyPath] } ? value : nil
  }

  func writeElsewhere<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, slot: Int, _ newValue: Value
  ) -> Bool {
    guard let writable = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return false }
    // Sound: the caller waits while the executor uses these, and uses them again only after it is done.
    nonisolated(unsafe) let (model, property, value) = (model, writable, newValue)
    return reportAndHop(model, slot: slot) { model[keyPath: property] = value }
  }

  /// Reports an access from elsewhere and runs it on the context's executor while the caller waits.
  ///
  /// - Returns: false if the executor could not be reached, perhaps because it waits for the caller.
  private func reportAndHop(_ model: any PersistentModel, slot: Int, _ access: @escaping @Sendable () -> Void) -> Bool {
    let isolation = isolation.withLock { $0 }
    let properties = type(of: model)._$properties
    IsolationViolations.report(
      property: properties.all[slot].name, of: properties.entityName, isolation: isolation)
    return isolation.executor?.run(access) ?? false
  }

  /// Runs the body on the context's executor soon; never for an unbound context.
  func schedule(_ body: @escaping @Sendable () -> Void) { isolation.withLock { $0 }.schedule(body) }

  // MARK: - Changes made elsewhere

  func receive(_ changes: ModelChanges) {
    // Under the lock, so that a second caller can rely on the merge being scheduled.
    inbox.withLock { inbox in
      inbox.changes.append(changes)
      hasUnmergedCommits.store(true, ordering: .releasing)
      guard !inbox.isDrainScheduled, !isMergeHeld() else { return }
      inbox.isDrainScheduled = true
      schedule { self.mergeCommits() }
    }
  }

  /// Leaves the merging to this task's hold, if it has one and the context is of the main actor.
  private func isMergeHeld() -> Bool {
    guard let hold = CommitHold.current, isolation.withLock(\.isMain) else { return false }
    return hold.holdMerge(of: self)
  }

  /// Returns changes that could not be merged to the front, and retries later if there is an executor.
  func putBack(_ changes: [ModelChanges]) {
    inbox.withLock { $0.changes.putBack(changes) }
    hasUnmergedCommits.store(true, ordering: .releasing)
    executorQueue?.async(after: Self.retryDelay) { [weak self] in self?.mergeCommits() }
  }

  func takeChanges() -> [ModelChanges] {
    guard hasUnmergedCommits.exchange(false, ordering: .acquiringAndReleasing) else { return [] }
    return inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox.changes.all
    }
  }
}

/// Changes made elsewhere that a context has not merged yet.
///
/// Beyond a limit they become `.everything`, so that an unused context does not gather them for ever.
struct UnmergedCommits {
  private(set) var all: [ModelChanges] = []
  private var runCount = 0

  /// The largest number of runs kept apart.
  static let limit = 4_096

  mutating func append(_ changes: ModelChanges) {
    guard all.last?.isEverything != true else { return }
    runCount += changes.runs.count
    if changes.isEverything || runCount > Self.limit { all = [.everything] } else { all.append(changes) }
  }

  mutating func putBack(_ changes: [ModelChanges]) {
    let newer = all
    self = UnmergedCommits()
    for each in changes + newer { append(each) }
  }
}

/// Forwards to a context what its store announces.
///
/// The store holds subscribers weakly, and a weakly referenced object is slower to retain; the link itself is retained
/// by every property access.
final class ContextSubscription: ChangeHub.Subscriber {
  private let link: ContextLink

  init(_ link: ContextLink) { self.link = link }

  func receive(_ changes: ModelChanges) { link.receive(changes) }
}
