import Foundation
import SwiftData
import Testing

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

/// The example of the guide's chapter on inheritance does what it says.
@Suite("The guide's example of inheritance")
struct GuideInheritanceTests {
  @Test func fetchesAndDeletesByClass() throws {
    let container = try ModelContainer(
      for: Medium.self, Film.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for medium in [Medium(title: "Score"), Film(title: "Solaris", minutes: 167), Film(title: "Short", minutes: 9)] {
      context.insert(medium)
    }
    try context.save()
    let (all, films, long) = try GuideExamples.inheritance(in: context)
    #expect(Set(all.map(\.title)) == ["Score", "Solaris", "Short"])
    #expect(films.map(\.title) == ["Solaris"])
    #expect(long.map(\.title) == ["Solaris"])
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Medium>()).allSatisfy { $0 is Film })
  }
}
