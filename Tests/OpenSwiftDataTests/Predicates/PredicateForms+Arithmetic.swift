import Foundation

extension PredicateForms {
  static let arithmetic = PredicateForms(
    "arithmetic",
    [
      PredicateForm("+", #Predicate { $0.count + 2 == 4 }),
      PredicateForm("- and *", #Predicate { $0.count * 3 - 1 > 5 }),
      PredicateForm("columns", #Predicate { $0.count + $0.count == 4 }),
      PredicateForm("/", #Predicate { $0.count / 2 == -3 }),
      PredicateForm("%", #Predicate { $0.count % 2 == -1 }),
      PredicateForm("unary minus", #Predicate { -$0.count == 7 }),
      PredicateForm("UInt64", #Predicate { $0.huge / 2 == 4_611_686_018_427_387_904 }),
      PredicateForm("UInt8", #Predicate { $0.byte % 2 == 1 }),
      PredicateForm("Double +", #Predicate { $0.real + 0.2 == 0.30000000000000004 }),
      PredicateForm("Double / zero", #Predicate { 1 / $0.real > 100 }),
      PredicateForm("Double not a number", #Predicate { $0.real - $0.real == 0 }),
      PredicateForm("Double not a number, !=", #Predicate { $0.real - $0.real != 0 }),
      PredicateForm("Double not a number, not <", #Predicate { !($0.real - $0.real < 1) }),
      PredicateForm("Double minus", #Predicate { -$0.real < 0 }),
      PredicateForm("Float *", #Predicate { $0.single * 3 == 0.3 }),
      PredicateForm("Float + 1", #Predicate { $0.single + 1 == 16_777_216 }),
      PredicateForm("Decimal +", decimalSum),
      PredicateForm("Decimal minus", decimalMinus),
      PredicateForm("seconds of Date", #Predicate { $0.date.timeIntervalSinceReferenceDate > 0 }),
      PredicateForm("seconds since 1970", #Predicate { $0.date.timeIntervalSince1970 == 978_307_201 }),
    ])

  private static let decimalSum: Predicate<Specimen> = {
    let (one, sum) = (Decimal(1), Decimal(string: "10.5") ?? 0)
    return #Predicate { $0.amount + one == sum }
  }()
  private static let decimalMinus: Predicate<Specimen> = {
    let zero = Decimal(0)
    return #Predicate { -$0.amount * $0.amount < zero }
  }()
}
