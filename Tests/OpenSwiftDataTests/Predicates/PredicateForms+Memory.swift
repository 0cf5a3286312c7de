import Foundation

extension PredicateForms {
  static let memory = PredicateForms(
    "what SQL can't say",
    [
      PredicateForm("computed property", .memory, #Predicate { $0.shownText == "AB" }),
      PredicateForm("computed property && column", .memory, #Predicate { $0.flag && $0.shownText == "AB" }),
      PredicateForm("computed property || column", .memory, #Predicate { $0.flag || $0.shownText == "AB" }),
      PredicateForm("computed of an enumeration", .memory, #Predicate { $0.mood.shout == "BUSY" }),
      PredicateForm("list attribute", .memory, #Predicate { $0.words.contains("a") }),
      PredicateForm("count of a list attribute", .memory, #Predicate { $0.words.count == 1 }),
      PredicateForm("struct attribute", .memory, formStructAttribute),
      PredicateForm("first character", .memory, #Predicate { $0.text.first == nil }),
      PredicateForm("not a number", .memory, formNotANumber),
    ])

  private static let formStructAttribute: Predicate<Specimen> = {
    let place = Specimen.Place()
    return #Predicate { $0.place == place }
  }()
  private static let formNotANumber: Predicate<Specimen> = {
    let none = Double.nan
    return #Predicate { $0.real != none }
  }()
}
