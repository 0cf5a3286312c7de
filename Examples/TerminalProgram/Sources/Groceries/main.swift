import TerminalUI

/// A shopping list: type something and press Enter to add it; Ctrl-X removes what was bought.
@MainActor final class Groceries: Scene, ListDataSource {
  private var items = ["Bread", "Olive oil"] { didSet { list.reload(selecting: list.selection.index) } }
  private var field = TextField(placeholder: "what is missing?")
  private lazy var list = ListView(source: self)
  private weak var application: Application?

  var count: Int { items.count }
  func id(at index: Int) -> String { items[index] }
  func line(for id: String, width: Int) -> CellLine { CellLine("  " + id) }
  func marked(_ line: CellLine, of id: String, as state: RowState) -> CellLine {
    var line = line
    if state.isSelected { line.overwrite(from: 0, with: CellLine("▌")) }
    return line
  }
  func start(in application: Application) { self.application = application }

  func handle(_ event: Event) {
    switch event {
    case .key("^c"): application?.exit()
    case .key("^x"): if let index = list.selection.index { items.remove(at: index) }
    case .key(let key): if !list.handle(key), field.handle(key) == .submitted { add() }
    case .paste(let paste): field.insert(paste.text)
    case .mouse(let mouse): _ = list.handle(mouse) || field.handle(mouse)
    case .resize, .focus: break
    }
  }

  func render(into canvas: inout Canvas) {
    let (body, bottom) = canvas.bounds.split(bottom: 2)
    list.render(into: &canvas, in: body)
    let hints = [KeyHint("Enter", "add"), KeyHint("^x", "bought"), KeyHint("^c", "leave")]
    Footer(hints, status: CellLine("\(items.count) to buy ")).render(into: &canvas, in: bottom.row(1))
    field.render(into: &canvas, in: bottom.row(0))
  }

  private func add() {
    if !field.text.isEmpty, !items.contains(field.text) { items.append(field.text) }
    list.select { $0.select(items.count - 1) }
    field.editing = EditableText()
  }
}
try Application.run(Groceries(), features: .mouse).endProcess()
