import SwiftData

/// A new item that is to be selected once the list has it.
struct AwaitedItem {
  let id: PersistentIdentifier
  /// What keys wait for until then; nil if none do.
  let number: Int?
}
