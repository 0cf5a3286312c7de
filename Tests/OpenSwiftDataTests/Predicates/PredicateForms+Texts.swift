import Foundation
import OpenSwiftData

extension PredicateForms {
  static let texts = PredicateForms(
    "texts",
    needles.flatMap { text in
      [
        PredicateForm("== \(text.debugDescription)", #Predicate { $0.text == text }),
        PredicateForm("!= \(text.debugDescription)", #Predicate { $0.optionalText != text }),
        PredicateForm("optional == \(text.debugDescription)", #Predicate { $0.optionalText == text }),
        PredicateForm("contains \(text.debugDescription)", #Predicate { $0.text.contains(text) }),
        PredicateForm("starts \(text.debugDescription)", #Predicate { $0.text.starts(with: text) }),
        PredicateForm("standard \(text.debugDescription)", #Predicate { $0.text.localizedStandardContains(text) }),
        PredicateForm("< \(text.debugDescription)", #Predicate { $0.text < text }),
      ]
    } + [
      PredicateForm("isEmpty", #Predicate { $0.text.isEmpty }),
      PredicateForm("count", #Predicate { $0.text.count == 1 }),
      PredicateForm("captured contains column", #Predicate { "cafe\u{301} ab".contains($0.text) }),
      PredicateForm("column contains column", #Predicate { $0.text.contains($0.code) }),
      PredicateForm("caseInsensitiveCompare", caseInsensitive),
      PredicateForm("localizedCompare", localized),
      PredicateForm("optional chain", #Predicate { $0.optionalText?.contains("a") == true }),
      PredicateForm("optional chain, not", #Predicate { $0.optionalText?.contains("a") != true }),
      PredicateForm("optional chain to count", #Predicate { $0.optionalText?.count == 2 }),
    ])

  private static let needles = [
    "", "a", "e\u{301}", "\u{E9}", "caf\u{E9}", "Kelvin", "K;`", "\r", "a\0b", "a\r\nb\u{E9}", "\u{F900}", "item 1",
  ]

  private static let caseInsensitive: Predicate<Specimen> = {
    let same = ComparisonResult.orderedSame
    return #Predicate { $0.text.caseInsensitiveCompare("AB") == same }
  }()
  private static let localized: Predicate<Specimen> = {
    let ascending = ComparisonResult.orderedAscending
    return #Predicate { $0.text.localizedCompare("b") == ascending }
  }()
}
