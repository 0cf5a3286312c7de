import SwiftData

/// New items, of which the first one is to be selected once the list has it.
struct AwaitedItem {
  let ids: [PersistentIdentifier]
  /// What keys wait for until then; nil if none do.
  let number: Int?
}
