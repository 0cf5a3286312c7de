import Foundation
import OpenSwiftData
import Testing

/// Random changes of relationships with a shared inverse against plain lists.
@Suite("Several relationships with one inverse, at random")
struct SharedInverseWalkTests {
  private struct Model {
    var leading: [[String]]
    var trailing: [[String]]
    var garden: [String: Int] = [:]

    mutating func leave(_ bush: String) {
      for index in leading.indices {
        leading[index].removeAll { $0 == bush }
        trailing[index].removeAll { $0 == bush }
      }
      garden[bush] = nil
    }

    mutating func setLists(_ index: Int, _ path: WritableKeyPath<Model, [[String]]>, to new: [String]) {
      let old = self[keyPath: path][index]
      for bush in new where garden[bush] != index { leave(bush) }
      self[keyPath: path][index] = new
      for bush in new { garden[bush] = index }
      for bush in old where !leading[index].contains(bush) && !trailing[index].contains(bush) { garden[bush] = nil }
    }

    mutating func move(_ bush: String, to index: Int?) {
      guard garden[bush] != index else { return }
      leave(bush)
      guard let index else { return }
      leading[index].append(bush)
      garden[bush] = index
    }
  }

  @Test(arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
  func listsAndToOneAgreeWithPlainLists(_ seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let container = try memoryContainer(Garden.self)
    let names = (0..<8).map { "b\($0)" }
    var model = Model(leading: [[], [], []], trailing: [[], [], []])
    let setUp = ModelContext(container)
    for number in 0..<3 { setUp.insert(Garden("g\(number)")) }
    for name in names { setUp.insert(Bush(name)) }
    try setUp.save()
    var context = ModelContext(container)
    for step in 0..<400 {
      let gardens = try context.fetch(FetchDescriptor<Garden>(sortBy: [SortDescriptor(\.name)]))
      let bushes = try context.fetch(FetchDescriptor<Bush>(sortBy: [SortDescriptor(\.name)]))
      let index = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let bush = Int.random(in: 0..<names.count, using: &random)
        let target = Bool.random(using: &random) ? index : nil
        bushes[bush].garden = target.map { gardens[$0] }
        model.move(names[bush], to: target)
      case 3, 4:
        let new = Array(names.shuffled(using: &random).prefix(Int.random(in: 0..<4, using: &random)))
        gardens[index].leading = new.compactMap { name in bushes.first { $0.name == name } }
        model.setLists(index, \.leading, to: new)
      case 5, 6:
        let new = Array(names.shuffled(using: &random).prefix(Int.random(in: 0..<4, using: &random)))
        gardens[index].trailing = new.compactMap { name in bushes.first { $0.name == name } }
        model.setLists(index, \.trailing, to: new)
      default:
        try context.save()
        if Bool.random(using: &random) { context = ModelContext(container) }
      }
      let now = try context.fetch(FetchDescriptor<Garden>(sortBy: [SortDescriptor(\.name)]))
      try #require(now.map { $0.leading.map(\.name) } == model.leading, "seed \(seed), step \(step)")
      try #require(now.map { $0.trailing.map(\.name) } == model.trailing, "seed \(seed), step \(step)")
      let leads = try context.fetch(FetchDescriptor<Bush>(sortBy: [SortDescriptor(\.name)])).map { $0.garden?.name }
      try #require(leads == names.map { model.garden[$0].map { "g\($0)" } }, "seed \(seed), step \(step)")
    }
  }
}
