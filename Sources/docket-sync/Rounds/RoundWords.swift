import DocketData
import OpenSwiftDataSync

/// A number of batches, in words.
struct BatchCount: CustomStringConvertible {
  private let count: Int

  init(_ count: Int) { self.count = count }

  var description: String { count == 1 ? "1 batch" : "\(count) batches" }
}

extension SyncReport {
  /// How many minutes this machine's clock is behind the remote's, or ahead of it if negative; nil if it is right.
  var clockMinutes: Int? { clockDifference.map { Int($0 / 60_000) } }

  /// What to say of a snapshot that a later version left; nil if there is none.
  var upgradeNotice: SyncFailure? {
    laterSnapshot.map { format in
      SyncFailure(
        .badData, "what others sent earlier was written by a later version", place: "snapshot of format \(format)",
        remedy: isReceiving
          ? "upgrade docket-sync; what does not need it was received"
          : "upgrade docket-sync; receiving has stopped until then")
    }
  }

  /// What a round did, in words.
  var words: String {
    let parts = [(pushed, "sent"), (pulled, "received")].filter { $0.0 > 0 }.map { number, word in
      "\(BatchCount(number)) \(word)"
    }
    let rows = changed > 0 ? ["\(changed) \(changed == 1 ? "row" : "rows") changed"] : []
    return parts.isEmpty && rows.isEmpty ? "nothing new" : (parts + rows).joined(separator: ", ")
  }
}

/// A word of a command that is shown to be copied: quoted if a shell would take it for more than a word.
struct ShellWord: CustomStringConvertible {
  private let text: String

  init(_ text: String) { self.text = VisibleLine.of(text) }

  var description: String {
    let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._/".contains($0) }
    if isPlain { return text }
    let quoted = "'" + text.replacing("'", with: #"'\''"#) + "'"
    // What begins with a hyphen would be an option.
    return text.hasPrefix("-") ? "-- " + quoted : quoted
  }
}

/// What to say of a machine whose clock is behind; one that is ahead has no round.
struct ClockWarning: CustomStringConvertible {
  let minutes: Int

  var description: String {
    "this machine's clock is \(minutes == 1 ? "a minute" : "\(minutes) minutes") behind that of the database: set it"
  }
}
