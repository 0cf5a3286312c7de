/// An actor with a model context of its own; `@ModelActor` makes an actor conform.
///
/// Source: SwiftData, `ModelActor`.
public protocol ModelActor: Actor {
  /// The container whose store the actor works on.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that the actor runs on, which owns its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor of the context: where the actor's code runs.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Tried first: to find a conformance takes far longer the first time.
    if let executor = modelExecutor as? DefaultSerialModelExecutor { return executor.asUnownedSerialExecutor() }
    guard let executor = modelExecutor as? any SerialExecutor else {
      preconditionFailure("the executor of a model actor must be serial")
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The actor's own context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The model of an identifier: registered in this context, or fetched, or nil if there is no such row.
  public subscript<Model: PersistentModel>(id: PersistentIdentifier, as type: Model.Type) -> Model? {
    try? modelContext.fetchModel(for: id)
  }
}

/// An executor that owns a model context.
///
/// Source: SwiftData, `ModelExecutor`.
public protocol ModelExecutor: Executor {
  /// The context, to be used on the executor only.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
///
/// Source: SwiftData, `SerialModelExecutor`.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// The executor of a model actor: the serial queue of its context, or the main actor if the context is `mainContext`.
///
/// An actor made on the main actor runs on its own queue, too. A task of Swift's pool that calls into the actor stays on
/// its thread if the actor is idle and no other one has such a thread: so however many actors wait for the disk or a
/// lock, they keep one thread of the pool at most. Any other call changes threads, twice.
///
/// Source: SwiftData, `DefaultSerialModelExecutor`.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  // Sound: the context, which is not Sendable, is only touched by jobs on this executor; its isolation is a constant.
  /// The context, to be used on this executor only.
  public let modelContext: ModelContext

  private let isolation: ContextIsolation
  private let arriving = ArrivingTask()

  /// Binds a context to its executor.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    isolation = modelContext.link.bindToQueue()
    guard modelContext.hasChanges, modelContext.autosaveEnabled else { return }
    let link = modelContext.link
    isolation.schedule { link.context?.autosave.noteChange() }
  }

  /// Runs a job on the context's queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if arriving.isSuspendingHere(job), case .queue(let queue) = isolation {
      let executor = reference
      if queue.runHere({ job.runSynchronously(on: executor) }) { return }
    }
    isolation.schedule { job.runSynchronously(on: self.reference) }
  }

  /// The executor that an actor with this context runs on.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    arriving.noteQuestion()
    return reference
  }

  private var reference: UnownedSerialExecutor {
    isolation.isMain ? MainActor.sharedUnownedExecutor : UnownedSerialExecutor(ordinary: self)
  }

  /// Stops the program if the caller does not run on this executor, for `assumeIsolated`.
  public func checkIsolated() {
    precondition(isolation.isCurrent, "not on the executor of the model context")
  }

  /// Whether the caller runs on this executor.
  public func isIsolatingCurrentContext() -> Bool? { isolation.isCurrent }
}
