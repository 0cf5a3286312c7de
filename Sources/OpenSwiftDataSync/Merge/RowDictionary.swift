/// A dictionary for what a row has: looked through one by one, which is faster than hashing while there are few.
///
/// Merging a row builds several of them, and hashing names took a sixth of the time. A row with many members has more
/// entries than are looked through; then their places are hashed.
public struct RowDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var entries: [(key: Key, value: Value)] = []
  /// Where the keys are, once there are many.
  private var places: [Key: Int] = [:]

  /// How many are looked through.
  private static var fewEntries: Int { 32 }

  init(minimumCapacity: Int) { entries.reserveCapacity(minimumCapacity) }

  /// A dictionary with these entries; of several with one key, the last one.
  public init(_ elements: some Sequence<(key: Key, value: Value)>) {
    for (key, value) in elements { self[key] = value }
  }

  /// How many entries it has.
  public var count: Int { entries.count }

  /// Whether it has no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The keys, in no order.
  public var keys: [Key] { entries.map(\.key) }

  mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// The value of a key; nil for none.
  ///
  /// - Complexity: O(1); as few keys as most rows have are compared one by one.
  public subscript(_ key: Key) -> Value? {
    get { place(of: key).map { entries[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): entries[place].value = value
      case (nil, let value?): append(key, value)
      case (let place?, nil): remove(at: place)
      case (nil, nil): break
      }
    }
  }

  /// The value of a key, searched from `place` on, which becomes the one after it; nil for none.
  ///
  /// Who asks for several keys in the order of the entries finds each at once.
  func value(of key: Key, from place: inout Int) -> Value? {
    var index = place
    // Of many entries only the next one is looked at, before the key is hashed.
    let end = places.isEmpty ? entries.count : Swift.min(entries.count, place + 1)
    while index < end, entries[index].key != key { index += 1 }
    if index >= end {
      guard let found = self.place(of: key) else { return nil }
      index = found
    }
    place = index + 1
    return entries[index].value
  }

  /// Adds a key that is not there yet.
  mutating func append(_ key: Key, _ value: Value) {
    assert(place(of: key) == nil, "two entries with one key")
    entries.append((key, value))
    if !places.isEmpty {
      places[key] = entries.count - 1
    } else if entries.count > Self.fewEntries {
      for (place, entry) in entries.enumerated() { places[entry.key] = place }
    }
  }

  private func place(of key: Key) -> Int? {
    guard places.isEmpty else { return places[key] }
    for index in entries.indices where entries[index].key == key { return index }
    return nil
  }

  /// The last entry takes the place of the removed one.
  private mutating func remove(at place: Int) {
    entries.swapAt(place, entries.count - 1)
    let removed = entries.removeLast()
    guard !places.isEmpty else { return }
    places[removed.key] = nil
    if place < entries.count { places[entries[place].key] = place }
  }
}

extension RowDictionary: Sequence {
  /// Goes through the entries, in no order.
  public func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> { entries.makeIterator() }

  /// The number of entries.
  public var underestimatedCount: Int { entries.count }
}

extension RowDictionary: Equatable where Value: Equatable {
  /// Whether both have the same keys and values, in whatever order.
  public static func == (left: RowDictionary, right: RowDictionary) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }
}

extension RowDictionary: Hashable where Value: Hashable {
  /// Hashes the entries, in whatever order they are.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first })
  }
}

extension RowDictionary: ExpressibleByDictionaryLiteral {
  /// A dictionary with the entries of a literal.
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(elements.lazy.map { (key: $0.0, value: $0.1) })
  }
}

/// Values of a row by the names of their properties.
public typealias RowValues = RowDictionary<String, SyncValue>
