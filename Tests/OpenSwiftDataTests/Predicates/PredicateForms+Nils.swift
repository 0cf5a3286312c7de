import Foundation

extension PredicateForms {
  static let nils = PredicateForms(
    "nil on either side",
    [
      PredicateForm("== nil", #Predicate { $0.optionalText == nil }),
      PredicateForm("!= nil", #Predicate { $0.optionalCount != nil }),
      PredicateForm("captured nil", capturedNil),
      PredicateForm("not captured nil", capturedNonNil),
      PredicateForm("both optional", #Predicate { $0.optionalCount == $0.optionalCount }),
      PredicateForm("Codable == nil", #Predicate { $0.optionalPlace == nil }),
      PredicateForm("Bool? == false", #Predicate { $0.optionalFlag == false }),
      PredicateForm("Bool? != true", #Predicate { $0.optionalFlag != true }),
      PredicateForm("not Bool? == true", #Predicate { !($0.optionalFlag == true) }),
      PredicateForm("??", #Predicate { ($0.optionalCount ?? 5) > 2 }),
      PredicateForm("?? negated", #Predicate { !(($0.optionalCount ?? 5) > 2) }),
      PredicateForm("?? column", #Predicate { ($0.optionalCount ?? $0.count) == 2 }),
      PredicateForm("?? text", #Predicate { ($0.optionalText ?? "\u{E9}") == "e\u{301}" }),
      PredicateForm("?? enumeration", coalescedMood),
      PredicateForm("?? Decimal", coalescedAmount),
      PredicateForm("Bool? ??", #Predicate { $0.optionalFlag ?? true }),
      PredicateForm("flatMap", #Predicate { $0.optionalCount.flatMap { $0 + 1 } == 3 }),
      PredicateForm("flatMap to constant", #Predicate { $0.optionalCount.flatMap { _ in 3 } == nil }),
      PredicateForm("flatMap and ??", #Predicate { ($0.optionalText.flatMap { $0 == "ab" }) ?? true }),
      PredicateForm("if let", ifLet),
      PredicateForm("!", #Predicate { $0.optionalCount! > 2 }),
      PredicateForm("! guarded", #Predicate { $0.optionalCount != nil && $0.optionalCount! > 2 }),
      PredicateForm("! negated", #Predicate { !($0.optionalCount! > 2) }),
      PredicateForm("! !=", #Predicate { $0.optionalCount! != 2 }),
      PredicateForm("! in text", #Predicate { $0.optionalText!.contains("a") }),
      PredicateForm("captured optional chain", capturedChain),
    ])

  private static let capturedNil: Predicate<Specimen> = {
    let none: String? = nil
    return #Predicate { $0.optionalText == none }
  }()
  private static let capturedNonNil: Predicate<Specimen> = {
    let none: Specimen.Mood? = nil
    return #Predicate { $0.optionalMood != none }
  }()
  private static let coalescedMood: Predicate<Specimen> = {
    let calm = Specimen.Mood.calm
    return #Predicate { ($0.optionalMood ?? calm) == calm }
  }()
  private static let coalescedAmount: Predicate<Specimen> = {
    let amount = Decimal(9)
    return #Predicate { ($0.optionalAmount ?? amount) <= amount }
  }()
  private static let ifLet: Predicate<Specimen> = #Predicate {
    if let text = $0.optionalText { text == "ab" } else { $0.flag }
  }
  private static let capturedChain: Predicate<Specimen> = {
    let name: String? = "ab"
    return #Predicate { $0.optionalCount == name?.count }
  }()
}
