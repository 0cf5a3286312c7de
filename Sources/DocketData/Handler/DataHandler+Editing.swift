import Foundation
import SwiftData

extension DataHandler {
  /// Makes what somebody changed in the text of an item, in one transaction and as one step.
  ///
  /// - Parameters:
  ///   - id: which item.
  ///   - edit: what is to be changed; an empty one is no step.
  ///   - original: the item as it was when that was begun, so that nothing is overwritten that somebody else changed
  ///     since; nil to change it whatever is there.
  ///   - date: when it is done, if it becomes so.
  ///   - calendar: the calendar and time zone that the next due date is counted in.
  /// - Throws: `ItemError.changedMeanwhile` if somebody else gave another value to a field that is to be changed; what was
  ///   changed in other fields stays. `ItemError` if the item is gone or can't have the values, or `StoreError`;
  ///   nothing is changed then.
  public func editItem(
    id: PersistentIdentifier, _ edit: ItemEdit, from original: ItemValues? = nil, at date: Date = Date(),
    calendar: Calendar = .current
  ) throws {
    guard !edit.isEmpty else { return }
    try perform(at: date) { recorder in
      let update = try ItemUpdate(edit.changes, self, recorder)
      let item = try model(id)
      if let original { try refuseConflict(of: edit, from: original) }
      try update.apply(to: item, recorder)
      try setState(of: item, edit.isDone, date, calendar, recorder)
      return (StepWords([item]) { $0.contains(.completed) ? "edit" : update.verb($0) }, ())
    }
  }

  /// Refuses to overwrite what somebody else changed since an edit was begun; the write lock is held.
  func refuseConflict(of edit: ItemEdit, from original: ItemValues) throws {
    if let conflict = ItemConflict(edit, from: original, ItemValues(try model(original.id))) {
      throw ItemError.changedMeanwhile(conflict)
    }
  }

  private func setState(
    of item: Item, _ isDone: Bool?, _ date: Date, _ calendar: Calendar, _ recorder: JournalRecorder
  ) throws {
    switch isDone {
    case true?: _ = try complete([item], date, calendar, recorder)
    case false?: _ = try reopen([item], recorder)
    case nil: break
    }
  }
}
