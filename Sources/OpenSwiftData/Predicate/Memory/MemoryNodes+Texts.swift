import Foundation

extension PredicateExpressions.StringContainsRegex: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.StringContainsRegex<_, _>(subject: subject.memory, regex: regex.memory))
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: MemoryNode {
  var inMemory: MemoryExpression<ComparisonResult> {
    MemoryExpression(PredicateExpressions.build_caseInsensitiveCompare(root.memory, other.memory))
  }
}

extension PredicateExpressions.StringLocalizedCompare: MemoryNode {
  var inMemory: MemoryExpression<ComparisonResult> {
    MemoryExpression(PredicateExpressions.build_localizedCompare(root.memory, other.memory))
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: MemoryNode {
  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.build_localizedStandardContains(root.memory, other.memory))
  }
}
