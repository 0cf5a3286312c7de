/// How the stored values of an attribute become those of its changed type.
struct ValueConversion: Sendable {
  /// The SQL of the new value, with `$` for the old column.
  let expression: String
  /// The SQL that holds for the old values that lose nothing, nil if all do.
  let lossless: String?
  /// Whether only reading can tell that a value is one of the new type.
  let needsReading: Bool
  /// How each old value has to be written anew, nil if SQL does all.
  let rewriting: Rewriting?

  init(
    _ expression: String = "$", lossless: String? = nil, needsReading: Bool = false, rewriting: Rewriting? = nil
  ) {
    self.expression = expression
    self.lossless = lossless
    self.needsReading = needsReading
    self.rewriting = rewriting
  }

  /// Whether values stay as they are, without a look at them.
  var isIdentity: Bool { expression == "$" && lossless == nil && !needsReading && rewriting == nil }

  /// The conversion between two versions of an attribute, nil if there is none.
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
      self.init(needsReading: !isReadable)
      return
    }
    guard new.columns.count == 1, let from = old.storageType ?? Self.typeName(ofColumn: old.columns[0].type),
      let to = new.storageType, let conversion = Self.conversion(from, to)
    else { return nil }
    self = conversion
  }

  /// Whether old values can be read as new ones; a store that never named its encodings is taken at its word.
  ///
  /// Data in the column is what data that may be in files can be too.
  private static func keepsEncoding(_ old: AttributeDescription, _ new: AttributeDescription) -> Bool {
    guard let encoding = old.encoding, encoding != new.encoding else { return true }
    return encoding == .plain && new.encoding == .external
  }

  /// What a column of a store that never named its types holds at least.
  private static func typeName(ofColumn type: String) -> String? {
    ["INTEGER": "Int64", "REAL": "Double", "TEXT": "String", "BLOB": "Data", "BOOLEAN": "Bool"][type]
  }
}

extension AttributeDescription {
  /// The names of the members of a value that has a column for each; otherwise one, without a name.
  fileprivate var members: [String] {
    columns.count == 1 ? [""] : columns.map { String($0.name.dropFirst(name.count)) }
  }
}

extension ValueConversion {
  private static let integers: Set = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32"]
  private static let shiftedIntegers: Set = ["UInt", "UInt64"]
  /// Types that are stored as their text, which SQLite hands over as it is.
  private static let texts: Set = ["String", "Decimal", "UUID", "URL"]
  /// The distance between a large unsigned integer and what is stored for it.
  private static let shift = "(-9223372036854775807 - 1)"

  private static func conversion(_ old: String, _ new: String) -> ValueConversion? {
    switch (old, new) {
    case ("Bool", _) where integers.contains(new), ("Float", "Double"), ("Date", "Double"), ("Double", "Date"):
      ValueConversion()
    case (_, "Bool") where integers.contains(old): ValueConversion(lossless: "$ IN (0, 1)")
    case ("Double", _) where integers.contains(new):
      ValueConversion("CAST($ AS INTEGER)", lossless: "$ = CAST($ AS INTEGER)", needsReading: true)
    case ("String", "Data"): ValueConversion("CAST($ AS BLOB)")
    default: integerConversion(old, new) ?? textConversion(old, new)
    }
  }

  private static func integerConversion(_ old: String, _ new: String) -> ValueConversion? {
    switch (integers.contains(old), shiftedIntegers.contains(old)) {
    case (true, _) where integers.contains(new): ValueConversion(needsReading: true)
    case (true, _) where shiftedIntegers.contains(new): ValueConversion("($ + \(shift))", lossless: "$ >= 0")
    // Beyond these a floating-point number skips integers.
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
      ValueConversion(needsReading: true, rewriting: CanonicalSpelling(new).map { .spelling($0) })
    case (_, "String") where integers.contains(old), (_, "Decimal") where integers.contains(old):
      ValueConversion("CAST($ AS TEXT)")
    case ("String", _) where integers.contains(new):
      ValueConversion("CAST($ AS INTEGER)", lossless: "CAST(CAST($ AS INTEGER) AS TEXT) = $", needsReading: true)
    default: nil
    }
  }

  /// The SQL of the new value of a quoted column.
  func sql(_ column: String) -> String { Self.replacing(expression, column) }

  /// The SQL that holds for the values of a quoted column that lose nothing.
  func losslessSQL(_ column: String) -> String? { lossless.map { Self.replacing($0, column) } }

  private static func replacing(_ template: String, _ column: String) -> String {
    template.split(separator: "$", omittingEmptySubsequences: false).joined(separator: column)
  }
}
