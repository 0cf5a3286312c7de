extension TableLayout {
  /// The width of each column; nil if it is not shown.
  static func widths(of columns: [TableColumn], fitting width: Int, spacing: Int) -> [Int?] {
    let order = columns.indices.sorted { (columns[$1].importance, $0) < (columns[$0].importance, $1) }
    var widths = [Int?](repeating: nil, count: columns.count)
    var spare = width + spacing
    for (rank, index) in order.enumerated() {
      let minimum = rank == 0 ? min(columns[index].minimum, width) : columns[index].minimum
      guard minimum > 0, minimum + spacing <= spare else { break }
      widths[index] = minimum
      spare -= minimum + spacing
    }
    widen(&widths, of: columns, order, &spare)
    stretch(&widths, of: columns, &spare)
    return widths
  }

  /// Gives the columns what they need, the most important one first.
  private static func widen(_ widths: inout [Int?], of columns: [TableColumn], _ order: [Int], _ spare: inout Int) {
    for index in order {
      guard let width = widths[index] else { return }
      let more = min(spare, max(0, columns[index].ideal - width))
      widths[index] = width + more
      spare -= more
    }
  }

  /// Shares what is left amongst those that stretch.
  private static func stretch(_ widths: inout [Int?], of columns: [TableColumn], _ spare: inout Int) {
    var stretching = columns.indices.filter { columns[$0].stretches && widths[$0] != nil }[...]
    while let index = stretching.popFirst(), let width = widths[index] {
      let more = spare / (stretching.count + 1)
      widths[index] = width + more
      spare -= more
    }
  }

  static func spans(of widths: [Int?], spacing: Int) -> [Range<Int>?] {
    var x = 0
    return widths.map { width in
      guard let width else { return nil }
      defer { x += width + spacing }
      return x..<x + width
    }
  }
}
