import Foundation

/// How the values of a Swift type are stored in SQL, and so how they are compared and calculated with there.
enum SQLKind: Hashable, Sendable {
  case boolean
  case number(NumberType)
  case date
  case text
  /// A text that is compared by its bytes, as a UUID is.
  case token
  case blob
  /// The primary key of a row of an entity.
  case identifier(EntityIdentity?)
  /// A value that only its own type can compare; it is stored as JSON.
  case opaque

  /// The collation that compares values as Swift does; nil if SQLite's own comparison does.
  var collation: TextCollation? {
    switch self {
    case .text: .swift
    case .number(.decimal): .decimal
    default: nil
    }
  }

  /// Whether SQL can order the values.
  var isOrdered: Bool {
    switch self {
    case .boolean, .blob, .opaque, .identifier(nil): false
    default: true
    }
  }
}

/// A number type that predicates calculate with.
///
/// The raw value tells the SQL functions how to calculate; it is part of cached statements only.
enum NumberType: Int32, Sendable, CaseIterable {
  case int8 = 1
  case int16, int32, int64, uint8, uint16, uint32, uint64, float, double, decimal

  var isInteger: Bool { rawValue <= Self.uint64.rawValue }
}

extension SQLKind {
  /// The kind of a type; that of the wrapped type for an optional, that of the raw values for an enumeration.
  init(_ type: Any.Type) {
    if let kind = Self.standard[ObjectIdentifier(type)] {
      self = kind
    } else if let optional = type as? any OptionalType.Type {
      self.init(optional.wrappedType)
    } else if let raw = type as? any RawRepresentable.Type {
      self = Self.rawKind(raw)
    } else {
      self = .opaque
    }
  }

  private static func rawKind<Raw: RawRepresentable>(_: Raw.Type) -> SQLKind { SQLKind(Raw.RawValue.self) }

  private static let standard: [ObjectIdentifier: SQLKind] = [
    ObjectIdentifier(Bool.self): .boolean, ObjectIdentifier(String.self): .text, ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(UUID.self): .token, ObjectIdentifier(URL.self): .token, ObjectIdentifier(Data.self): .blob,
    ObjectIdentifier(PersistentIdentifier.self): .identifier(nil),
    ObjectIdentifier(Int.self): .number(.int64), ObjectIdentifier(Int8.self): .number(.int8),
    ObjectIdentifier(Int16.self): .number(.int16), ObjectIdentifier(Int32.self): .number(.int32),
    ObjectIdentifier(Int64.self): .number(.int64), ObjectIdentifier(UInt.self): .number(.uint64),
    ObjectIdentifier(UInt8.self): .number(.uint8), ObjectIdentifier(UInt16.self): .number(.uint16),
    ObjectIdentifier(UInt32.self): .number(.uint32), ObjectIdentifier(UInt64.self): .number(.uint64),
    ObjectIdentifier(Float.self): .number(.float), ObjectIdentifier(Double.self): .number(.double),
    ObjectIdentifier(CGFloat.self): .number(.double),
    ObjectIdentifier(Decimal.self): .number(.decimal),
  ]
}
