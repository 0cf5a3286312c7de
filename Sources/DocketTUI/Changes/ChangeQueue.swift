import DocketData
import DocketLocking
import Foundation
import SwiftData
import TerminalUI

/// Carries out changes in the order they were asked for, and reports them in one stream of events.
///
/// Each runs in a detached task on a fresh handler, so the main actor never waits. They run one after the other, as an
/// undo means the change before it.
@MainActor
final class ChangeQueue {
  /// Makes a handler, off the main actor, for each change.
  typealias HandlerFactory = @Sendable () async -> DataHandler

  /// What happened, in this order for each change: begun; cancelled or failed, if it was; its completion; completed.
  enum Event {
    case begun
    /// The person ended a change; nothing is changed by it.
    case cancelled
    /// The person stopped a job other than a change, which has this title; what it has done stays.
    case stopped(String)
    /// A change, or something else that was reported, failed.
    case failed
    /// A change was made or not, and its completion was called.
    case completed
    /// No change runs or waits any more.
    case idle
    case progress
  }

  /// How long the list may take to show what was saved; it may never, as commits are announced together.
  static let listTimeout = Duration.seconds(2)

  /// The jobs that run or wait; of changes the one that runs comes first.
  private(set) var jobs: [Job] = []
  private(set) var status = SaveStatus()

  private let createHandler: HandlerFactory
  private var events: ScreenEvents?
  private var clock: (any EventClock)?
  private var timer: (any EventTimer)?
  /// The changes that the list may not have followed yet, and when they ended.
  private var recent: [(job: Job, end: Duration)] = []
  private var lastNumber = 0
  private var isChanging = false
  /// Starts the changes that wait for the one that runs, the first one first.
  private var pending: [@MainActor () -> Void] = []

  init(createHandler: @escaping HandlerFactory) { self.createHandler = createHandler }

  /// Begins to report changes.
  func start(clock: any EventClock, _ events: @escaping ScreenEvents) {
    (self.clock, self.events) = (clock, events)
    // The filling of a preview has begun by now.
    watch()
  }

  private func tell(_ event: Event) { events?(.change(event)) }

  // MARK: - Changes

  /// Starts a change.
  ///
  /// - Parameters:
  /// - title: that of its progress bar, if it takes long.
  /// - targets: the items that it changes; nil if they are not known.
  /// - removes: whether it deletes them.
  /// - state: whether they become done or open; nil if neither.
  /// - total: how many rows it is about, if it changes none of these.
  /// - isNothing: whether nothing was changed, so that nothing was saved.
  /// - change: runs on the handler.
  /// - completion: receives the outcome on the main actor.
  func perform<Value: Sendable>(
    _ title: String = "saving", on targets: ItemTargets? = nil, removes: Bool = false, makingDone state: Bool? = nil,
    total: Int? = nil, isNothing: @escaping @MainActor (Value) -> Bool = { _ in false },
    _ change: nonisolated(nonsending) @escaping @Sendable (DataHandler) async throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) {
    status.begin()
    let progress = WorkProgress(total: total ?? targets?.count)
    let job = makeJob(title, progress, .change(targets, removes: removes, makingDone: state))
    let createHandler = createHandler
    start {
      Task.detached {
        let hold = CommitHold()
        await Self.carryOut(change, on: createHandler(), progress, hold) { result in
          Task { @MainActor in
            hold.merge()
            self.finish(job, result, isNothing, completion)
          }
        }
      }
    }
    // Whatever else a change begins with is done while it runs.
    tell(.begun)
    track(job)
  }

  /// Starts a change, now or when the completion of the one before it was called.
  private func start(_ change: @escaping @MainActor () -> Void) {
    guard !isChanging else { return pending.append(change) }
    isChanging = true
    change()
  }

  private func startNext() {
    isChanging = !pending.isEmpty
    if isChanging { pending.removeFirst()() }
  }

  /// Runs a job that is no change, such as filling the preview; nothing waits for it.
  func run(_ title: String, _ work: @escaping @Sendable () async throws -> Void) {
    let progress = WorkProgress()
    let job = makeJob(title, progress, .other)
    track(job)
    Task.detached {
      let result = await Self.outcome { try await WorkProgress.$current.withValue(progress, operation: work) }
      await self.end(job, result)
    }
  }

  /// Reads something on a fresh handler, beside the changes.
  func read<Value: Sendable>(_ body: @escaping @Sendable (DataHandler) async throws -> Value) async -> Value? {
    let createHandler = createHandler
    let reading = Task.detached { try await body(createHandler()) }
    return try? await withTaskCancellationHandler {
      try await reading.value
    } onCancel: {
      reading.cancel()
    }
  }

  /// Reports an error that is none of a change.
  ///
  /// - Parameter what: what failed, in a word or two.
  func report(_ error: any Error, of what: String) {
    status.begin()
    status.fail(SaveStatus.Failure(what: what, explanation: "\(error)"))
    tell(.failed)
    tell(.progress)
  }

  func dismissFailure() { status.dismissFailure() }

  private func makeJob(_ title: String, _ progress: WorkProgress, _ subject: Job.Subject) -> Job {
    lastNumber += 1
    return Job(Job.ID(number: lastNumber), title, progress, subject: subject)
  }

  private func track(_ job: Job) {
    jobs.append(job)
    watch()
    tell(.progress)
  }

  private func end(_ job: Job, _ result: Result<Void, any Error>) {
    jobs.removeAll { $0 === job }
    tell(.progress)
    switch result {
    case .success: break
    case .failure(is CancellationError): tell(.stopped(job.title))
    case .failure(let error): report(error, of: job.title)
    }
    watch()
  }

  /// Carries out a change, and begins to report its outcome, on the handler's queue: to report it from the task would take
  /// another thread, while the screen waits.
  private static func carryOut<Value: Sendable>(
    _ change: nonisolated(nonsending) (DataHandler) async throws -> Value, on handler: isolated DataHandler,
    _ progress: WorkProgress, _ hold: CommitHold, report: (Result<Value, any Error>) -> Void
  ) async {
    do {
      let value = try await WorkProgress.$current.withValue(progress) {
        try await CommitHold.$current.withValue(hold) { try await change(handler) }
      }
      report(.success(value))
    } catch {
      report(.failure(error))
    }
    // Lets the main thread run, which may be queued on this processor, before other threads are woken.
    sched_yield()
    hold.announce()
  }

  private static nonisolated func outcome<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  private func finish<Value: Sendable>(
    _ job: Job, _ result: Result<Value, any Error>, _ isNothing: @MainActor (Value) -> Bool,
    _ completion: @MainActor (Result<Value, any Error>) -> Void
  ) {
    jobs.removeAll { $0 === job }
    remember(job)
    tell(.progress)
    switch result {
    case .success(let value) where isNothing(value): status.cancel()
    case .success: status.succeed()
    case .failure(is CancellationError):
      status.cancel()
      tell(.cancelled)
    case .failure(let error):
      status.fail(SaveStatus.Failure(explanation: "\(error)"))
      tell(.failed)
    }
    StallMeter.during("outcome of “\(job.title)”") { completion(result) }
    startNext()
    watch()
    tell(.completed)
    if !status.isSaving { tell(.idle) }
  }

  /// Whether a running or pending change may change an item.
  func mayChange(_ id: PersistentIdentifier) -> Bool { jobs.contains { $0.mayChange(id) } }

  /// The state that a pending change gives to an item; nil if none does.
  func requestedState(of id: PersistentIdentifier) -> Bool? { jobs.last { $0.state(of: id) != nil }?.state(of: id) }

  /// Whether a running or recent change may be the reason that an item left its row.
  ///
  /// - Parameters:
  /// - isGone: whether the item is deleted.
  /// - anyChange: whether changes of other items count too.
  func explains(_ id: PersistentIdentifier, isGone: Bool, anyChange: Bool) -> Bool {
    dropOldChanges()
    let changes = jobs.filter(\.isChange) + recent.map(\.job)
    return anyChange ? !changes.isEmpty : changes.contains { $0.explains(id, isGone: isGone) }
  }

  private func remember(_ job: Job) {
    guard let clock else { return }
    dropOldChanges()
    recent.append((job, clock.now))
  }

  private func dropOldChanges() {
    guard let now = clock?.now else { return }
    recent.removeAll { now - $0.end >= Self.listTimeout }
  }

  // MARK: - Jobs that take long

  private var shownJob: Job? { jobs.first(where: \.isChange) ?? jobs.first }

  /// The progress of the job that takes long; nil if none does.
  var progress: JobProgress? { shownJob?.shownProgress }

  /// Cancels the job that takes long; nothing of a change is stored then.
  func cancelLongJob() { if progress != nil { shownJob?.progress.cancel() } }

  /// Whether the timer of a job runs, for tests.
  var isWatching: Bool { timer != nil }

  private func watch() {
    guard let job = shownJob, let clock else {
      timer?.cancel()
      timer = nil
      // Nothing else reports the end of a job that is no change.
      tell(.progress)
      return
    }
    job.update(clock.now)
    guard timer == nil else { return }
    timer = clock.schedule(after: Job.interval) { [weak self] in
      guard let self else { return }
      timer = nil
      guard !jobs.isEmpty else { return }
      watch()
      if progress != nil { tell(.progress) }
    }
  }
}

// MARK: - Status

/// The state of saving for the footer; a value without a clock.
struct SaveStatus: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case none
    case saved
    case failed(Failure)
  }

  struct Failure: Hashable, Sendable {
    var what = "not saved"
    let explanation: String

    var words: String { "\(what): \(explanation)" }
  }

  private(set) var outcome = Outcome.none
  private var running = 0

  var isSaving: Bool { running > 0 }

  mutating func begin() { running += 1 }

  /// A failure before it stays, to be read.
  mutating func succeed() {
    running -= 1
    if case .failed = outcome { return }
    outcome = .saved
  }

  mutating func dismissFailure() {
    if case .failed = outcome { outcome = .none }
  }

  /// Notes that a save was cancelled, or changed nothing.
  mutating func cancel() { running -= 1 }

  mutating func fail(_ failure: Failure) {
    running -= 1
    outcome = .failed(failure)
  }
}
