import Foundation
import OpenSwiftData
import Testing

/// A store in memory, and a context of it whose changes an undo manager takes down, in groups that a test begins and ends.
struct UndoWorld {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try memoryContainer(
      Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self, Team.self, Player.self, Note.self)
    context = ModelContext(container)
    manager.groupsByEvent = false
    context.undoManager = manager
  }
}

/// A suite whose tests undo changes in a world of their own.
protocol UndoSuite {
  var world: UndoWorld { get }
}

extension UndoSuite {
  var container: ModelContainer { world.container }
  var context: ModelContext { world.context }
  var manager: UndoManager { world.manager }

  /// Runs the body as one group and checks that undo, redo, undo and redo lead to the states before and after it.
  func check(saving: Bool = false, _ body: () throws -> Void) throws {
    let before = try GraphSnapshot(context)
    manager.beginUndoGrouping()
    try body()
    manager.endUndoGrouping()
    let after = try GraphSnapshot(context)
    #expect(before != after)
    if saving { try saveAndExpect(after) }
    for _ in 1...2 {
      manager.undo()
      #expect(try GraphSnapshot(context) == before)
      if saving { try saveAndExpect(before) }
      manager.redo()
      #expect(try GraphSnapshot(context) == after)
      if saving { try saveAndExpect(after) }
    }
  }

  private func saveAndExpect(_ snapshot: GraphSnapshot) throws {
    try context.save()
    #expect(try GraphSnapshot(ModelContext(container)) == snapshot)
  }

  func insertGraph() throws -> (Folder, [Sheet]) {
    let folder = Folder("f")
    let sheets = ["a", "b", "c"].map { Sheet($0) }
    context.insert(folder)
    folder.sheets = sheets
    sheets[0].labels = [Label("x"), Label("y")]
    sheets[1].labels = sheets[0].labels
    sheets[0].cover = Cover("red")
    sheets[1].source = sheets[0].labels[0]
    sheets[2].sources = [Cover("blue"), Cover("green")]
    try context.save()
    return (folder, sheets)
  }
}
