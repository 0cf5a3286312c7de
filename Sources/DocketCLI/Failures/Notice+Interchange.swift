import DocketData

/// What a person is told of fields that an item has no place for.
extension Notice {
  /// What was kept of a file without being understood, what of it was left out, and what is no item.
  static func all(_ report: ImportReport, _ format: InterchangeFormat, file: String) -> [Notice] {
    [
      Notice(
        "kept, but not understood", report.kept, place: file,
        remedy: "an export with '--format \(format.rawValue)' writes it back"),
      Notice(
        "left out, as an item has no place for it", report.unread, place: file, remedy: "keep the file if you need it"),
      Notice(
        "passed over", report.passedOver, place: file, remedy: "this is no item of a list; keep the file if you need it"
      ),
      Notice(
        "time zones that nobody knows here", report.unknownZones, place: file,
        remedy: "their moments were read on the clock on the wall; see that they are right"),
    ].compactMap(\.self)
  }

  /// What an export left out; nil for nothing.
  init?(_ report: ExportReport, _ format: InterchangeFormat, file: String?) {
    self.init(
      "left out, as \(format.rawValue) has no place for it", report.unsaid, place: file ?? "standard output",
      remedy: "JSON has it, and the format that it came from")
  }

  private static let longestList = 40

  private init?(_ what: String, _ counts: [FieldCount], place: String, remedy: String) {
    guard !counts.isEmpty else { return nil }
    // A file may have any number of names.
    let more = counts.count > Self.longestList ? " and \(counts.count - Self.longestList) more" : ""
    let fields = counts.prefix(Self.longestList).map { "\($0.name) \($0.count)" }.joined(separator: ", ") + more
    self.init(what: "\(what): \(fields)", place: place, remedy: remedy)
  }
}
