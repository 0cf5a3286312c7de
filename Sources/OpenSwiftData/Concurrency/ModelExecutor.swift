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
