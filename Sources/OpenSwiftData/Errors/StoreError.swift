import Foundation

/// Why a store can't be opened, read or written.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failures, each of which a program may handle differently.
  public enum Kind: Hashable, Sendable {
    /// The file holds something other than a store of this library.
    case notAStore
    /// The file is damaged.
    case damaged
    /// The file can't be opened or created.
    case cannotOpen
    /// The file system or the file does not allow it.
    case permission
    /// The store can only be read.
    case readOnly
    /// Another process kept the store locked for too long.
    case busy
    /// The disk is full.
    case full
    /// The disk or file system failed.
    case inputOutput
    /// The store was written by a newer version of the schema.
    case newerSchema
    /// The store's tables are not those of the schema.
    case schemaMismatch
    /// Anything else.
    case other
  }

  /// The kind of failure.
  public let kind: Kind
  /// Where: the path of the store, or "memory".
  public let location: String
  /// What went wrong, as a sentence for a person.
  public let explanation: String

  /// What went wrong, and where.
  public var description: String { "\(explanation) (\(location))" }
}

extension StoreError: LocalizedError {
  /// What went wrong, and where.
  public var errorDescription: String? { description }
}

extension StoreError {
  /// The values of `SwiftDataError` that match the error in patterns.
  var patterns: [SwiftDataError] {
    switch kind {
    case .newerSchema: [.backwardMigration, .loadIssueModelContainer]
    case .notAStore, .damaged, .cannotOpen, .permission, .schemaMismatch: [.loadIssueModelContainer]
    case .readOnly, .busy, .full, .inputOutput, .other: []
    }
  }
}
