import DocketData

/// A step of the journal as a line.
struct LogLine {
  private let step: LoggedStep

  init(_ step: LoggedStep) { self.step = step }

  func text(_ style: OutputStyle) -> String {
    switch style {
    case .pipe:
      [
        Timestamp(step.date).universal, FieldText.escaped(step.author), step.state.rawValue, "\(step.rowCount)",
        FieldText.escaped(step.words),
      ].joined(separator: "\t") + "\n"
    case .terminal:
      "\(Timestamp(step.date).local)  \(VisibleText.marked(step.author))  \(VisibleText.marked(step.words))\(state)\n"
    }
  }

  private var state: String { step.state == .done ? "" : " (\(step.state.rawValue))" }
}
