import Foundation
import OpenSwiftData
import Testing

@Suite("A model whose row is gone has values, whatever the types of its properties")
struct PlaceholderTests {
  @Test func aModelThatWasNeverReadAnswersWithTheFirstValueThatCanBeMade() throws {
    let container = try memoryContainer(Stubborn.self)
    let context = ModelContext(container)
    let identifier = try container.identifier(of: Stubborn.self, primaryKey: 77)
    let model = try #require(context.model(for: identifier) as? Stubborn)
    #expect(model.shape == .circle(radius: 0))
    #expect(model.tree == .leaf(0))
    #expect(model.level == .first)
    #expect(model.wrapper == Stubborn.Wrapper(shape: .circle(radius: 0), level: .first))
    #expect(model.list == [])
    #expect(model.isDeleted)
  }

  @Test func aModelThatWasReadKeepsItsLastValues() throws {
    let container = try memoryContainer(Stubborn.self)
    let context = ModelContext(container)
    let model = Stubborn(shape: .line([1, 2]), tree: .node(.leaf(1), .leaf(2)), level: .second)
    context.insert(model)
    try context.save()
    context.delete(model)
    try context.save()
    #expect(model.shape == .line([1, 2]))
    #expect(model.tree == .node(.leaf(1), .leaf(2)))
    #expect(model.level == .second)
    #expect(model.list == [.line([1, 2])])
  }
}
