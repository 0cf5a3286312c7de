import SwiftData

/// What was salvaged of a damaged store.
public struct SalvageReport: Hashable, Sendable {
  private let report: RecoveryReport

  init(_ report: RecoveryReport) { self.report = report }

  /// How many items were salvaged.
  public var items: Int { report.rows["Item"] ?? 0 }
  /// How many tags were salvaged.
  public var tags: Int { report.rows["Tag"] ?? 0 }
  /// How many lists were salvaged.
  public var lists: Int { report.rows["ItemList"] ?? 0 }
  /// How many steps of the journal were salvaged.
  public var steps: Int { report.rows["JournalStep"] ?? 0 }
  /// Whether everything could be read.
  public var isWhole: Bool { report.gaps == 0 && report.refused == 0 && report.danglingReferences == 0 }

  /// What was lost, in words.
  public var lossText: String {
    [(report.gaps, "place"), (report.refused, "row"), (report.danglingReferences, "reference")]
      .filter { $0.0 > 0 }.map { "\(Quantity($0, $1))" }.joined(separator: ", ")
  }
}
