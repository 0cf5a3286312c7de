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
      PredicateForm("flatMap", .memory, #Predicate { $0.optionalCount.flatMap { $0 + 1 } == 3 }),
      PredicateForm("flatMap to constant", #Predicate { $0.optionalCount.flatMap { _ in 3 } == nil }),
      PredicateForm("flatMap and ??", #Predicate { ($0.optionalText.flatMap { $0 == "ab" }) ?? true }),
      PredicateForm("if let", ifLet),
      PredicateForm("if let else false", ifLetElseFalse),
      PredicateForm("if let else false negated", #Predicate { !($0.optionalCount.flatMap { $0 > 1 } ?? false) }),
      PredicateForm("if let else false and", #Predicate { ($0.optionalCount.flatMap { $0 > 1 } ?? false) && $0.flag }),
      PredicateForm("if let else false or", #Predicate { ($0.optionalCount.flatMap { $0 > 1 } ?? false) || $0.flag }),
      PredicateForm("if let and what SQL can't say", .memory, ifLetUnsaid),
      PredicateForm("if let of what may fail", .memory, ifLetFailing),
      PredicateForm("if let within if let", ifLetTwice),
      PredicateForm("!", #Predicate { $0.optionalCount! > 2 }),
      PredicateForm("! guarded", #Predicate { $0.optionalCount != nil && $0.optionalCount! > 2 }),
      PredicateForm("! negated", #Predicate { !($0.optionalCount! > 2) }),
      PredicateForm("! !=", #Predicate { $0.optionalCount! != 2 }),
      PredicateForm("! in text", #Predicate { $0.optionalText!.contains("a") }),
      PredicateForm("captured optional chain", capturedChain),
      PredicateForm("! left of ||", #Predicate { $0.optionalCount! > 1 || $0.count == 2 }),
      PredicateForm("! right of ||", #Predicate { $0.count == 2 || $0.optionalCount! > 1 }),
      PredicateForm("! left of && negated", #Predicate { !($0.optionalCount! > 1 && $0.count == 3) }),
      PredicateForm("! right of && negated", #Predicate { !($0.count == 3 && $0.optionalCount! > 1) }),
      PredicateForm("! deep in ||", #Predicate { ($0.flag && $0.optionalCount! > 1) || $0.count == 2 }),
      PredicateForm("! beside what SQL can't say", .memory, unsaidLeft),
      PredicateForm("! in a ternary", #Predicate { ($0.optionalCount! > 1 ? $0.flag : true) || $0.count == 2 }),
      PredicateForm("! in any", Predicate(any: [#Predicate { $0.optionalCount! > 1 }, #Predicate { $0.flag }])),
      PredicateForm("! in contains(where:)", .memory, unwrappedInContains),
      PredicateForm("! in allSatisfy negated", .memory, unwrappedInAllSatisfy),
      PredicateForm("! in flatMap == nil", .memory, unwrappedInFlatMap),
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
  private static let ifLetElseFalse: Predicate<Specimen> = #Predicate {
    if let count = $0.optionalCount { count >= 1 && count < 3 } else { false }
  }
  private static let ifLetUnsaid: Predicate<Specimen> = #Predicate { specimen in
    if let count = specimen.optionalCount { count >= 1 && specimen.shownText == "AB" } else { false }
  }
  private static let ifLetFailing: Predicate<Specimen> = #Predicate { specimen in
    if let count = specimen.optionalCount { count + specimen.optionalCount! > 2 } else { false }
  }
  private static let ifLetTwice: Predicate<Specimen> = #Predicate { specimen in
    if let count = specimen.optionalCount {
      if let text = specimen.optionalText { text == "ab" || count > 2 } else { false }
    } else {
      false
    }
  }
  private static let unsaidLeft: Predicate<Specimen> = #Predicate {
    ($0.shownText == "AB" && $0.optionalCount! > 1) || $0.count == 2
  }
  private static let unwrappedInFlatMap: Predicate<Specimen> = #Predicate { specimen in
    specimen.optionalCount.flatMap { _ in specimen.optionalReal! } == nil
  }
  private static let unwrappedInContains: Predicate<Specimen> = {
    let values = [1, 2]
    return #Predicate { specimen in values.contains { $0 == specimen.count || $0 < specimen.optionalCount! } }
  }()
  private static let unwrappedInAllSatisfy: Predicate<Specimen> = {
    let values = [1, 2]
    return #Predicate { specimen in !values.allSatisfy { $0 < specimen.optionalCount! } }
  }()
  private static let capturedChain: Predicate<Specimen> = {
    let name: String? = "ab"
    return #Predicate { $0.optionalCount == name?.count }
  }()
}
