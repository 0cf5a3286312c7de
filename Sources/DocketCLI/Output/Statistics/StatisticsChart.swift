import DocketData
import Foundation

/// Statistics as block charts, for a person at a terminal.
struct StatisticsChart {
  private static let maxBar = 30

  /// What is shown, and how much of it: as much as the terminal has rows for.
  private struct Extent {
    var days: Int
    var weeks: Int
    var hasAges = true
    var chartHeight = 6

    /// Shows a little less; false if there is nothing less than that.
    mutating func shrink() -> Bool {
      if weeks > 4 {
        weeks -= 1
      } else if days > 7 {
        days -= 1
      } else if chartHeight > 3 {
        chartHeight -= 1
      } else if hasAges {
        hasAges = false
      } else if weeks > 0 {
        weeks = 0
      } else if days > 1 {
        days -= 1
      } else if chartHeight > 0 {
        chartHeight = 0
      } else {
        return false
      }
      return true
    }
  }

  /// What a person asked for by number.
  struct All {
    var days = false
    var weeks = false
  }

  private let statistics: ItemStatistics
  private let width: Int
  private let height: Int?
  private let all: All
  private let colors: TerminalColors
  private let blocks: Blocks

  /// - Parameters:
  ///   - width: that of the terminal, in columns.
  ///   - height: the most lines; nil for as many as there are.
  ///   - all: of what the empty beginning is shown too.
  init(
    _ statistics: ItemStatistics, width: Int, height: Int? = nil, all: All = All(), colors: TerminalColors,
    blocks: Blocks = .current
  ) {
    (self.statistics, self.width, self.height, self.all) = (statistics, width, height, all)
    (self.colors, self.blocks) = (colors, blocks)
  }

  var text: String {
    if statistics.items == 0 { return "There are no items to count.\n" }
    let days = all.days ? statistics.days : Self.begun(statistics.days)
    let weeks = all.weeks ? statistics.weeks : Self.begun(statistics.weeks)
    var extent = Extent(days: days.count, weeks: weeks.count)
    var text = text(days, weeks, extent)
    while let height, text.count(where: \.isNewline) > height, extent.shrink() { text = self.text(days, weeks, extent) }
    return text
  }

  private func text(_ days: [ItemStatistics.Span], _ weeks: [ItemStatistics.Span], _ extent: Extent) -> String {
    let (days, weeks) = (Array(days.suffix(extent.days)), Array(weeks.suffix(extent.weeks)))
    let parts = [
      statistics.counts + "\n", spans("By day", days), spans("By week", weeks), extent.hasAges ? ages : "",
      burnDown("Open at the end of each day", days, height: extent.chartHeight),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// From the first span on that has something; the last one in any case.
  private static func begun(_ spans: [ItemStatistics.Span]) -> [ItemStatistics.Span] {
    let begun = spans.drop { $0.added == 0 && $0.done == 0 && $0.open == 0 }
    return begun.isEmpty ? spans.suffix(1) : Array(begun)
  }

  private func heading(_ words: String) -> String { colors.text(words, .heading) + "\n" }

  // MARK: - Bars

  /// Two bars for each span: what was added, and what was done.
  private func spans(_ words: String, _ spans: [ItemStatistics.Span]) -> String {
    guard !spans.isEmpty else { return "" }
    let most = spans.reduce(1) { max($0, $1.added, $1.done) }
    let digits = max(5, String(most.grouped).count)
    // The date, two numbers, and a space before each of both bars.
    let room = max(3, min(Self.maxBar, (width - 10 - 2 * digits - 4) / 2))
    let header = pad("", 10) + " " + left("added", digits) + " " + pad("", room) + " " + left("done", digits)
    let lines = spans.map { span in
      let added = bar(span.added, of: most, room, .label)
      return colors.text(span.day.text, .detail) + " " + left(span.added.grouped, digits) + " " + added + " "
        + left(span.done.grouped, digits) + " " + trimmed(bar(span.done, of: most, room, .heading))
    }
    return heading(words) + colors.text(header, .detail) + "\n" + lines.joined(separator: "\n") + "\n"
  }

  private var ages: String {
    let most = statistics.ages.reduce(1) { max($0, $1.count) }
    let digits = max(5, String(most.grouped).count)
    let room = max(3, min(2 * Self.maxBar, width - 12 - digits - 3))
    let lines = statistics.ages.map { age in
      pad(age.words, 12) + " " + left(age.count.grouped, digits) + " "
        + trimmed(bar(age.count, of: most, room, .label))
    }
    return heading("Age of what is open") + lines.joined(separator: "\n") + "\n"
  }

  private func bar(_ count: Int, of most: Int, _ room: Int, _ role: TerminalColors.Role) -> String {
    let bar = blocks.bar(Double(count) / Double(most) * Double(room))
    return colors.text(bar, role) + String(repeating: " ", count: max(0, room - bar.count))
  }

  private func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }

  // MARK: - Columns

  /// A column for each span, from the least to the most: from zero, many items would be one flat field.
  ///
  /// Nothing is blank, and what is not nothing is seen.
  private func burnDown(_ words: String, _ spans: [ItemStatistics.Span], height: Int) -> String {
    guard height > 0 else { return "" }
    let (least, most) = (spans.map(\.open).min() ?? 0, spans.map(\.open).max() ?? 0)
    let height = most == least ? 1 : height
    let digits = max(String(most.grouped).count, String(least.grouped).count)
    let shown = spans.suffix(max(1, (width - digits - 3) / 2))
    let heights = shown.map { span in
      span.open == 0
        ? 0 : most == least ? 1 : Double(span.open - least) / Double(most - least) * (Double(height) - 0.25) + 0.25
    }
    let rows = (0..<height).reversed().map { row in
      let label = row == height - 1 ? most.grouped : row == 0 ? least.grouped : ""
      let columns = heights.map { blocks.column($0 - Double(row)) + " " }.joined()
      return colors.text(left(label, digits), .detail) + " " + trimmed(colors.text(trimmed(columns), .label))
    }
    let days = "\(shown.first?.day.text ?? "") to \(shown.last?.day.text ?? "")"
    return heading(words) + rows.joined(separator: "\n") + "\n" + pad("", digits) + " " + colors.text(days, .detail)
      + "\n"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func left(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// The characters of bars: eighths of blocks, or signs where there are none.
enum Blocks {
  case eighths, signs

  /// Those that the terminal shows, by the locale.
  static var current: Blocks {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.lowercased().replacing("-", with: "")
    return name.contains("utf8") ? .eighths : .signs
  }

  /// A bar of a length in columns; what is not nothing is seen.
  func bar(_ length: Double) -> String {
    guard length > 0 else { return "" }
    guard self == .eighths else { return String(repeating: "#", count: max(1, Int(length.rounded()))) }
    let eighths = max(1, Int((length * 8).rounded()))
    let rest = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
    return String(repeating: "█", count: eighths / 8) + rest
  }

  /// A cell of a column that is so much higher than the cell's bottom.
  func column(_ height: Double) -> String {
    guard height > 0 else { return " " }
    guard self == .eighths else { return height >= 0.5 ? "#" : "_" }
    return height >= 1 ? "█" : String(Array("▁▂▃▄▅▆▇█")[min(7, max(0, Int((height * 8).rounded()) - 1))])
  }
}
