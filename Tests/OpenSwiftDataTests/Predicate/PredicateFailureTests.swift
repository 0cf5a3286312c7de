import Foundation
import OpenSwiftData
import Testing

/// Foundation's own evaluation would trap or throw.
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

  @Test func aFailureIsNotMadeGoodByAnotherPart() throws {
    #expect(try count(#Predicate { ($0.large + 1 > 0 || $0.flag) && $0.large > 1 }) == 0)
    #expect(try count(#Predicate { !($0.large + 1 > 0 && $0.flag) && $0.large > 1 }) == 0)
    #expect(try count(#Predicate { !($0.flag && $0.large + 1 > 0) && $0.large > 1 && $0.flag }) == 0)
    let unlessNil = #Predicate<Specimen> { ($0.optionalCount.flatMap { 10 / $0 } ?? 3) == 3 && $0.optionalCount == 0 }
    #expect(try count(unlessNil) == 0)
    #expect(try count(#Predicate { $0.optionalCount.flatMap { 10 / $0 } == nil && $0.optionalCount == 0 }) == 0)
    let (zero, divisors) = (try count(#Predicate { $0.count == 0 }), [0, 1])
    #expect(try count(#Predicate { row in divisors.contains { 10 / $0 == row.count } }) == 0)
    #expect(zero > 0)
  }

  // By number: Foundation can't describe a predicate with nodes that are not its own.
  @Test(arguments: failing.indices) func aCalculationInMemoryThatFailsMatchesNothing(_ number: Int) throws {
    let predicate = Self.failing[number]
    let context = ModelContext(try memoryContainer(Specimen.self))
    let specimen = Specimen()
    (specimen.large, specimen.tiny, specimen.optionalCount) = (.max, .min, 0)
    context.insert(specimen)
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
    try context.save()
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 0)
  }

  /// Predicates for which Foundation's own evaluation would trap.
  private static let failing: [Predicate<Specimen>] = [
    #Predicate { 100 / $0.count > 1 },
    #Predicate { $0.shownText == "" && 100 % $0.count == 1 },
    #Predicate { $0.shownText == "" && $0.large + 1 > 0 },
    #Predicate { $0.shownText == "" && !($0.large * 2 == 0) },
    #Predicate { $0.shownText == "" && -$0.tiny != 0 },
    #Predicate { $0.shownText == "" && $0.huge - 1 != 0 },
    #Predicate { ($0.large + 1 > 0 || $0.flag) || $0.shownText == "" },
    #Predicate { $0.shownText == "" && ($0.optionalCount.flatMap { 1 / $0 } ?? 1) == 1 },
    #Predicate { $0.shownText == "" && ($0.large + 1...$0.large).contains(1) },
    #Predicate { ($0.large...1).contains($0.large) || $0.large == 7 },
    #Predicate { $0.shownText == "" && !($0.large...1).contains(1) },
    #Predicate { (top...bottom).contains($0.count) || $0.shownText == "" },
    #Predicate { $0.shownText == "" && ($0.flag ? 1 : 1 / $0.count) == 1 },
    #Predicate { row in row.shownText == "" && divisors.contains { $0 / row.count == 1 } },
    #Predicate { row in row.shownText == "" && divisors.contains(1 / row.count) },
    #Predicate { row in row.shownText == "" && !divisors.allSatisfy { $0 / row.count == 1 } },
    #Predicate { row in row.shownText == "" && divisors.filter { $0 / row.count == 1 }.isEmpty },
    #Predicate { row in row.shownText == "" && divisors[1 / row.count] == 1 },
    Predicate(all: [#Predicate { $0.shownText == "" }, #Predicate { 1 / $0.count == 1 }]),
  ]
  private static let divisors = [1, 2]
  private static let (top, bottom) = (2, 1)

  private func count(_ predicate: Predicate<Specimen>) throws -> Int {
    try ModelContext(SpecimenStore.container.get()).fetchCount(FetchDescriptor(predicate: predicate))
  }
}
