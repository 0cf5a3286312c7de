import DocketLocking
import Foundation

/// Issues keys for models without a row: negative, and never twice in a process.
///
/// Each type gets its keys in blocks, so that models inserted in a row have neighbouring keys, as their rows will.
enum TemporaryKeys {
  private struct Blocks {
    var lastUsed: [ObjectIdentifier: Int64] = [:]
    var lastBlock: Int64 = 0
  }

  /// Tells the keys of this process from those of others.
  static let process = UUID().uuidString

  private static let blockSize: Int64 = 1024
  private static let blocks = Lock(Blocks())

  static func next(for type: any PersistentModel.Type) -> Int64 {
    blocks.withLock { blocks in
      var key = blocks.lastUsed[ObjectIdentifier(type)] ?? 0
      if key % blockSize == 0 {
        key = blocks.lastBlock
        blocks.lastBlock -= blockSize
      }
      blocks.lastUsed[ObjectIdentifier(type)] = key - 1
      return key - 1
    }
  }
}
