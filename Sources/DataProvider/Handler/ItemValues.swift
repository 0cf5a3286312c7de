import Foundation
import SwiftData

/// The values of an item at one moment, to be passed between actors.
public struct ItemValues: Hashable, Sendable, Identifiable {
  /// The item's identity.
  public let id: PersistentIdentifier
  /// The number that people use for the item.
  public let number: Int64
  /// What it is about.
  public let title: String
  /// When it was last marked as current.
  public let timestamp: Date
  /// When it was added.
  public let createTimestamp: Date

  init(_ item: Item) {
    id = item.persistentModelID
    number = id.primaryKey ?? 0
    title = item.title
    timestamp = item.timestamp
    createTimestamp = item.createTimestamp
  }
}
