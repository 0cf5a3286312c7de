import Foundation

/// How SQL stores, compares and calculates with a Swift type's values.
enum SQLKind: Hashable, Sendable {
  case boolean
  case number(NumberType)
  case date
  case text
  /// A text compared by bytes, such as a UUID or an order key.
  case token
  case blob
  /// The primary key of a row of an entity.
  case identifier(EntityIdentity?)
  /// A value stored as JSON, which only its own type can compare.
  case opaque

  /// The collation that compares as Swift does; nil if SQLite's own does.
  var collation: TextCollation? {
    switch self {
    case .text: .swift
    case .number(.decimal): .decimal
    default: nil
    }
  }

  var isOrdered: Bool {
    switch self {
    case .boolean, .blob, .opaque, .identifier(nil): false
    default: true
    }
  }
}

/// A number type that predicates calculate with; the raw value tells SQL functions how, only within cached statements.
enum NumberType: Int32, Sendable, CaseIterable {
  case int8 = 1
  case int16, int32, int64, uint8, uint16, uint32, uint64, float, double, decimal

  var isInteger: Bool { rawValue <= Self.uint64.rawValue }
}

extension SQLKind {
  /// The kind of a type, of an optional's wrapped type, or of an enumeration's raw values.
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

  /// Whether a type is stored as it is, neither an optional nor an enumeration; asking the type itself takes far longer
  /// the first time.
  static func isStandard(_ type: Any.Type) -> Bool { standard[ObjectIdentifier(type)] != nil }

  private static func rawKind<Raw: RawRepresentable>(_: Raw.Type) -> SQLKind { SQLKind(Raw.RawValue.self) }

  private static let standard: [ObjectIdentifier: SQLKind] = [
    ObjectIdentifier(Bool.self): .boolean, ObjectIdentifier(String.self): .text, ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(UUID.self): .token, ObjectIdentifier(URL.self): .token, ObjectIdentifier(Data.self): .blob,
    ObjectIdentifier(OrderKey.self): .token,
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
