import DocketData
import Foundation
import SwiftData

/// Carries out changes: each in a detached task on a fresh handler, so the main actor never waits.
///
/// They are made in the order in which they were asked for, as an undo means the change before it.
@MainActor
final class ItemActions {
  /// Makes a handler; called off the main actor, once for each change.
  typealias HandlerFactory = @Sendable () async -> DataHandler

  /// Told when the number of running saves or the outcome of the last one changed.
  var onStatusChange: (@MainActor () -> Void)?
  /// Told when a change begins.
  var onBegin: (@MainActor () -> Void)?
  /// Told when a change began or ended, or other work did.
  var onWorkChange: (@MainActor () -> Void)?
  /// Told when a change was ended by the person, before its completion.
  var onEnding: (@MainActor () -> Void)?
  /// Told which change has been made or not, before its completion.
  var onEnd: (@MainActor (LongWork) -> Void)?
  /// Told when a change has been made or not, after its completion.
  var onFinish: (@MainActor () -> Void)?
  /// Told when something failed, before its completion.
  var onFailure: (@MainActor () -> Void)?

  private(set) var status = SaveStatus()
  private let createHandler: HandlerFactory
  /// What is done or waits for it; of changes the one that is made comes first.
  private(set) var works: [LongWork] = []
  private var idleHandlers: [@MainActor () -> Void] = []
  private var last: Task<Void, Never>?

  init(createHandler: @escaping HandlerFactory) {
    self.createHandler = createHandler
  }

  /// Starts a change.
  ///
  /// - Parameters:
  ///   - title: what is done, for the case that it takes long.
  ///   - targets: the items that it changes; nil if they are not known.
  ///   - removes: whether they are deleted by it.
  ///   - total: how many rows it is about, if it changes none of these.
  ///   - isNothing: whether it came to nothing, so that nothing is said to be saved.
  ///   - change: runs on the handler; takes and returns values only.
  ///   - completion: receives the outcome on the main actor.
  func perform<Value: Sendable>(
    _ title: String = "saving", on targets: ItemTargets? = nil, removes: Bool = false, total: Int? = nil,
    isNothing: @escaping @MainActor (Value) -> Bool = { _ in false },
    _ change: @escaping @Sendable (DataHandler) async throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) {
    status.begin()
    onBegin?()
    onStatusChange?()
    let progress = WorkProgress(total: total ?? targets?.count)
    let work = begin(LongWork(title, progress, subject: .change(targets, removes: removes)))
    let (createHandler, earlier) = (createHandler, last)
    last = Task.detached {
      await earlier?.value
      let result = await Self.outcome {
        try await WorkProgress.$current.withValue(progress) { try await change(createHandler()) }
      }
      await self.finish(work, result, isNothing, completion)
    }
  }

  /// Follows work that is none of a handler's, as filling the preview; nothing waits for it.
  func follow(_ title: String, _ work: @escaping @Sendable () async throws -> Void) {
    let progress = WorkProgress()
    let following = begin(LongWork(title, progress, subject: .other))
    Task.detached {
      let result = await Self.outcome { try await WorkProgress.$current.withValue(progress, operation: work) }
      await self.end(following, result)
    }
  }

  private func begin(_ work: LongWork) -> LongWork {
    works.append(work)
    onWorkChange?()
    return work
  }

  private func end(_ work: LongWork, _ result: Result<Void, any Error>) {
    works.removeAll { $0 === work }
    if case .failure(let error) = result, !(error is CancellationError) { report(error, of: work.title) }
    onWorkChange?()
  }

  /// Whether an item may become another one by what is made or waits for it.
  func mayChange(_ id: PersistentIdentifier) -> Bool { works.contains { $0.mayChange(id) } }

  /// The work to be shown, and to be ended: the change that is made, or else what is no change.
  var shownWork: LongWork? { works.first(where: \.isChange) ?? works.first }

  /// Forgets a failure that the person has seen.
  func dismissFailure() { status.dismissFailure() }

  /// Calls when no save is running any more; at once if none is.
  func whenIdle(_ body: @escaping @MainActor () -> Void) {
    if status.isSaving { idleHandlers.append(body) } else { body() }
  }

  /// Shows an error that is none of a change.
  ///
  /// - Parameter what: what did not come about, or what failed, in a word or two.
  func report(_ error: any Error, of what: String) {
    status.begin()
    status.fail(SaveStatus.Failure(what: what, explanation: "\(error)"))
    onFailure?()
    onStatusChange?()
  }

  private static nonisolated func outcome<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  private func finish<Value: Sendable>(
    _ work: LongWork, _ result: Result<Value, any Error>, _ isNothing: @MainActor (Value) -> Bool,
    _ completion: @MainActor (Result<Value, any Error>) -> Void
  ) {
    works.removeAll { $0 === work }
    onEnd?(work)
    switch result {
    case .success(let value) where isNothing(value): status.giveUp()
    case .success: status.succeed()
    case .failure(is CancellationError):
      status.giveUp()
      onEnding?()
    case .failure(let error):
      status.fail(SaveStatus.Failure(explanation: "\(error)"))
      onFailure?()
    }
    completion(result)
    onStatusChange?()
    onWorkChange?()
    onFinish?()
    if !status.isSaving { becomeIdle() }
  }

  private func becomeIdle() {
    let handlers = idleHandlers
    idleHandlers = []
    for handler in handlers { handler() }
  }
}
