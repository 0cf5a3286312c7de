import Foundation

extension ReplicationTransaction {
  /// Rows that were changed alike.
  package struct HistoryRun: Hashable, Sendable {
    /// What was done.
    package enum Kind: Sendable {
      case insertion, update, deletion
    }

    /// A number that later runs exceed.
    package let number: Int64
    /// The number of the transaction.
    package let transaction: Int64
    /// Who saved it.
    package let author: String?
    /// When it was saved.
    package let time: Date
    /// The name of the entity.
    package let entity: String
    /// What was done.
    package let kind: Kind
    /// The keys; rows may be missing among them.
    package var keys: ClosedRange<Int64>
    /// The names of what was updated.
    package let properties: [String]

    init(_ numbered: HistoryLog.NumberedRun, of entity: String) {
      let run = numbered.run
      (number, transaction, author) = (numbered.number, numbered.transaction, numbered.author)
      time = Date(timeIntervalSinceReferenceDate: numbered.time)
      self.entity = entity
      kind =
        switch run.kind {
        case .insert: .insertion
        case .update: .update
        case .delete: .deletion
        }
      (keys, properties) = (run.keys, run.properties)
    }
  }
}
