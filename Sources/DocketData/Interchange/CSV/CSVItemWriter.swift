/// Writes items as comma-separated values, with a first line that names the columns.
struct CSVItemWriter: ItemWriter {
  mutating func begin() -> String { Self.record(CSVColumn.allCases.map(\.rawValue)) }

  mutating func text(of item: ItemValues) -> String { Self.record(CSVColumn.allCases.map { $0.text(of: item) }) }

  mutating func end() -> String { "" }

  private static func record(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }) else { return text }
    // A quotation mark with a combining mark behind it is another character, but still the same byte.
    let doubled = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: "\"\"")
    return "\"\(doubled)\""
  }
}
