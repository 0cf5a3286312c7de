import Foundation

/// Another program that keeps tasks; tests that need it run where it is installed.
enum Peer: String {
  case taskwarrior = "/usr/bin/task"
  case todotxt = "/usr/bin/todo-txt"
  case calcurse = "/usr/bin/calcurse"

  var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: rawValue) }
}

extension DocketProcess {
  /// Runs a script of bash in the directory, in which `docket` is the binary; it ends at the first failure.
  func script(_ text: String) async throws -> Result {
    try await shell("set -euo pipefail; docket() { \(Self.binary) \"$@\"; }; mkdir -p \"$HOME\"\n\(text)").run()
  }

  /// The items of a store as JSON objects, by their titles.
  func items(of store: String? = nil) async throws -> [String: [String: NSObject]] {
    let arguments = (store.map { ["--store", $0] } ?? []) + ["export"]
    let output = try await run(bytes: arguments.map { Array($0.utf8) }).output
    let items = try JSONSerialization.jsonObject(with: output) as? [[String: NSObject]] ?? []
    return Dictionary(items.map { (($0["title"] as? String) ?? "", $0) }, uniquingKeysWith: { $1 })
  }
}

/// Items with much of what other programs might trip over, as a JSON file.
enum PeerItems {
  static let json = #"""
    [{"title":"Renew the \"certificate\" \\ ünï 👩‍🚀","notes":"line one\nline two: [x] {y}","priority":"high",
      "tags":["ops","日本"],"list":"Work","due":"2031-05-06T17:00:00.000Z","recurrence":"2weeks",
      "uid":"11111111-2222-4333-8444-555555555551"},
     {"title":"Part of it","parent":"11111111-2222-4333-8444-555555555551","priority":"low","list":"my list"},
     {"title":"Done [one], (A); it's 100% @home +x #y","state":"done","completed":"2026-11-20T08:00:00.000Z",
      "priority":"medium","created":"2026-11-02T08:00:00.000Z"},
     {"title":"escape \u001b[2J\u0007 and\ttab","notes":"\u001b]52;c;eHh4\u0007"},
     {"title":"due:tomorrow project:x","due":"2031-05-06"}]
    """#
}
