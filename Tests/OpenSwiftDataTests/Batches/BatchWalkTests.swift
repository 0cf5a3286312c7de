import Foundation
import Testing

@testable import OpenSwiftData

/// `OPENSWIFTDATA_ORACLE=full` takes 50 walks of 400 steps; see `WalkSeeds`.
@Suite("Batches leave what the same does model by model")
struct BatchWalkTests {
  static let walks = WalkSeeds(fixed: (6, 40), full: (50, 400))

  @Test(arguments: walks.seeds) func inRowsListsHistoryAndModelsInMemory(seed: UInt64) throws {
    print("seed \(seed)")
    do {
      try BatchWalk(seed: seed).walk(Self.walks.steps)
    } catch {
      Issue.record("\(error)\n\(Self.walks.again(seed, "BatchWalkTests"))")
    }
  }
}

/// The values of a new sailor.
struct SailorValues: Sendable {
  let name: String
  let age: Int
  let nickname: String?
  let number: Int?
  let crew: Int64?
  let skills: [Int64]
}

/// Takes the same random steps in two stores: in one by batches, in the other model by model.
private final class BatchWalk {
  private struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private var random: SeededGenerator
  private let batches: SailorStore
  private let models: SailorStore
  private var nextNumber = 1_000

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    batches = try SailorStore()
    models = try SailorStore()
  }

  func walk(_ steps: Int) throws {
    for step in 1...steps {
      let name = try takeStep()
      try compare("step \(step), \(name)")
    }
  }

  private func takeStep() throws -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: return try insert()
    case 3: return try setAttributes()
    case 4: return try calculate()
    case 5: return try setEach()
    case 6: return try setCrew()
    case 7: return try changeSkills()
    case 8: return try setSkillsOfEach()
    default: return try delete()
    }
  }

  // MARK: - Steps

  private func insert() throws -> String {
    // One whose name somebody may have, or several with new ones.
    let count = Int.random(in: 0...6, using: &random)
    let names =
      count == 0
      ? ["sailor \(Int.random(in: 1_000...nextNumber, using: &random))"]
      : (1...count).map {
        "sailor \(nextNumber + $0)"
      }
    let values = names.map { name in
      nextNumber += 1
      return SailorValues(
        name: name, age: Int.random(in: 0..<90, using: &random), nickname: Bool.random(using: &random) ? "nick" : nil,
        number: Bool.random(using: &random) ? nextNumber : nil, crew: aCrew(), skills: someSkills())
    }
    try batches.insert(values)
    try models.insertModels(values)
    return "insert \(values)"
  }

  private func setAttributes() throws -> String {
    let age = Int.random(in: 0..<90, using: &random)
    try batches.update(olderThan: age) { $0.set(\.nickname, to: "old").set(\.age, to: age) }
    try models.updateModels(olderThan: age) { _, sailor in
      sailor.nickname = "old"
      sailor.age = age
    }
    return "set the age of those older than \(age)"
  }

  private func calculate() throws -> String {
    let age = Int.random(in: 0..<90, using: &random)
    try batches.update(olderThan: age) { $0.set(\.age, to: #Expression<Sailor, Int> { $0.age + 1 }) }
    try models.updateModels(olderThan: age) { _, sailor in sailor.age += 1 }
    return "calculate the age of those older than \(age)"
  }

  private func setEach() throws -> String {
    let keys = try someKeys()
    let nicknames = keys.map { _ in Bool.random(using: &random) ? "n\(Int.random(in: 0..<9, using: &random))" : nil }
    let ages = keys.map { _ in Int.random(in: 0..<90, using: &random) }
    try batches.update(keys) { $0.set(\.nickname, toEach: nicknames).set(\.age, toEach: ages) }
    try models.updateModels(keys) { index, sailor in
      sailor.nickname = nicknames[index]
      sailor.age = ages[index]
    }
    return "set nicknames \(nicknames) of \(keys)"
  }

  private func setCrew() throws -> String {
    let (keys, crew) = (try someKeys(), aCrew())
    try batches.update(keys) { try $0.set(\.crew, to: self.batches.id(Crew.self, crew)) }
    try models.updateModels(keys) { _, sailor in sailor.crew = try self.models.model(Crew.self, crew) }
    return "set the crew of \(keys) to \(crew ?? 0)"
  }

  private func changeSkills() throws -> String {
    let (keys, skills, isAddition) = (try someKeys(), someSkills(), Bool.random(using: &random))
    let ids = try skills.map { try batches.id(Skill.self, $0) }.compactMap(\.self)
    try batches.update(keys) { isAddition ? $0.add(ids, to: \.skills) : $0.remove(ids, from: \.skills) }
    try models.updateModels(keys) { _, sailor in
      let given = try skills.compactMap { try self.models.model(Skill.self, $0) }
      let old = sailor.skills
      let new = isAddition ? old + given.filter { !old.contains($0) } : old.filter { !given.contains($0) }
      if new != old { sailor.skills = new }
    }
    return "\(isAddition ? "add" : "remove") skills \(skills) of \(keys)"
  }

  private func setSkillsOfEach() throws -> String {
    let keys = try someKeys()
    let lists = keys.map { _ in someSkills() }
    let ids = try lists.map { try $0.compactMap { try batches.id(Skill.self, $0) } }
    try batches.update(keys) { $0.set(\.skills, toEach: ids) }
    try models.updateModels(keys) { index, sailor in
      let new = try lists[index].compactMap { try self.models.model(Skill.self, $0) }
      if new != sailor.skills { sailor.skills = new }
    }
    return "set skills \(lists) of \(keys)"
  }

  private func delete() throws -> String {
    let age = Int.random(in: 60..<90, using: &random)
    let deleted = try batches.delete(olderThan: age)
    let names = try models.deleteModels(olderThan: age)
    guard deleted == names else { throw Difference(description: "deleted \(deleted) instead of \(names)") }
    return "delete those older than \(age)"
  }

  private func aCrew() -> Int64? { Bool.random(using: &random) ? Int64.random(in: 1...3, using: &random) : nil }

  private func someSkills() -> [Int64] {
    Array((1...4).shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))).map(Int64.init)
  }

  private func someKeys() throws -> [Int64] {
    try models.keys().shuffled(using: &random).filter { _ in Bool.random(using: &random) }
  }

  // MARK: - Comparing

  private func compare(_ step: String) throws {
    let (ours, theirs) = (try batches.dump(), try models.dump())
    guard ours == theirs else {
      let differences = ours.difference(from: theirs).map { "\($0)" }.joined(separator: "\n")
      throw Difference(description: "\(step):\n\(differences)")
    }
    // A batch may say more: it updates rows that have the value already.
    let missing = try models.news().subtracting(batches.news())
    guard missing.isEmpty else { throw Difference(description: "\(step): no news of \(missing.sorted())") }
  }
}
