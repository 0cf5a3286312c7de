import Testing

@Suite("Help", .takesTurns)
struct HelpTests {
  let docket: DocketProcess

  init() throws {
    docket = DocketProcess(in: try TemporaryDirectory())
  }

  @Test(arguments: HelpTexts.all)
  func isAsWritten(_ command: String) async throws {
    let isProgram = command == HelpTexts.program
    let result = try await isProgram ? docket.run("help") : docket.run("help", command)
    #expect(try result.text == HelpTexts.text(of: command))
    try HelpTexts.record(result.text, of: command)
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
    let option = try await isProgram ? docket.run("--help") : docket.run(command, "--help")
    #expect(option.text == result.text)
    #expect(try docket.directory.contents().isEmpty)
  }

  @Test func everyCommandHasOne() async throws {
    let help = try await docket.run("help").text
    let commands = help.matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }
    #expect(commands.sorted() == HelpTexts.commands)
  }

  @Test func theVersionIsPrinted() async throws {
    #expect(try await docket.run("--version").text == "0.1.0\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsKnowEveryCommand(_ shell: String) async throws {
    let result = try await docket.run("--generate-completion-script", shell)
    #expect(result.status == 0)
    for command in HelpTexts.commands { #expect(result.text.contains(command)) }
  }

  @Test func bashAcceptsItsCompletionScript() async throws {
    let script = try await docket.run("--generate-completion-script", "bash")
    try docket.directory.write(script.output, to: "completion")
    let bash = docket.shell("bash -n completion && . ./completion && complete -p docket")
    let result = try await bash.run()
    #expect(result.text.contains("docket"))
    #expect(result.status == 0)
  }
}
