import Foundation
import OpenSwiftData

// MARK: - Sequences

extension PredicateForms {
  static let sequences = PredicateForms(
    "lists",
    [
      PredicateForm("integers", contains([1, 2, 9])),
      PredicateForm("many integers", contains(Array(-100...2))),
      PredicateForm("no integers", contains([])),
      PredicateForm("not in integers", containsNot([1, 2])),
      PredicateForm("texts", formTexts),
      PredicateForm("accented texts", accented),
      PredicateForm("accented and nil", accentedOrNil),
      PredicateForm("not in optionals", formNotInOptionals),
      PredicateForm("only nil", formOnlyNil),
      PredicateForm("optionals without nil", formOptionalsWithoutNil),
      PredicateForm("set", formSet),
      PredicateForm("dates", formDates),
      PredicateForm("decimals", formDecimals),
      PredicateForm("reals", formReals),
      PredicateForm("enumerations", formEnumerations),
      PredicateForm("unsigned", formUnsigned),
      PredicateForm("UUIDs", formUuids),
      PredicateForm("data", formData),
      PredicateForm("identifiers", identifiers),
      PredicateForm("one identifier", oneIdentifier),
      PredicateForm("not one identifier", notOneIdentifier),
      PredicateForm("another entity's identifier", foreignIdentifier),
      PredicateForm("contains(where:)", formContainsWhere),
      PredicateForm("allSatisfy", formAllsatisfy),
      PredicateForm("contains(where:) of none", formContainsWhereOfNone),
    ])

  private static func contains(_ values: [Int]) -> Predicate<Specimen> { #Predicate { values.contains($0.count) } }
  private static func containsNot(_ values: [Int]) -> Predicate<Specimen> { #Predicate { !values.contains($0.count) } }

  private static let accented: Predicate<Specimen> = {
    let texts = ["\u{E9}", "ab", "Kelvin", "A\u{308}pfel"]
    return #Predicate { texts.contains($0.text) }
  }()
  private static let accentedOrNil: Predicate<Specimen> = {
    let texts = ["\u{E9}", "ab", nil]
    return #Predicate { !texts.contains($0.optionalText) }
  }()
  private static let identifiers: Predicate<Specimen> = {
    let identifiers = Set(SpecimenStore.identifiers.prefix(1000))
    return #Predicate { identifiers.contains($0.persistentModelID) }
  }()
  private static let oneIdentifier: Predicate<Specimen> = {
    let identifier = SpecimenStore.identifiers[7]
    return #Predicate { $0.persistentModelID == identifier }
  }()
  private static let notOneIdentifier: Predicate<Specimen> = {
    let identifier = SpecimenStore.identifiers[7]
    return #Predicate { $0.id != identifier }
  }()
  private static let foreignIdentifier: Predicate<Specimen> = {
    let identifiers = [
      try? PersistentIdentifier.identifier(for: "elsewhere", entityName: "Specimen", primaryKey: 7)
    ].compactMap(\.self)
    let identifier = identifiers[0]
    return #Predicate { $0.persistentModelID != identifier }
  }()

  private static let formTexts: Predicate<Specimen> = {
    let texts = ["a", "Ab"]
    return #Predicate { texts.contains($0.text) }
  }()
  private static let formNotInOptionals: Predicate<Specimen> = {
    let values: [Int?] = [1, nil]
    return #Predicate { !values.contains($0.optionalCount) }
  }()
  private static let formOnlyNil: Predicate<Specimen> = {
    let values: [Int?] = [nil]
    return #Predicate { values.contains($0.optionalCount) }
  }()
  private static let formOptionalsWithoutNil: Predicate<Specimen> = {
    let values: [Int?] = [1, 2]
    return #Predicate { !values.contains($0.optionalCount) }
  }()
  private static let formSet: Predicate<Specimen> = {
    let values: Set = [1, 2]
    return #Predicate { values.contains($0.count) }
  }()
  private static let formDates: Predicate<Specimen> = {
    let values = [Date(timeIntervalSinceReferenceDate: 0.1)]
    return #Predicate { values.contains($0.date) }
  }()
  private static let formDecimals: Predicate<Specimen> = {
    let values = [Decimal(9.5), 100]
    return #Predicate { values.contains($0.amount) }
  }()
  private static let formReals: Predicate<Specimen> = {
    let values = [0.1, 0]
    return #Predicate { values.contains($0.real) }
  }()
  private static let formEnumerations: Predicate<Specimen> = {
    let values = [Specimen.Mood.busy, .calm]
    return #Predicate { values.contains($0.mood) }
  }()
  private static let formUnsigned: Predicate<Specimen> = {
    let values: [UInt64] = [.max, 1 << 63]
    return #Predicate { values.contains($0.huge) }
  }()
  private static let formUuids: Predicate<Specimen> = {
    let values = Array(Specimen.uids.prefix(2))
    return #Predicate { values.contains($0.uid) }
  }()
  private static let formData: Predicate<Specimen> = {
    let values = [Data(), Data([0])]
    return #Predicate { values.contains($0.bytes) }
  }()
  private static let formContainsWhere: Predicate<Specimen> = {
    let values = [1, 2]
    return #Predicate { specimen in values.contains(where: { $0 < specimen.count }) }
  }()
  private static let formAllsatisfy: Predicate<Specimen> = {
    let values = [1, 2]
    return #Predicate { specimen in values.allSatisfy { $0 < specimen.count } }
  }()
  private static let formContainsWhereOfNone: Predicate<Specimen> = {
    let values: [Int] = []
    return #Predicate { specimen in values.contains(where: { $0 < specimen.count }) }
  }()
}

// MARK: - Captured values

extension PredicateForms {
  private struct Settings: Codable, Sendable { var limit = 2, name: String? = "ab" }

  static let captured = PredicateForms(
    "captured values",
    [
      PredicateForm("array subscript", formArraySubscript),
      PredicateForm("array subscript out of bounds", .memory, formArraySubscriptOutOfBounds),
      PredicateForm("dictionary subscript", formDictionarySubscript),
      PredicateForm("dictionary without the key", formDictionaryWithoutTheKey),
      PredicateForm("dictionary default", formDictionaryDefault),
      PredicateForm("max", formMax),
      PredicateForm("min of none", formMinOfNone),
      PredicateForm("count", formCount),
      PredicateForm("filter count", formFilterCount),
      PredicateForm("property", formProperty),
      PredicateForm("optional property", formOptionalProperty),
      PredicateForm("cast", formCast),
    ])

  private static let formArraySubscript: Predicate<Specimen> = {
    let values = [5, 2]
    return #Predicate { $0.count == values[1] }
  }()
  private static let formArraySubscriptOutOfBounds: Predicate<Specimen> = {
    let values = [5]
    return #Predicate { $0.count == values[1] }
  }()
  private static let formDictionarySubscript: Predicate<Specimen> = {
    let values = ["a": 2]
    return #Predicate { $0.optionalCount == values["a"] }
  }()
  private static let formDictionaryWithoutTheKey: Predicate<Specimen> = {
    let values = ["a": 2]
    return #Predicate { $0.optionalCount == values["b"] }
  }()
  private static let formDictionaryDefault: Predicate<Specimen> = {
    let values = ["a": 2]
    return #Predicate { $0.count == values["b", default: 3] }
  }()
  private static let formMax: Predicate<Specimen> = {
    let values = [1, 5]
    return #Predicate { $0.optionalCount == values.max() }
  }()
  private static let formMinOfNone: Predicate<Specimen> = {
    let values: [Int] = []
    return #Predicate { $0.optionalCount == values.min() }
  }()
  private static let formCount: Predicate<Specimen> = {
    let values = [1, 5]
    return #Predicate { $0.count == values.count }
  }()
  private static let formFilterCount: Predicate<Specimen> = {
    let values = [1, 5]
    return #Predicate { $0.count == values.filter { $0 > 1 }.count }
  }()
  private static let formProperty: Predicate<Specimen> = {
    let settings = Settings()
    return #Predicate { $0.count > settings.limit }
  }()
  private static let formOptionalProperty: Predicate<Specimen> = {
    let settings = Settings()
    return #Predicate { $0.optionalText == settings.name }
  }()
  private static let formCast: Predicate<Specimen> = {
    let value: Int? = 2
    return #Predicate { $0.optionalCount as Int? == value }
  }()
}
