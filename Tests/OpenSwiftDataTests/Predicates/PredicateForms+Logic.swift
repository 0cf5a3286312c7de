import Foundation
import OpenSwiftData

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
