import Foundation

/// Converts the stored values of an attribute to its new type, as far as possible in SQL.
struct ValueConversion: Sendable {
  /// The SQL of the new value, with `$` for the old column.
  let expression: String
  /// The SQL condition of old values that are converted without loss; nil if all are.
  let lossless: String?
  /// Whether reading a value is the only way to tell that it is one of the new type.
  let needsReading: Bool
  /// Whether a text is replaced by the one that the new type writes for it, where that differs.
  let isWrittenAnew: Bool
  /// How each value is rewritten; nil if SQL is enough.
  let rewriting: Rewriting?

  init(
    _ expression: String = "$", lossless: String? = nil, needsReading: Bool = false, isWrittenAnew: Bool = false,
    rewriting: Rewriting? = nil
  ) {
    self.expression = expression
    self.lossless = lossless
    self.needsReading = needsReading
    self.isWrittenAnew = isWrittenAnew
    self.rewriting = rewriting
  }

  /// Whether values stay unchanged and need no check.
  var isIdentity: Bool { expression == "$" && lossless == nil && !needsReading && rewriting == nil }

  /// The conversion between two versions of an attribute; nil if there is none.
  init?(from old: AttributeDescription, to new: AttributeDescription) {
    guard old.members == new.members else { return nil }
    guard Self.keepsEncoding(old, new) else {
      guard old.encoding == .external, new.encoding == .plain, old.valueType == new.valueType else { return nil }
      self.init(rewriting: .fromFiles)
      return
    }
    let hasSameTypes = old.columns.map(\.type) == new.columns.map(\.type)
    let isReadable = old.valueType == nil || old.valueType == new.valueType
    if hasSameTypes, old.storageType == nil || old.storageType == new.storageType {
      // A type may read the texts of another one and have its own for the same, with which look-ups compare.
      let isText = new.columns.count == 1 && new.storageType == "String"
      self.init(needsReading: !isReadable, isWrittenAnew: !isReadable && isText)
      return
    }
    guard new.columns.count == 1, let from = old.storageType ?? Self.typeName(ofColumn: old.columns[0].type),
      let to = new.storageType, let conversion = Self.conversion(from, to)
    else { return nil }
    self = conversion
  }

  /// Whether old values can be read as new ones, which is assumed in a store without encodings.
  ///
  /// Data in a column is also valid for an attribute whose data may be in files.
  private static func keepsEncoding(_ old: AttributeDescription, _ new: AttributeDescription) -> Bool {
    guard let encoding = old.encoding, encoding != new.encoding else { return true }
    return encoding == .plain && new.encoding == .external
  }

  /// The Swift type behind the columns of a store that does not name its types.
  private static func typeName(ofColumn type: String) -> String? {
    ["INTEGER": "Int64", "REAL": "Double", "TEXT": "String", "BLOB": "Data", "BOOLEAN": "Bool"][type]
  }
}

extension AttributeDescription {
  /// The names of a composite value's members, which have a column each; otherwise one empty name.
  fileprivate var members: [String] {
    columns.count == 1 ? [""] : columns.map { String($0.name.dropFirst(name.count)) }
  }
}

extension ValueConversion {
  private static let integers: Set = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32"]
  private static let shiftedIntegers: Set = ["UInt", "UInt64"]
  /// Types that are stored as their text, without conversion.
  private static let texts: Set = ["String", "Decimal", "UUID", "URL"]
  /// The difference between a large unsigned integer and what is stored for it.
  private static let shift = "(-9223372036854775807 - 1)"

  private static func conversion(_ old: String, _ new: String) -> ValueConversion? {
    switch (old, new) {
    case ("Bool", _) where integers.contains(new), ("Float", "Double"), ("Date", "Double"), ("Double", "Date"):
      ValueConversion()
    case (_, "Bool") where integers.contains(old): ValueConversion(lossless: "$ IN (0, 1)")
    case ("Double", _) where integers.contains(new):
      ValueConversion("CAST($ AS INTEGER)", lossless: "$ = CAST($ AS INTEGER)", needsReading: true)
    case ("String", "Data"): ValueConversion("CAST($ AS BLOB)")
    case ("Double", "OrderKey"): ValueConversion("\(SQLFunctions.orderKey)($)")
    case ("String", "OrderKey"), ("OrderKey", "String"): ValueConversion()
    default: integerConversion(old, new) ?? textConversion(old, new)
    }
  }

  private static func integerConversion(_ old: String, _ new: String) -> ValueConversion? {
    switch (integers.contains(old), shiftedIntegers.contains(old)) {
    case (true, _) where integers.contains(new): ValueConversion(needsReading: true)
    case (true, _) where shiftedIntegers.contains(new): ValueConversion("($ + \(shift))", lossless: "$ >= 0")
    // Beyond these bounds a floating-point number can't represent every integer.
    case (true, _) where new == "Double": ValueConversion("CAST($ AS REAL)", lossless: "abs($) <= 9007199254740992")
    case (true, _) where new == "Float": ValueConversion("CAST($ AS REAL)", lossless: "abs($) <= 16777216")
    case (_, true) where shiftedIntegers.contains(new): ValueConversion()
    case (_, true) where integers.contains(new):
      ValueConversion("($ - \(shift))", lossless: "$ < 0", needsReading: true)
    default: nil
    }
  }

  private static func textConversion(_ old: String, _ new: String) -> ValueConversion? {
    switch (old, new) {
    case ("Decimal", "String"), ("UUID", "String"), ("URL", "String"): ValueConversion()
    case ("String", _) where texts.contains(new):
      ValueConversion(needsReading: true, rewriting: CanonicalText(new).map { .canonical($0) })
    case (_, "String") where integers.contains(old), (_, "Decimal") where integers.contains(old):
      ValueConversion("CAST($ AS TEXT)")
    case ("String", _) where integers.contains(new):
      ValueConversion("CAST($ AS INTEGER)", lossless: "CAST(CAST($ AS INTEGER) AS TEXT) = $", needsReading: true)
    default: nil
    }
  }

  func sql(_ column: String) -> String { Self.replacing(expression, column) }

  /// The SQL condition for the values of a quoted column that are converted without loss.
  func losslessSQL(_ column: String) -> String? { lossless.map { Self.replacing($0, column) } }

  private static func replacing(_ template: String, _ column: String) -> String {
    template.split(separator: "$", omittingEmptySubsequences: false).joined(separator: column)
  }
}

/// How an old value is rewritten when its attribute changes.
enum Rewriting: Sendable {
  /// To the canonical text of the new type, with which look-ups compare.
  case canonical(CanonicalText)
  /// From a file beside the store into the store.
  case fromFiles

  /// The SQL condition of the values that may have to be rewritten, with the new column.
  func condition(_ column: String) -> String { "typeof(\(column)) = 'text'" }

  /// The new value for an old text; nil if there is none.
  func value(of text: String, on connection: Connection) -> SQLiteValue? {
    switch self {
    case .canonical(let canonical): canonical.text(of: text).map { .text($0) }
    case .fromFiles: (try? connection.externalData?.data(named: text)).map { .blob($0) }
    }
  }
}

/// The one text that stores hold for a value of a type that can be written in several ways.
enum CanonicalText: String, Sendable {
  case decimal = "Decimal"
  case identifier = "UUID"
  case address = "URL"

  /// Nil for a type without several texts for one value.
  init?(_ type: String) { self.init(rawValue: type) }

  /// The canonical text of the same value; nil if the text is no value of the type.
  func text(of text: String) -> String? {
    switch self {
    case .decimal: decimal(text)
    case .identifier: UUID(uuidString: text)?.uuidString
    case .address: URL(string: text)?.absoluteString
    }
  }

  /// Foundation accepts any text that begins with a number; here the whole text has to be one.
  private func decimal(_ text: String) -> String? {
    guard text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil else { return nil }
    return Decimal(string: text)?.description
  }
}
