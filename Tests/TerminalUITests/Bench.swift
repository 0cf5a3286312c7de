import Observation

@testable import TerminalUI

/// An application on a memory screen, with everything that drives it.
@MainActor
struct Bench {
  let scene: ModelList
  let screen: MemoryScreen
  let source = ScriptedSource()
  let clock = ManualClock()
  let application: Application

  init(_ titles: [String], width: Int = 10, height: Int = 3) {
    scene = ModelList(titles)
    screen = MemoryScreen(size: Size(width: width, height: height))
    application = Application(scene: scene, screen: screen, source: source, clock: clock)
    application.start()
  }

  func type(_ text: String) async {
    source.type(text)
    await application.idle()
  }
}

/// A scene with a header, a list of observable models and a text field, for tests.
@MainActor
final class ModelList: Scene, ListDataSource {
  @MainActor
  @Observable
  final class Model {
    var title: String

    init(_ title: String) { self.title = title }
  }

  var ids: [Int]
  var models: [Int: Model]
  var field: TextField?
  var events: [Event] = []
  var exitsAtOnce = true
  var drawsAhead = false
  var refused: [ExitReason] = []
  private(set) var list: ListView<ModelList>!  // Sound: set in init, before anybody can call.
  weak var application: Application?

  init(_ titles: [String]) {
    ids = Array(titles.indices)
    models = Dictionary(uniqueKeysWithValues: titles.enumerated().map { ($0, Model($1)) })
    list = ListView(source: self)
  }

  var count: Int { ids.count }
  var headings: [Int] = []

  func heading(above row: Int, width: Int) -> CellLine { CellLine("- \(row)") }

  func id(at index: Int) -> Int { ids[index] }

  func line(for id: Int, width: Int) -> CellLine { CellLine("  " + (models[id]?.title ?? "")) }

  func marked(_ line: CellLine, of id: Int, as state: RowState) -> CellLine {
    var line = line
    if state.isSelected { line.overwrite(from: 0, with: CellLine(">")) }
    if state.isMarked { line.overwrite(from: 1, with: CellLine("*")) }
    return line
  }

  func start(in application: Application) {
    self.application = application
    list.onChange = { [weak application] _ in application?.setNeedsDisplay() }
  }

  func handle(_ event: Event) {
    events.append(event)
    guard case .key(let key) = event else { return }
    if list.handle(key) { return }
    if key == "q" { application?.exit() }
    if key == "^z" { application?.suspend() }
  }

  func shouldExit(_ reason: ExitReason) -> Bool {
    if !exitsAtOnce { refused.append(reason) }
    return exitsAtOnce
  }

  func render(into canvas: inout Canvas) { list.render(into: &canvas, in: canvas.bounds) }

  func noteShown() {
    if drawsAhead { list.drawAhead() }
  }
}

/// Numbers as rows, which counts how often a row was searched.
@MainActor
final class CountedRows: ListDataSource {
  let count: Int
  /// How many rows each number is below its own index.
  var shift = 0
  private(set) var searches = 0
  /// How many rows were asked for.
  private(set) var asked = 0

  init(_ count: Int) { self.count = count }

  func id(at index: Int) -> Int {
    asked += 1
    return index - shift
  }

  func index(of id: Int) -> Int? {
    searches += 1
    return id + shift
  }

  func snapshot() -> RowSnapshot<Int> {
    let numbers = -shift..<count - shift
    return RowSnapshot(count: count) { numbers.contains($0) }
  }

  func line(for id: Int, width: Int) -> CellLine { CellLine("\(id)") }
}

extension Canvas {
  /// The drawing, with `|` in the cell of the cursor.
  var drawingWithCursor: String { Drawing(self).description }
}

/// Random numbers, reproducible by a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
