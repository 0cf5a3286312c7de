import Foundation

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
