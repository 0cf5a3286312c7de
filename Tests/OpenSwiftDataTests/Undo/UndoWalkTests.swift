import OpenSwiftData
import Testing

@Suite("Undo and redo lead to every earlier state")
struct UndoWalkTests {
  @Test(arguments: [UInt64(1), 20_261_121])
  func afterRandomChangesAndSaves(seed: UInt64) throws {
    print("seed \(seed)")
    var walk = try UndoWalk(seed: seed, savesEachStep: false)
    for step in 1...1_000 { try walk.step(step) }
    try walk.undoAndRedoEverything()
  }

  @Test func afterRandomChangesThatAreSavedAtOnce() throws {
    let seed: UInt64 = 42
    print("seed \(seed)")
    var walk = try UndoWalk(seed: seed, savesEachStep: true)
    for step in 1...300 { try walk.step(step) }
    try walk.undoAndRedoEverything()
  }
}
