import DocketLocking
import Foundation

/// The key paths that this library's own `SortDescriptor` initialisers make of properties: they append what Foundation
/// can compare, and compares as SQL does.
///
/// A descriptor shows nothing but its key path, which can't be taken apart, so what each was made of is kept.
enum DerivedSortKeys {
  /// What is appended.
  enum Order: Hashable, Sendable {
    /// False before true.
    case boolean
    /// The order of raw values.
    case rawValue
    /// The order of the bytes of raw values that are texts.
    case rawText
    /// A collation of texts; nil for the order of their bytes.
    case text(TextCollation?)
  }

  /// A key path and what was appended to it.
  struct Source: @unchecked Sendable {
    // Sound: the key paths of sort descriptors are Sendable.
    let keyPath: AnyKeyPath
    let order: Order
  }

  private struct Base: Hashable {
    let keyPath: AnyKeyPath
    let order: Order
  }

  private struct Tables: @unchecked Sendable {
    // Sound: see `Source`; only the mutex hands the tables out.
    var sources: [AnyKeyPath: Source] = [:]
    var paths: [Base: AnyKeyPath] = [:]

    mutating func keep(_ path: AnyKeyPath?, of source: Source) {
      // Key paths with arguments could be without number; those that are not kept are sorted by in memory.
      guard let path, paths.count < 10_000 else { return }
      sources[path] = source
      paths[Base(keyPath: source.keyPath, order: source.order)] = path
    }
  }

  private struct Path: @unchecked Sendable {
    // Sound: see `Source`.
    let keyPath: AnyKeyPath?
  }

  private static let tables = Lock(Tables())

  /// A key path with another one behind it, made once.
  static func path<Model, Value, Key>(
    _ base: KeyPath<Model, Value>, appending key: KeyPath<Value, Key>, _ order: Order
  ) -> KeyPath<Model, Key> {
    let source = Source(keyPath: base, order: order)
    let known = tables.withLock { Path(keyPath: $0.paths[Base(keyPath: source.keyPath, order: order)]) }
    if let path = known.keyPath as? KeyPath<Model, Key> { return path }
    let path = base.appending(path: key)
    let made = Path(keyPath: path)
    tables.withLock { $0.keep(made.keyPath, of: source) }
    return path
  }

  /// What a key path was made of; nil if it was not made here.
  static func source(of keyPath: AnyKeyPath) -> Source? {
    let path = Path(keyPath: keyPath)
    return tables.withLock { tables in path.keyPath.flatMap { tables.sources[$0] } }
  }
}
