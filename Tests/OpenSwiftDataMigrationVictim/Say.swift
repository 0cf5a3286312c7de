import Foundation

/// Writes a line that the test waits for.
func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// Whether the test holds the process before the commit.
let isHeld = CommandLine.arguments.last == "hold"
