/// The executor of a model actor: the serial queue of its context, or the main actor if the context is `mainContext`.
///
/// Where the actor was made does not matter: an actor made on the main actor runs on its own queue all the same.
///
/// Source: SwiftData, `DefaultSerialModelExecutor`.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  // Sound: the context, which is not Sendable, is only touched by jobs on this executor; its isolation is a constant.
  /// The context, to be used on this executor only.
  public let modelContext: ModelContext

  private let isolation: ContextIsolation

  /// Binds a context to its executor.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    isolation = modelContext.link.bindToQueue()
    guard modelContext.autosaveEnabled, modelContext.hasChanges else { return }
    let link = modelContext.link
    isolation.schedule { link.context?.noteUnsavedChange() }
  }

  /// Runs a job on the context's queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    isolation.schedule { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// The executor that an actor with this context runs on.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    if case .main = isolation { return MainActor.sharedUnownedExecutor }
    return UnownedSerialExecutor(ordinary: self)
  }

  /// Stops the program if the caller does not run on this executor, for `assumeIsolated`.
  public func checkIsolated() {
    precondition(isolation.isCurrent, "not on the executor of the model context")
  }

  /// Whether the caller runs on this executor.
  public func isIsolatingCurrentContext() -> Bool? { isolation.isCurrent }
}
