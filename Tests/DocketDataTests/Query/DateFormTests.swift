import DocketData
import Foundation
import Testing

@Suite("The table of forms of dates")
struct DateFormTests {
  @Test func everyExampleIsADate() {
    for phrase in DateForm.all.flatMap(\.examples) {
      #expect(DatePhrase.span(of: phrase, Berlin.reference) != nil, "\(phrase)")
    }
  }

  @Test func eachExampleIsOfItsRowOnly() {
    let examples = DateForm.all.flatMap(\.examples)
    #expect(Set(examples).count == examples.count)
  }

  @Test func hintsAreDates() {
    let hints = DateForm.hints(quote: "'").components(separatedBy: ", ").map { $0.replacing("'", with: "") }
    #expect(hints.allSatisfy { DatePhrase.span(of: $0, Berlin.reference) != nil } && hints.contains("fri 17:00"))
  }

  /// The table of `Items.md` is this one, with what the first example of each row is on that Saturday.
  @Test func theDocumentationHasTheTable() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../Documentation/Items.md")
    let rows = try DateForm.all.map { form in
      let span = try #require(DatePhrase.span(of: form.examples[0], Berlin.reference))
      let date = Berlin.text(span.start)
      let forms = form.examples.map { "`\($0)`" }.joined(separator: ", ")
      return "| \(forms) | \(form.meaning) | \(span.isDay ? String(date.prefix(10)) : date) |\n"
    }
    #expect(try String(contentsOf: file, encoding: .utf8).contains(rows.joined()), "\(rows.joined())")
  }

  // MARK: - Against another program

  private static let hasDateutil: Bool = {
    (try? Dateutil.run("import dateutil.parser", [])) != nil
  }()

  /// What python3-dateutil says of the forms that it has, too; it takes the first number for the day where told to.
  @Test(.enabled(if: hasDateutil), arguments: [1, 2, 3] as [UInt64]) func dateutilReadsTheSame(_ seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let phrases = (0..<400).map { _ in Self.phrase(&random) }
    let theirs = try Dateutil.run(
      """
      import sys, datetime, dateutil.parser
      default = datetime.datetime(2026, 11, 21)
      for line in sys.stdin:
          print(dateutil.parser.parse(line.strip(), default=default, dayfirst=line[2] == '.').strftime('%Y-%m-%d %H:%M'))
      """, phrases)
    let ours = phrases.map { phrase in
      DatePhrase.span(of: phrase, Berlin.reference).map { Berlin.text($0.start) } ?? "no date"
    }
    #expect(theirs.count == phrases.count)
    for (phrase, (ours, theirs)) in zip(phrases, zip(ours, theirs)) {
      #expect(ours == theirs, "\(phrase)")
    }
  }

  /// A day with a year, or a weekday that is not today's, and sometimes a time.
  private static func phrase(_ random: inout SeededGenerator) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let (year, month) = (Int.random(in: 1_990...2_060, using: &random), Int.random(in: 1...12, using: &random))
    let day = Int.random(in: 1...28, using: &random)
    let months = [
      "jan", "february", "mar", "April", "may", "jun", "july", "aug", "sep", "oct", "november", "DEC",
    ]
    let days = [
      "\(year)-\(two(month))-\(two(day))", "\(two(day)).\(two(month)).\(year)", "\(day) \(months[month - 1]) \(year)",
      "\(months[month - 1]) \(day) \(year)", "\(day)-\(months[month - 1])-\(year)",
      "\(day) of \(months[month - 1]) \(year)",
      ["mon", "tuesday", "Wed", "thu", "friday", "sun"].randomElement(using: &random) ?? "",
    ]
    let hour = Int.random(in: 1...12, using: &random)
    let (minute, half) = (two(Int.random(in: 0...59, using: &random)), Bool.random(using: &random) ? "am" : "pm")
    let times = [
      "", "", " \(hour + 11):\(minute)", " \(hour)\(half)", " \(hour):\(minute) \(half)",
      " at \(hour):\(minute)\(half)",
    ]
    return (days.randomElement(using: &random) ?? "") + (times.randomElement(using: &random) ?? "")
  }
}

/// Python's date parser.
private enum Dateutil {
  struct Failed: Error {}

  /// The lines that a program prints for lines of input.
  static func run(_ program: String, _ lines: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
    try process.run()
    // Few enough for the pipe.
    try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
    return text.split(separator: "\n").map(String.init)
  }
}
