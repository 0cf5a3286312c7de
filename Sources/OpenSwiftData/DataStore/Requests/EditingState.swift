import Foundation

/// On whose behalf a store is asked: one for each context.
///
/// Source: SwiftData, `EditingState`.
public struct EditingState: Identifiable, Hashable, Sendable {
  /// The same for all requests of a context.
  public let id: UUID
  /// The author that the context names at the moment of the request.
  public let author: String?
}
