import DataProvider
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
  /// Told when something failed, before its completion.
  var onFailure: (@MainActor () -> Void)?

  private(set) var status = SaveStatus()
  private let createHandler: HandlerFactory
  private var idleHandlers: [@MainActor () -> Void] = []
  private var last: Task<Void, Never>?

  init(createHandler: @escaping HandlerFactory) {
    self.createHandler = createHandler
  }

  /// Starts a change.
  ///
  /// - Parameters:
  ///   - change: runs on the handler; takes and returns values only.
  ///   - completion: receives the outcome on the main actor.
  func perform<Value: Sendable>(
    _ change: @escaping @Sendable (DataHandler) async throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) {
    status.begin()
    onBegin?()
    onStatusChange?()
    let (createHandler, earlier) = (createHandler, last)
    last = Task.detached {
      await earlier?.value
      let result = await Self.outcome { try await change(createHandler()) }
      await self.finish(result, completion)
    }
  }

  /// Forgets a failure that the person has seen.
  func dismissFailure() { status.dismissFailure() }

  /// Calls when no save is running any more; at once if none is.
  func whenIdle(_ body: @escaping @MainActor () -> Void) {
    if status.isSaving { idleHandlers.append(body) } else { body() }
  }

  /// Shows an error that no command caused.
  func report(_ error: any Error) {
    status.begin()
    status.fail("\(error)")
    onFailure?()
    onStatusChange?()
  }

  private static nonisolated func outcome<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  private func finish<Value: Sendable>(
    _ result: Result<Value, any Error>, _ completion: @MainActor (Result<Value, any Error>) -> Void
  ) {
    switch result {
    case .success: status.succeed()
    case .failure(let error):
      status.fail("\(error)")
      onFailure?()
    }
    completion(result)
    onStatusChange?()
    if !status.isSaving { becomeIdle() }
  }

  private func becomeIdle() {
    let handlers = idleHandlers
    idleHandlers = []
    for handler in handlers { handler() }
  }
}
