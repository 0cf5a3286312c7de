import DocketData

/// Statistics as a picture, with no text of an item.
///
/// Source: https://www.w3.org/TR/SVG11/
struct StatisticsPicture {
  private static let width = 720
  private static let chart = 140
  private static let margin = 50

  private let statistics: ItemStatistics

  init(_ statistics: ItemStatistics) { self.statistics = statistics }

  var text: String {
    let charts = [
      pairs("Added and done by day", statistics.days), pairs("Added and done by week", statistics.weeks),
      line("Open at the end of each day", statistics.days), ages,
    ]
    let step = Self.chart + Self.margin + 10
    let height = Self.margin + charts.count * step
    let body = charts.enumerated().map { index, chart in
      "<g transform=\"translate(0,\(Self.margin + index * step))\">\n\(chart)</g>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" width="\(Self.width)" height="\(height)">
      <style>
      svg { background: #fff; } text { font: 12px sans-serif; fill: #333; } .title { font-weight: bold; font-size: 14px; }
      .added { fill: #4a90d9; } .done { fill: #5aa55a; } .open { fill: none; stroke: #c0504d; stroke-width: 2; }
      .axis { stroke: #999; }
      </style>
      <text x="\(Self.margin)" y="28" class="title">\(statistics.counts)</text>
      \(body.joined())</svg>

      """
  }

  private func title(_ words: String) -> String {
    "<text x=\"\(Self.margin)\" y=\"0\" class=\"title\">\(words)</text>\n"
  }

  private func axis(_ most: Int, _ first: String, _ last: String) -> String {
    let (bottom, right) = (Self.chart, Self.width - 20)
    return """
      <line class="axis" x1="\(Self.margin)" y1="\(bottom)" x2="\(right)" y2="\(bottom)"/>
      <text x="\(Self.margin - 6)" y="20" text-anchor="end">\(most)</text>
      <text x="\(Self.margin)" y="\(bottom + 16)">\(first)</text>
      <text x="\(right)" y="\(bottom + 16)" text-anchor="end">\(last)</text>

      """
  }

  private var room: Double { Double(Self.width - 20 - Self.margin) }

  private func y(_ count: Int, _ most: Int) -> Double {
    Double(Self.chart) - Double(Self.chart - 12) * Double(count) / Double(max(1, most))
  }

  private func pairs(_ words: String, _ spans: [ItemStatistics.Span]) -> String {
    let most = spans.reduce(1) { max($0, $1.added, $1.done) }
    let step = room / Double(max(1, spans.count))
    let bars = spans.enumerated().map { index, span in
      let x = Double(Self.margin) + Double(index) * step
      return bar(x + step * 0.1, step * 0.38, span.added, most, "added", "\(span.day.text): \(span.added) added")
        + bar(x + step * 0.52, step * 0.38, span.done, most, "done", "\(span.day.text): \(span.done) done")
    }
    return title(words) + bars.joined() + axis(most, spans.first?.day.text ?? "", spans.last?.day.text ?? "")
  }

  private func bar(_ x: Double, _ width: Double, _ count: Int, _ most: Int, _ style: String, _ words: String) -> String
  {
    let top = y(count, most)
    return "<rect class=\"\(style)\" x=\"\(rounded(x))\" y=\"\(rounded(top))\" width=\"\(rounded(width))\" "
      + "height=\"\(rounded(Double(Self.chart) - top))\"><title>\(words)</title></rect>\n"
  }

  private func line(_ words: String, _ spans: [ItemStatistics.Span]) -> String {
    let most = spans.reduce(1) { max($0, $1.open) }
    let step = room / Double(max(1, spans.count - 1))
    let points = spans.enumerated().map { index, span in
      "\(rounded(Double(Self.margin) + Double(index) * step)),\(rounded(y(span.open, most)))"
    }
    return title(words) + "<polyline class=\"open\" points=\"\(points.joined(separator: " "))\"/>\n"
      + axis(most, spans.first?.day.text ?? "", spans.last?.day.text ?? "")
  }

  private var ages: String {
    let most = statistics.ages.reduce(1) { max($0, $1.count) }
    let step = room / Double(max(1, statistics.ages.count))
    let bars = statistics.ages.enumerated().map { index, age in
      let x = Double(Self.margin) + Double(index) * step
      return bar(x + step * 0.2, step * 0.6, age.count, most, "added", "\(age.words): \(age.count)")
        + "<text x=\"\(rounded(x + step / 2))\" y=\"\(Self.chart + 16)\" text-anchor=\"middle\">\(age.words)</text>\n"
    }
    return title("Age of what is open") + bars.joined() + axis(most, "", "")
  }

  private func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
