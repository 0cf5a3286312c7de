import Foundation
import Testing

@Suite("Completion in the shells themselves", .takesTurns)
struct CompletionTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + shell)
  }

  /// What bash offers for the last of some words.
  private func bash(_ words: String) async throws -> [Substring] {
    let script = """
      docket --generate-completion-script bash > completion
      . ./completion
      name=$(complete -p docket | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
      COMP_WORDS=(\(words)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="${COMP_WORDS[*]}" COMPREPLY=()
      COMP_POINT=${#COMP_LINE} COMP_TYPE=9
      set +eu
      "$name" docket "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try await docket.script(script).text.split(separator: "\n")
  }

  @Test func bashOffersCommandsOptionsAndValues() async throws {
    #expect(try await bash("docket im") == ["import"])
    #expect(try await bash("docket export --form") == ["--format"])
    #expect(try await bash("docket import --format ''") == ["json", "csv", "todotxt", "taskwarrior", "icalendar"])
    #expect(try await bash("docket add --priority m") == ["medium"])
    #expect(try await bash("docket list --sort -c") == ["-created"])
    #expect(try await bash("docket help im") == ["import"])
  }

  @Test(.enabled(if: isInstalled("fish"))) func fishOffersCommandsAndValues() async throws {
    let result = try await docket.script(
      """
      docket --generate-completion-script fish > completion
      fish -c 'source completion; complete -C "docket im"; complete -C "docket export --format t"' | cut -f 1
      """)
    #expect(result.text == "import\ntodotxt\ntaskwarrior\n", "\(result.error)")
  }

  @Test(.enabled(if: isInstalled("zsh"))) func zshTakesTheScript() async throws {
    let result = try await docket.script(
      """
      docket --generate-completion-script zsh > completion
      zsh -f -c 'autoload -U compinit; compinit -D -u; . ./completion; print $_comps[docket]; whence -w _docket'
      """)
    #expect(result.text == "_docket\n_docket: function\n", "\(result.error)")
  }
}
