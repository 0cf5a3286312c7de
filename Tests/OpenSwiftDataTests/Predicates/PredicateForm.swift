import Foundation
import OpenSwiftData
import Testing

/// A predicate by the name of its form.
struct PredicateForm: Sendable {
  /// Who answers: SQL alone, or memory for a part that SQL can't say.
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

/// Forms that belong together; one test asks all of them about all specimens.
struct PredicateForms: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let forms: [PredicateForm]

  init(_ name: String, _ forms: [PredicateForm]) {
    testDescription = name
    self.forms = forms
  }
}
