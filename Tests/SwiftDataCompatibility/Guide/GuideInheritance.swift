import Foundation
import SwiftData

@Model class Medium {
  var title: String
  init(title: String) { self.title = title }
}

@Model final class Film: Medium {
  var minutes: Int
  init(title: String, minutes: Int) {
    self.minutes = minutes
    super.init(title: title)
  }
}

extension GuideExamples {
  static func inheritance(in context: ModelContext) throws -> ([Medium], [Film], [Medium]) {
    let all = try context.fetch(FetchDescriptor<Medium>())  // each an instance of its own class
    let films = try context.fetch(FetchDescriptor<Film>(predicate: #Predicate { $0.minutes > 90 && $0.title != "" }))
    let long = try context.fetch(FetchDescriptor<Medium>(predicate: #Predicate { ($0 as? Film)?.minutes ?? 0 > 90 }))
    try context.delete(model: Medium.self, includeSubclasses: false)
    return (all, films, long)
  }
}
