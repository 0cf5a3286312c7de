import Foundation
import OpenSwiftData
import Testing

/// `OPENSWIFTDATA_ORACLE=full` takes 20 walks of 3 000 steps, and as many that save each; see `WalkSeeds`.
@Suite("Undo and redo lead to every earlier state")
struct UndoWalkTests {
  static let walks = WalkSeeds(fixed: (1, 1_000), full: (20, 3_000))
  static let savedWalks = WalkSeeds(fixed: (1, 300), full: (20, 3_000))

  @Test(arguments: walks.seeds) func afterRandomChangesAndSaves(seed: UInt64) throws {
    try walk(seed, Self.walks, savesEachStep: false)
  }

  @Test(arguments: savedWalks.seeds) func afterRandomChangesThatAreSavedAtOnce(seed: UInt64) throws {
    try walk(seed, Self.savedWalks, savesEachStep: true)
  }

  private func walk(_ seed: UInt64, _ walks: WalkSeeds, savesEachStep: Bool) throws {
    print("seed \(seed)")
    do {
      var walk = try UndoWalk(seed: seed, savesEachStep: savesEachStep)
      for step in 1...walks.steps { try walk.step(step) }
      try walk.undoAndRedoEverything()
    } catch {
      Issue.record("\(error)\n\(walks.again(seed, "UndoWalkTests"))")
    }
  }
}

/// Random changes of a graph, undone and redone, next to the list of the states that they led to.
struct UndoWalk {
  private let container: ModelContainer
  private let context: ModelContext
  private let manager = UndoManager()
  private let savesEachStep: Bool
  private var random: SeededGenerator
  /// All states that can be reached; the present one is at `position`.
  private var states: [GraphSnapshot]
  private var position = 0
  private var savedPosition = 0
  private var hasUndone = false

  init(seed: UInt64, savesEachStep: Bool) throws {
    self.savesEachStep = savesEachStep
    random = SeededGenerator(seed: seed)
    container = try memoryContainer(
      Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
    context = ModelContext(container)
    context.insert(Label("0"))
    try context.save()
    manager.groupsByEvent = false
    context.undoManager = manager
    states = [try GraphSnapshot(context)]
  }

  mutating func step(_ number: Int) throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: try undo(Int.random(in: 1...3, using: &random))
    case 4..<6: try redo(Int.random(in: 1...3, using: &random))
    case 6..<8: try save()
    case 8 where !savesEachStep: try rollback()
    default: try change(number)
    }
  }

  mutating func undoAndRedoEverything() throws {
    try redo(states.count)
    #expect(position == states.count - 1 && !manager.canRedo)
    try undo(states.count)
    #expect(position == 0 && !manager.canUndo)
    try redo(states.count)
    try save()
    try undo(states.count)
    try save()
  }

  // MARK: - Steps

  private mutating func change(_ number: Int) throws {
    manager.beginUndoGrouping()
    for _ in 0..<Int.random(in: 1...3, using: &random) { try changeSomething(number) }
    // Makes each state another one.
    let mark = try #require(try context.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)])).first)
    mark.name = "0 \(number)"
    manager.endUndoGrouping()
    states.removeSubrange((position + 1)...)
    states.append(try snapshot())
    position += 1
    #expect(states[position] != states[position - 1])
  }

  private mutating func undo(_ count: Int) throws {
    for _ in 0..<min(count, position) {
      manager.undo()
      position -= 1
      hasUndone = true
      try compare("undo")
    }
  }

  private mutating func redo(_ count: Int) throws {
    for _ in 0..<min(count, states.count - 1 - position) {
      manager.redo()
      position += 1
      hasUndone = true
      try compare("redo")
    }
  }

  private mutating func save() throws {
    try context.save()
    savedPosition = position
    hasUndone = false
    let stored = try GraphSnapshot(ModelContext(container))
    #expect(stored == states[position], "the store after a save")
  }

  private mutating func rollback() throws {
    context.rollback()
    if hasUndone {
      states = [try snapshot()]
      position = 0
    } else {
      if position > savedPosition { states.removeSubrange((savedPosition + 1)...) }
      position = savedPosition
    }
    (savedPosition, hasUndone) = (position, false)
    try compare("rollback")
  }

  private mutating func compare(_ what: String) throws {
    let now = try snapshot()
    guard now != states[position] else { return }
    Issue.record("\(what) to state \(position)\n\(now)\n\nexpected\n\(states[position])")
    states[position] = now
  }

  /// What the context shows, or what the store has, so that nothing is read into the context that it does not need.
  private func snapshot() throws -> GraphSnapshot {
    guard savesEachStep else { return try GraphSnapshot(context) }
    try context.save()
    return try GraphSnapshot(ModelContext(container))
  }

  // MARK: - Changes

  private mutating func any<Model: PersistentModel>(_: Model.Type) throws -> Model? {
    try context.fetch(FetchDescriptor<Model>()).randomElement(using: &random)
  }

  private mutating func some<Model: PersistentModel>(_: Model.Type) throws -> [Model] {
    Array(try context.fetch(FetchDescriptor<Model>()).shuffled(using: &random).prefix(4))
  }

  private mutating func changeSomething(_ number: Int) throws {
    let name = "\(number).\(Int.random(in: 0...9_999, using: &random))"
    switch Int.random(in: 0..<20, using: &random) {
    case 0: context.insert(Folder(name))
    case 1: try insertSheet(name)
    case 2: context.insert(Label("l\(name)"))
    case 3: context.insert(Cover(name))
    case 4: try insertTree(name)
    case 5: try any(Sheet.self)?.title = name
    case 6: try any(Folder.self)?.name = name
    case 7: try any(Sheet.self)?.folder = try any(Folder.self)
    case 8: try any(Sheet.self)?.folder = nil
    case 9: try any(Folder.self)?.sheets = try some(Sheet.self)
    case 10: try any(Sheet.self)?.labels = try some(Label.self)
    case 11: try any(Label.self)?.sheets = try some(Sheet.self)
    case 12: try any(Sheet.self)?.cover = try any(Cover.self)
    case 13: try any(Cover.self)?.sheet = try any(Sheet.self)
    case 14: try any(Sheet.self)?.source = try any(Label.self)
    case 15: try any(Sheet.self)?.sources = try some(Cover.self)
    case 16: try any(Folder.self)?.sheets.shuffle(using: &random)
    case 17: try moveFolder()
    default: try deleteSomething()
    }
  }

  private mutating func insertSheet(_ name: String) throws {
    let sheet = Sheet(name)
    sheet.folder = try any(Folder.self)
    sheet.labels = try some(Label.self)
    context.insert(sheet)
  }

  private mutating func insertTree(_ name: String) throws {
    let folder = Folder(name)
    folder.children = [Folder("\(name)a"), Folder("\(name)b")]
    folder.children[0].sheets = [Sheet("\(name)s"), Sheet("\(name)t")]
    context.insert(folder)
    folder.parent = try any(Folder.self)
  }

  private mutating func moveFolder() throws {
    guard let folder = try any(Folder.self), let parent = try any(Folder.self), parent !== folder else { return }
    folder.parent = parent
  }

  private mutating func deleteSomething() throws {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: if let folder = try any(Folder.self) { context.delete(folder) }
    case 1: if let sheet = try any(Sheet.self) { context.delete(sheet) }
    case 2: if let cover = try any(Cover.self) { context.delete(cover) }
    default: if let label = try any(Label.self), !label.name.hasPrefix("0") { context.delete(label) }
    }
  }
}
