import Observation

@testable import TerminalUI

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
  var refused: [ExitReason] = []
  private(set) var list: ListView<ModelList>!  // Sound: set in init, before anybody can call.
  weak var application: Application?

  init(_ titles: [String]) {
    ids = Array(titles.indices)
    models = Dictionary(uniqueKeysWithValues: titles.enumerated().map { ($0, Model($1)) })
    list = ListView(source: self)
  }

  var count: Int { ids.count }

  func id(at index: Int) -> Int { ids[index] }

  func line(for id: Int, context: RowContext) -> CellLine {
    CellLine((context.isSelected ? ">" : " ") + (context.isMarked ? "*" : " ") + (models[id]?.title ?? ""))
  }

  func start(in application: Application) {
    self.application = application
    list.onChange = { [weak application] in application?.setNeedsDisplay() }
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
}
