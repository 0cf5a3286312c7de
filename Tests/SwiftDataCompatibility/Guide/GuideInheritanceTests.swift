import Foundation
import SwiftData
import Testing

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
