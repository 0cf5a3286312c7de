import Foundation
import OpenSwiftData
import Testing

/// A predicate with the name of its form.
struct PredicateForm: Sendable {
  /// Who answers: SQL alone, or memory for a part that SQL can't express.
  enum Answer: Sendable { case sql, memory }

  let name: String
  let answer: Answer
  let predicate: Predicate<Specimen>

  init(_ name: String, _ predicate: Predicate<Specimen>) { self.init(name, .sql, predicate) }

  init(_ name: String, _ answer: Answer, _ predicate: Predicate<Specimen>) {
    self.name = name
    self.answer = answer
    self.predicate = predicate
  }
}

/// A group of forms; one test evaluates all of them on all specimens.
struct PredicateForms: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let forms: [PredicateForm]

  init(_ name: String, _ forms: [PredicateForm]) {
    testDescription = name
    self.forms = forms
  }
}

// MARK: - Logic

extension PredicateForms {
  static let logic = PredicateForms(
    "logic",
    [
      PredicateForm("always", #Predicate { _ in true }),
      PredicateForm("never", #Predicate { _ in false }),
      PredicateForm("&&", #Predicate { $0.flag && $0.count > 2 }),
      PredicateForm("||", #Predicate { $0.flag || $0.count > 2 }),
      PredicateForm("not &&", #Predicate { !($0.flag && $0.optionalCount == 2) }),
      PredicateForm("not ||", #Predicate { !($0.flag || $0.optionalCount == 2) }),
      PredicateForm("== of conditions", #Predicate { $0.flag == ($0.count > 2) }),
      PredicateForm("ternary", #Predicate { $0.flag ? $0.count == 1 : $0.count == 2 }),
      PredicateForm("ternary value", #Predicate { ($0.flag ? $0.count : 2) == 2 }),
      PredicateForm("all", Predicate(all: parts)),
      PredicateForm("any", Predicate(any: parts)),
      PredicateForm("not", Predicate(not: Predicate(any: parts))),
      PredicateForm("all of none", Predicate(all: [])),
      PredicateForm("any of none", Predicate(any: [])),
      PredicateForm("expression", expression),
    ])

  private static let parts: [Predicate<Specimen>] = [
    #Predicate { $0.flag }, #Predicate { $0.count > 1 }, #Predicate { $0.optionalText != nil },
  ]

  private static let expression: Predicate<Specimen> = {
    let doubled = #Expression<Specimen, Int> { $0.count * 2 }
    return Predicate {
      PredicateExpressions.Equal(
        lhs: PredicateExpressions.build_evaluate(CapturedExpression(value: doubled), $0),
        rhs: PredicateExpressions.Value(4))
    }
  }()

  /// An expression as a captured value; Foundation's own node needs it to be Codable.
  private struct CapturedExpression: StandardPredicateExpression {
    struct NotCodable: Error {}
    let value: Expression<Specimen, Int>
    init(value: Expression<Specimen, Int>) { self.value = value }
    init(from _: any Decoder) throws { throw NotCodable() }
    func encode(to _: any Encoder) throws { throw NotCodable() }
    func evaluate(_: PredicateBindings) throws -> Expression<Specimen, Int> { value }
  }
}

// MARK: - Arithmetic

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

// MARK: - In memory

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
