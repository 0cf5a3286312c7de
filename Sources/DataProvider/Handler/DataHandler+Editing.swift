import Foundation
import SwiftData

extension DataHandler {
  /// Makes what somebody changed in the text of an item, in one transaction and as one step.
  ///
  /// - Parameters:
  ///   - id: which item.
  ///   - edit: what is to be changed; an empty one is no step.
  ///   - date: when it is done, if it becomes so.
  ///   - calendar: the calendar and time zone that the next due date is counted in.
  /// - Throws: `ItemError` if the item is gone or can't have the values, or `StoreError`; nothing is changed then.
  public func editItem(
    id: PersistentIdentifier, _ edit: ItemEdit, at date: Date = Date(), calendar: Calendar = .current
  ) throws {
    guard !edit.isEmpty else { return }
    try perform(at: date) { recorder in
      let update = try ItemUpdate(edit.changes, self, recorder)
      let item = try model(id)
      let verb = edit.isDone == nil ? update.verb : "edit"
      update.apply(to: item, recorder, alsoChanging: edit.isDone == nil ? [] : [.completed, .recurrence])
      setState(of: item, edit.isDone, date, calendar, recorder)
      return (StepWords(verb, [item.title]), ())
    }
  }

  private func setState(
    of item: Item, _ isDone: Bool?, _ date: Date, _ calendar: Calendar, _ recorder: JournalRecorder
  ) {
    switch isDone {
    case true? where !item.isDone: _ = complete(item, date, calendar, recorder)
    case false?: item.completedAt = nil
    default: break
    }
  }
}
