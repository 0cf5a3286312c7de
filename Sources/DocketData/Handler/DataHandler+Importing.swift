import Foundation
import SwiftData

extension DataHandler {
  /// Imports a file: items whose `uid` is in the store become as the file says, the others are added.
  ///
  /// It is one transaction and one step of the journal: all of it, or nothing. Every other writer waits meanwhile.
  ///
  /// - Parameters:
  ///   - read: answers up to so many more bytes; none at the end.
  ///   - format: the format of the file.
  ///   - options: how it is imported.
  ///   - listener: is told how far it is, after each few thousand items; what it throws ends the import.
  /// - Returns: what was done, or would be with `isDryRun`.
  /// - Throws: `InterchangeError` for the first thing that is wrong, unless `keepsGoing`; what `read` and `listener`
  ///   throw; `StoreError`. Nothing is changed then.
  /// - Complexity: memory does not grow with the file, but for 16 bytes for each item.
  public func importItems(
    _ read: @escaping (Int) throws -> Data, format: InterchangeFormat, options: ImportOptions = ImportOptions(),
    listener: InterchangeListener? = nil
  ) throws -> ImportReport {
    var report = ImportReport()
    do {
      try perform(at: options.now) { recorder in
        let run = try ImportRun(self, format, ByteReader(read), options, recorder)
        report = try run.report(listener)
        if options.isDryRun { throw DryRun() }
        return (StepWords("import \(Quantity(report.added + report.updated, "item"))"), ())
      }
    } catch is DryRun {}
    return report
  }

  /// Imports a file that is in memory.
  ///
  /// - Throws: as the other form.
  public func importItems(
    _ data: Data, format: InterchangeFormat, options: ImportOptions = ImportOptions(),
    listener: InterchangeListener? = nil
  ) throws -> ImportReport {
    var rest = data[...]
    let read = { (count: Int) in
      defer { rest = rest.dropFirst(count) }
      return Data(rest.prefix(count))
    }
    return try importItems(read, format: format, options: options, listener: listener)
  }
}

/// Takes back what an import tried out.
private struct DryRun: Error {}
