import Foundation
import Locking

/// The key paths that this library's own `SortDescriptor` initialisers make of properties: appended to each, so that
/// Foundation can compare what it could not.
///
/// Two key paths of the same components are equal, so the ones of a model type are made once and looked up.
enum DerivedSortKeys {
  struct Key: Sendable {
    let property: ModelProperty
    let collation: TextCollation?
  }

  private struct Tables: @unchecked Sendable {
    // Sound: key paths without captures are immutable; only the mutex hands the tables out.
    var byType: [ObjectIdentifier: [AnyKeyPath: Key]] = [:]
  }

  private static let tables = Lock(Tables())

  /// What a derived key path sorts by, or nil if it is none.
  static func key(for keyPath: AnyKeyPath, _ properties: ModelProperties) -> Key? {
    let type = ObjectIdentifier(properties.modelType)
    struct Sought: @unchecked Sendable {
      // Sound: see `Tables`.
      let keyPath: AnyKeyPath
    }
    let sought = Sought(keyPath: keyPath)
    return tables.withLock { tables in
      if let table = tables.byType[type] { return table[sought.keyPath] }
      let table = table(of: properties)
      tables.byType[type] = table
      return table[sought.keyPath]
    }
  }

  private static func table(of properties: ModelProperties) -> [AnyKeyPath: Key] {
    var table: [AnyKeyPath: Key] = [:]
    for property in properties.stored {
      for (keyPath, collation) in derived(property) {
        table[keyPath] = Key(property: property, collation: collation ?? property.sqlKind.collation)
      }
    }
    return table
  }

  private static func derived(_ property: ModelProperty) -> [(AnyKeyPath, TextCollation?)] {
    let keyPath = property.keyPath as AnyKeyPath
    let paths: [(AnyKeyPath?, TextCollation?)] =
      switch property.sqlKind {
      case .boolean:
        [
          (keyPath.appending(path: \Bool.sortKey as AnyKeyPath), nil),
          (keyPath.appending(path: \Bool?.sortKey as AnyKeyPath), nil),
        ]
      case .text: localized(keyPath)
      default: []
      }
    let raw = unwrapped(type(of: keyPath).valueType) as? any RawRepresentable.Type
    let all = paths + [(raw.flatMap { appended(to: keyPath, $0) }, nil)]
    return all.compactMap { path, collation in path.map { ($0, collation) } }
  }

  private static func localized(_ keyPath: AnyKeyPath) -> [(AnyKeyPath?, TextCollation?)] {
    [
      (keyPath.appending(path: \String.localizedSortKey as AnyKeyPath), .localized),
      (keyPath.appending(path: \String.localizedStandardSortKey as AnyKeyPath), .localizedStandard),
      (keyPath.appending(path: \String?.localizedSortKey as AnyKeyPath), .localized),
      (keyPath.appending(path: \String?.localizedStandardSortKey as AnyKeyPath), .localizedStandard),
    ]
  }

  private static func appended<Raw: RawRepresentable>(to keyPath: AnyKeyPath, _: Raw.Type) -> AnyKeyPath? {
    (RawSortKey<Raw>.self as? any SortableByRawValue.Type)?.appended(to: keyPath)
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    (type as? any OptionalType.Type)?.wrappedType ?? type
  }
}
