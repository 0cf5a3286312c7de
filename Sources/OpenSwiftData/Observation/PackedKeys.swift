/// Keys in an order, in four bytes each where all of them fit.
///
/// A million rows of a list are a million keys, and a store numbers its rows from 1; only unsaved models have others.
struct PackedKeys: Sendable {
  private enum Storage: Sendable {
    case narrow(ContiguousArray<UInt32>)
    case wide(ContiguousArray<Int64>)
  }

  private let storage: Storage
  /// The smallest and the largest key; 0 for both if there is none.
  let span: ClosedRange<Int64>

  init(_ keys: some Collection<Int64>) {
    var (low, high) = (keys.first ?? 0, keys.first ?? 0)
    for key in keys { (low, high) = (Swift.min(low, key), Swift.max(high, key)) }
    span = low...high
    let isNarrow = low >= 0 && high <= UInt32.max
    storage =
      isNarrow
      ? .narrow(ContiguousArray(keys.lazy.map { UInt32(truncatingIfNeeded: $0) })) : .wide(ContiguousArray(keys))
  }

  /// The offsets of the keys for which a condition holds.
  func offsets(where holds: (Int64) -> Bool) -> [Int] {
    switch storage {
    case .narrow(let keys): keys.indices.filter { holds(Int64(keys[$0])) }
    case .wide(let keys): keys.indices.filter { holds(keys[$0]) }
    }
  }

  func firstIndex(of key: Int64) -> Int? {
    guard span.contains(key) else { return nil }
    return switch storage {
    case .narrow(let keys): keys.firstIndex(of: UInt32(truncatingIfNeeded: key))
    case .wide(let keys): keys.firstIndex(of: key)
    }
  }
}

extension PackedKeys: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    switch storage {
    case .narrow(let keys): keys.count
    case .wide(let keys): keys.count
    }
  }

  subscript(index: Int) -> Int64 {
    switch storage {
    case .narrow(let keys): Int64(keys[index])
    case .wide(let keys): keys[index]
    }
  }
}

extension PackedKeys: Equatable {
  /// Equal keys are packed alike.
  static func == (left: PackedKeys, right: PackedKeys) -> Bool {
    switch (left.storage, right.storage) {
    case (.narrow(let left), .narrow(let right)): left == right
    case (.wide(let left), .wide(let right)): left == right
    case (.narrow, .wide), (.wide, .narrow): false
    }
  }
}
