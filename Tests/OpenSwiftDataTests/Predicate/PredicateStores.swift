import Foundation
import OpenSwiftData

/// Ten thousand random specimens in memory, made once for all tests.
enum SpecimenStore {
  static let count = 10_000

  static let container = Result {
    let seed = UInt64.random(in: 0 ... .max)
    print("specimens of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let container = try memoryContainer(Specimen.self)
    let context = ModelContext(container)
    for number in 0..<count { context.insert(Specimen.random(&random, number: number)) }
    try context.save()
    return container
  }

  static let identifiers: [PersistentIdentifier] = {
    let identifiers = try? ModelContext(container.get()).fetchIdentifiers(FetchDescriptor<Specimen>())
    return identifiers ?? []
  }()
}

extension SeededGenerator {
  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

  mutating func pickOrNil<Value>(_ values: [Value]) -> Value? {
    Int.random(in: 0..<4, using: &self) == 0 ? nil : pick(values)
  }
}

/// A random graph of folders, sheets, labels and covers in memory, made once for all tests.
enum GraphStore {
  static let container = Result {
    let seed = UInt64.random(in: 0 ... .max)
    print("graph of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let container = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
    let context = ModelContext(container)
    fill(context, &random)
    try context.save()
    return container
  }

  static let folderIdentifiers: [PersistentIdentifier] = {
    (try? ModelContext(container.get()).fetchIdentifiers(FetchDescriptor<Folder>())) ?? []
  }()

  private static let names = ["a", "b", "caf\u{E9}", "cafe\u{301}", ""]

  private static func fill(_ context: ModelContext, _ random: inout SeededGenerator) {
    let folders = (0..<40).map { _ in Folder(random.pick(names)) }
    let labels = (0..<12).map { _ in Label(random.pick(names)) }
    for folder in folders {
      context.insert(folder)
      folder.parent = random.pickOrNil(folders)
    }
    for label in labels { context.insert(label) }
    for _ in 0..<2000 {
      let sheet = Sheet(random.pick(names))
      context.insert(sheet)
      sheet.folder = random.pickOrNil(folders)
      sheet.source = random.pickOrNil(labels)
      sheet.labels = Array(Set((0..<random.pick([0, 1, 3])).map { _ in random.pick(labels) }))
      if random.pick([true, false]) { sheet.cover = Cover(random.pick(names)) }
      sheet.sources = random.pick([true, false]) ? [Cover(random.pick(names))] : []
    }
  }
}
