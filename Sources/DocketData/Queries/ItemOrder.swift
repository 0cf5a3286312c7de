import Foundation
import SwiftData

/// An order of items that the list can show.
public struct ItemOrder: Hashable, Sendable {
  /// What the items are ordered by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// When the item was changed last, or marked as such.
    case updated
    /// When the item was added.
    case created
    /// The title.
    case title
    /// When the item is due; those that never are come last, or first in reverse.
    case due
    /// When the item was done; open ones come first, or last in reverse.
    case done
    /// How much it matters, from none to high.
    case priority
    /// The order that people gave by hand.
    case manual
  }

  /// What the items are ordered by.
  public let key: Key
  /// Whether the smallest comes first.
  public let isAscending: Bool

  /// Creates an order.
  public init(_ key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }

  /// What was updated last comes first.
  public static let standard = ItemOrder(.updated, isAscending: false)

  /// The same backwards.
  public var reversed: ItemOrder { ItemOrder(key, isAscending: !isAscending) }
}

extension ItemOrder {
  /// An order as it is typed: `due`, `-created`; `prio`, and `timestamp` for updated, are understood too.
  public init?(typed text: some StringProtocol) {
    let isReversed = text.hasPrefix("-")
    guard let key = Key(typed: text.lowercased().dropFirst(isReversed ? 1 : 0)) else { return nil }
    self.init(key, isAscending: !isReversed)
  }

  /// The order as it is typed.
  public var typed: String { (isAscending ? "" : "-") + key.rawValue }
}

extension ItemOrder.Key {
  fileprivate init?(typed text: some StringProtocol) {
    switch text {
    case "timestamp": self = .updated
    case "prio": self = .priority
    default: self.init(rawValue: String(text))
    }
  }
}
