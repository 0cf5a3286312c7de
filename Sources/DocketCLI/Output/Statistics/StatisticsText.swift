import DocketData

/// Statistics for programs.
enum StatisticsText {
  /// Lines of fields, the kind of each first.
  static func fields(_ statistics: ItemStatistics) -> String {
    let spans = { (kind: String, spans: [ItemStatistics.Span]) in
      spans.map { "\(kind)\t\($0.day.text)\t\($0.added)\t\($0.done)\t\($0.open)\n" }.joined()
    }
    return spans("day", statistics.days) + spans("week", statistics.weeks)
      + statistics.ages.map { "age\t\($0.from)\t\($0.upTo.map(String.init) ?? "")\t\($0.count)\n" }.joined()
  }

  static func json(_ statistics: ItemStatistics) -> String {
    let spans = { (name: String, spans: [ItemStatistics.Span]) in
      spans.map {
        "\n  {\"\(name)\":\"\($0.day.text)\",\"added\":\($0.added),\"done\":\($0.done),\"open\":\($0.open)}"
      }.joined(separator: ",")
    }
    let ages = statistics.ages.map {
      "\n  {\"from\":\($0.from),\"to\":\($0.upTo.map(String.init) ?? "null"),\"open\":\($0.count)}"
    }.joined(separator: ",")
    return """
      {"items":\(statistics.items),"open":\(statistics.open),"done":\(statistics.done),"days":[\(spans("day", statistics.days))
      ],"weeks":[\(spans("week", statistics.weeks))
      ],"ages":[\(ages)
      ]}

      """
  }
}

extension ItemStatistics {
  /// "12 items, 8 open, 4 done".
  var counts: String { "\(Quantity(items, "item")), \(open.grouped) open, \(done.grouped) done" }
}

extension ItemStatistics.Age {
  /// "under a day", "1–7 days", "365+ days".
  var words: String {
    guard from > 0 else { return "under a day" }
    guard let upTo else { return "\(from)+ days" }
    return "\(from)–\(upTo) days"
  }
}
