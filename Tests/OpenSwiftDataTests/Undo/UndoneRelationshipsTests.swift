import Foundation
import OpenSwiftData
import Testing

@Suite("Undoing changes of relationships")
struct UndoneRelationshipsTests: UndoSuite {
  let world: UndoWorld

  init() throws { world = try UndoWorld() }

  @Test(arguments: [false, true]) func anInsertionIsUndone(saving: Bool) throws {
    _ = try insertGraph()
    try check(saving: saving) { context.insert(Sheet("new")) }
    try check(saving: saving) {
      let folder = Folder("g")
      folder.sheets = [Sheet("one"), Sheet("two")]
      context.insert(folder)
    }
  }

  @Test(arguments: [false, true]) func relationshipsAreUndoneAtBothEnds(saving: Bool) throws {
    let (folder, sheets) = try insertGraph()
    let other = Folder("g")
    context.insert(other)
    try check(saving: saving) { sheets[1].folder = other }
    try check(saving: saving) { other.sheets = [sheets[2], sheets[0]] }
    try check(saving: saving) { other.parent = folder }
    try check(saving: saving) { sheets[2].labels = sheets[0].labels.reversed() }
    try check(saving: saving) { sheets[1].cover = sheets[0].cover }
    try check(saving: saving) { sheets[1].source = nil }
    try check(saving: saving) { sheets[2].sources.swapAt(0, 1) }
  }

  @Test(arguments: [false, true]) func orderedListsAreUndone(saving: Bool) throws {
    let (folder, sheets) = try insertGraph()
    try check(saving: saving) { folder.sheets.reverse() }
    try check(saving: saving) { folder.sheets.remove(at: 1) }
    try check(saving: saving) { folder.sheets.insert(Sheet("new"), at: 1) }
    try check(saving: saving) { folder.sheets = [sheets[1]] }
  }

  @Test(arguments: [false, true]) func deletionsAreUndone(saving: Bool) throws {
    let (_, sheets) = try insertGraph()
    try check(saving: saving) { context.delete(sheets[1]) }
    let label = sheets[0].labels[0]
    try check(saving: saving) { context.delete(label) }
    let cover = try #require(sheets[2].sources.first)
    try check(saving: saving) { context.delete(cover) }
  }

  @Test(arguments: [false, true]) func deletionsThatTakeOthersAlongAreUndone(saving: Bool) throws {
    let (folder, _) = try insertGraph()
    let child = Folder("child")
    child.parent = folder
    child.sheets = [Sheet("d")]
    try context.save()
    try check(saving: saving) { context.delete(folder) }
  }

  @Test func theOrderOfAListThatNobodyReadIsRestored() throws {
    _ = try insertGraph()
    let before = try GraphSnapshot(ModelContext(container))
    let fresh = ModelContext(container)
    fresh.undoManager = manager
    let middle = #Predicate<Sheet> { $0.title == "b" }
    let sheet = try #require(try fresh.fetch(FetchDescriptor<Sheet>(predicate: middle)).first)
    sheet.folder = nil
    try fresh.save()
    manager.undo()
    try fresh.save()
    #expect(try GraphSnapshot(ModelContext(container)) == before)
    manager.beginUndoGrouping()
    fresh.delete(sheet)
    manager.endUndoGrouping()
    try fresh.save()
    manager.undo()
    try fresh.save()
    #expect(try GraphSnapshot(ModelContext(container)) == before)
  }

  @Test func undoingAListKeepsWhatOthersPutIn() throws {
    let (folder, sheets) = try insertGraph()
    folder.sheets.removeFirst()
    try context.save()
    let other = ModelContext(container)
    let theirs = Sheet("theirs")
    theirs.folder = try other.fetch(FetchDescriptor<Folder>()).first
    try other.save()
    context.processPendingChanges()
    manager.undo()
    #expect(folder.sheets.map(\.title) == ["a", "b", "c", "theirs"])
    #expect(sheets[0].folder === folder)
  }

  @Test func mixedChangesAreOneStep() throws {
    let (folder, sheets) = try insertGraph()
    for saving in [false, true] {
      try check(saving: saving) {
        folder.name += "!"
        context.delete(sheets[saving ? 1 : 0])
        let new = Sheet("new \(saving)")
        new.labels = sheets[2].labels + [Label("fresh")]
        folder.sheets.insert(new, at: 0)
        new.title += "!"
        let passing = Sheet("passing")
        context.insert(passing)
        passing.folder = folder
        context.delete(passing)
      }
    }
  }
}
