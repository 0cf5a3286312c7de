import Foundation

/// Items as a JSON file, with texts that may cause trouble.
enum HostileFile {
  private static let pieces = [
    "a", "é", "e\u{301}", "👩‍🚀", "日本語", "\u{0}", "\u{1b}[2J", "\u{1b}]52;c;eHh4\u{7}", "\r", "\n", "\t", "\u{85}",
    "\u{2028}", "\u{202e}", "\"", "\\", ",", ";", "'", "%41", "+x", "@y", "#z", " x ", "due:2026-01-01", "{}", "]",
    "\\u0000", "\u{fffd}", "\u{10ffff}", "-", "\u{200b}", "\u{feff}", "$(touch x)",
  ]

  static func items(_ count: Int, seed: UInt64) -> String {
    print("seed \(seed)")
    var random = SeededBytes(seed: seed)
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    let items = (0..<count).map { index in
      [
        "title": "t" + text(8) + "\(index)", "notes": text(12), "state": Bool.random(using: &random) ? "open" : "done",
        "tags": (0..<Int.random(in: 0...3, using: &random)).map { _ in "t\(Int.random(in: 0..<50, using: &random))日" },
        "list": Bool.random(using: &random) ? "my \"list\" \(Int.random(in: 0..<9, using: &random))" : NSNull(),
      ] as [String: Any]
    }
    let data = try? JSONSerialization.data(withJSONObject: items)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}

/// Random bytes, reproducible by a seed (SplitMix64).
struct SeededBytes: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next bytes.
  mutating func take(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes.prefix(count))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
