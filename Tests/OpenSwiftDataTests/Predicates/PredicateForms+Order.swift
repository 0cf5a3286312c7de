import Foundation

extension PredicateForms {
  static let order = PredicateForms(
    "comparisons and ranges",
    [
      PredicateForm("<", #Predicate { $0.count < 2 }),
      PredicateForm("<=", #Predicate { $0.count <= 2 }),
      PredicateForm(">", #Predicate { $0.count > 2 }),
      PredicateForm(">=", #Predicate { $0.count >= 2 }),
      PredicateForm("Int8", #Predicate { $0.tiny < -1 }),
      PredicateForm("UInt64", #Predicate { $0.huge > 9_223_372_036_854_775_807 }),
      PredicateForm("Float", #Predicate { $0.single >= 0.1 }),
      PredicateForm("Double", #Predicate { $0.real < 0.1 }),
      PredicateForm("Double columns", #Predicate { $0.real <= $0.real }),
      PredicateForm("Decimal", amountBelow),
      PredicateForm("Decimal columns", #Predicate { $0.amount > $0.amount }),
      PredicateForm("Date", dateAfter),
      PredicateForm("UUID", uidBelow),
      PredicateForm("text columns", #Predicate { $0.text < $0.code }),
      PredicateForm("text >=", #Predicate { $0.text >= "cafe" }),
      PredicateForm("ordered enumeration", gradeAbove),
      PredicateForm("otherwise ordered enumeration", .memory, rankAbove),
      PredicateForm("literal closed range", #Predicate { (1...3).contains($0.count) }),
      PredicateForm("literal range", #Predicate { (1..<3).contains($0.count) }),
      PredicateForm("range of columns", #Predicate { ($0.count..<3).contains(1) }),
      PredicateForm("not in range of columns", #Predicate { !($0.count..<3).contains(1) }),
      PredicateForm("range of columns or", #Predicate { ($0.count..<3).contains(1) || $0.flag }),
      PredicateForm("not range of columns and", #Predicate { !(($0.count..<3).contains(1) && $0.flag) }),
      PredicateForm("range the wrong way round", .memory, reversedRange),
      PredicateForm("captured range", capturedRange),
      PredicateForm("captured dates", capturedDates),
      PredicateForm("captured texts", capturedTexts),
      PredicateForm("captured decimals", capturedDecimals),
      PredicateForm("from", partialRange),
      PredicateForm("identifier", identifierAbove),
    ])

  private static let amountBelow: Predicate<Specimen> = {
    let amount = Decimal(9.5)
    return #Predicate { $0.amount < amount }
  }()
  private static let dateAfter: Predicate<Specimen> = {
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    return #Predicate { $0.date >= date }
  }()
  private static let uidBelow: Predicate<Specimen> = {
    let uid = Specimen.uids[3]
    return #Predicate { $0.uid < uid }
  }()
  private static let gradeAbove: Predicate<Specimen> = {
    let grade = Specimen.Grade.low
    return #Predicate { $0.grade > grade }
  }()
  private static let rankAbove: Predicate<Specimen> = {
    let rank = Specimen.Rank.captain
    return #Predicate { $0.rank >= rank }
  }()
  private static let reversedRange: Predicate<Specimen> = {
    let (lower, upper) = (5, 3)
    return #Predicate { (lower..<upper).contains($0.count) || $0.flag }
  }()
  private static let capturedRange: Predicate<Specimen> = {
    let range = 1..<5
    return #Predicate { range.contains($0.count) }
  }()
  private static let capturedDates: Predicate<Specimen> = {
    let range = Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: 1)
    return #Predicate { range.contains($0.date) }
  }()
  private static let capturedTexts: Predicate<Specimen> = {
    let range = "b"..."e"
    return #Predicate { range.contains($0.text) }
  }()
  private static let capturedDecimals: Predicate<Specimen> = {
    let range = Decimal(2)..<Decimal(10)
    return #Predicate { range.contains($0.amount) }
  }()
  private static let partialRange: Predicate<Specimen> = {
    let range = 3...
    return #Predicate { range.contains($0.count) }
  }()
  private static let identifierAbove: Predicate<Specimen> = {
    let identifier = SpecimenStore.identifiers[5000]
    return #Predicate { $0.persistentModelID > identifier }
  }()
}
