import Observation
import OpenSwiftData

/// Shows a result as a screen would: reads it, and reads it again whenever it is told of a change.
@MainActor
final class LiveList {
  let observer: ResultsObserver<Note, Never>
  private(set) var drawings = 0

  init(_ observer: ResultsObserver<Note, Never>) {
    self.observer = observer
    draw()
  }

  private func draw() {
    drawings += 1
    withObservationTracking {
      for note in observer.results.prefix(30) { _ = (note.title, note.count, note.isDone) }
    } onChange: { [weak self] in
      Task { @MainActor in self?.draw() }
    }
  }

  var rows: [Row] { observer.results.map { Row($0) } }
}

/// A note with its identity, as it can be passed between actors.
struct Row: Hashable, Sendable {
  let id: PersistentIdentifier
  let values: RowValues

  init(_ note: Note) { (id, values) = (note.persistentModelID, RowValues(note)) }
}
