extension ProgressMeter {
  /// The part that is done in hundredths, as `45 %`, or else what is done, as `1 200`.
  public var progressText: String { fraction.map { "\(Int($0 * 100)) %" } ?? Self.grouped(done) }

  /// The rate, as `1 200/s`; empty until it can be told.
  public var rateText: String {
    guard let rate else { return "" }
    if rate == 0 || rate >= 10 { return Self.grouped(Int(min(rate, 1e15))) + "/s" }
    return "\(Int(rate)).\(Int(rate * 10) % 10)/s"
  }

  /// The time that the rest will take, as `12 s left`; empty if that can't be told.
  public var remainingText: String {
    guard let remaining, done != total else { return "" }
    let seconds = Int((remaining / .seconds(1)).rounded(.up))
    switch seconds {
    case ..<60: return "\(seconds) s left"
    case ..<3600: return "\(seconds / 60) min left"
    default: return "\(seconds / 3600) h \(seconds % 3600 / 60) min left"
    }
  }

  private static func grouped(_ number: Int) -> String {
    var (rest, groups) = (String(number), [String]())
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest = String(rest.dropLast(3))
    }
    return ([rest] + groups).joined(separator: " ")
  }
}
