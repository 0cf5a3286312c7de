import Foundation
import OpenSwiftData
import Testing

/// In memory these would stop the program or throw.
@Suite("A row for which a predicate fails does not match")
struct PredicateFailureTests {
  @Test func overflowMatchesNothing() throws {
    #expect(try count(#Predicate { $0.large + 1 > 0 && $0.large > 1 }) == 0)
    #expect(try count(#Predicate { !($0.large * 2 > 0) && $0.large > 1 }) == 0)
    #expect(try count(#Predicate { $0.tiny + 1 != 0 && $0.tiny > 1 }) == 0)
    #expect(try count(#Predicate { $0.huge - 1 != 7 && $0.huge < 1 }) == 0)
    #expect(try count(#Predicate { -$0.tiny != 7 && $0.tiny < -1 }) == 0)
  }

  @Test func divisionByZeroMatchesNothing() throws {
    #expect(try count(#Predicate { $0.count / ($0.count - $0.count) != 1 }) == 0)
    #expect(try count(#Predicate { !($0.count % ($0.count - $0.count) == 1) }) == 0)
  }

  @Test func nilUnwrappedByForceMatchesNothing() throws {
    #expect(try count(#Predicate { $0.optionalCount == nil && $0.optionalCount! != 1 }) == 0)
    #expect(try count(#Predicate { $0.optionalCount == nil && !($0.optionalCount! == 1) }) == 0)
  }

  @Test func pendingRowsFailAsSavedOnesDo() throws {
    let context = ModelContext(try memoryContainer(Specimen.self))
    context.insert(Specimen())
    let predicate = #Predicate<Specimen> { $0.optionalCount! == 1 }
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
    try context.save()
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
  }

  private func count(_ predicate: Predicate<Specimen>) throws -> Int {
    try ModelContext(SpecimenStore.container.get()).fetchCount(FetchDescriptor(predicate: predicate))
  }
}
