import Foundation

/// A transcript of commands: lines after `$ ` were run, `> ` continues one, and below each is its output, with its status
/// in brackets unless it was 0.
struct Transcript {
  /// The lines, with marks for everything that differs from run to run.
  let lines: [Substring]

  /// Takes a text as it is.
  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The commands in it.
  var commands: [String] {
    var commands: [String] = []
    for line in lines {
      if line.hasPrefix("$ ") { commands.append(String(line.dropFirst(2))) }
      if line.hasPrefix("> ") { commands[commands.count - 1] += "\n" + line.dropFirst(2) }
    }
    return commands
  }

  /// Runs the commands again, one after the other.
  func repeated(by docket: DocketProcess) async throws -> Transcript {
    var text = ""
    for command in commands {
      let result = try await docket.shell("docket() { \(DocketProcess.binary) \"$@\"; }\n\(command)").run()
      text += "$ " + command.replacing("\n", with: "\n> ") + "\n" + Self.marked(result.text + result.error, docket)
      if !text.hasSuffix("\n") { text += "\n" }
      if result.status != 0 { text += "[\(result.status)]\n" }
    }
    return Transcript(text)
  }

  /// Times, identifiers, sizes, positions in the manual order, the directory and the user differ; due dates in 2031 do not.
  private static func marked(_ text: String, _ docket: DocketProcess) -> String {
    text.replacing("\r\n", with: "\n").replacing(docket.directory.path, with: "DIR")
      .replacing(/(?!2031)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "TIME")
      .replacing(/(?!2031)\d{8}T\d{6}Z/, with: "TIME").replacing(/(?!2031)\d{4}-\d\d-\d\d/, with: "DAY")
      .replacing(/[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}/.ignoresCase(), with: "UID")
      .replacing(/(size|file|log)\t\d+/) { "\($0.1)\tBYTES" }
      .replacing(/"position":"[0-9A-Za-z]+"/, with: "\"position\":PLACE")
      .replacing(/,,e[0-9A-Za-z]{5},/, with: ",,PLACE,")
      .replacing("\t\(NSUserName())\t", with: "\tPERSON\t").replacing("\t", with: "⇥")
  }
}
