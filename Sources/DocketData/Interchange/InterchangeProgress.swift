/// How far an import or export is.
public struct InterchangeProgress: Hashable, Sendable {
  /// How many items are done.
  public let items: Int
  /// How many bytes were read or written.
  public let bytes: Int
}

/// Is told how far an import or export is; it may throw, `CancellationError` for instance, to end it.
public typealias InterchangeListener = @Sendable (InterchangeProgress) throws -> Void
