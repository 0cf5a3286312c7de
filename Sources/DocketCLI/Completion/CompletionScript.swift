/// The completion scripts of the argument parser, made fit for answers that anybody may have written.
///
/// Titles and names come from other people, by import and sync. The parser's script for bash gives the answers of a
/// program to `compgen -W`, which expands them: a tag named `$(reboot)` would be run. Here bash only reads lines, and
/// inserts what ``ShellWord`` has quoted. The other changes let a word such as `list:work`, which bash takes apart at the
/// colon, be completed, let a term go on after its colon, and keep errors off the terminal.
///
/// Source: https://www.gnu.org/software/bash/manual/bash.html#index-compgen
enum CompletionScript {
  /// - Parameter script: what the parser makes for bash, zsh or fish.
  static func hardened(_ script: String) -> String {
    if script.hasPrefix("#compdef") { return zsh(script) }
    return script.contains("complete -o filenames") ? bash(script) : fish(script)
  }

  /// What can stand after `help`, which the parser's scripts leave out.
  private static var topics: String { CommandNames.all.filter { $0 != "help" }.joined(separator: " ") }

  /// The call in the parser's script for bash whose answer is expanded.
  ///
  /// Sound as `nonisolated(unsafe)`: it is never changed. A `Regex` is not `Sendable` because it may hold closures, and a
  /// literal holds none.
  nonisolated(unsafe) private static let expandingCall =
    /__docket_add_completions -W "\$\(__docket_custom_complete (---completion [^"]*?) "\$\{COMP_CWORD\}" "\$\(__docket_cursor_index_in_current_word\)"\)"/

  private static func bash(_ script: String) -> String {
    let lines = script.replacing("#!/bin/bash\n\n", with: "", maxReplacements: 1)
      .replacing(expandingCall) { "__docket_ask \($0.1)" }
      .replacing(
        "    set +o history +o posix\n", with: "    set +o history +o posix\n" + bashJoining, maxReplacements: 1
      )
      .replacing("local -r prev=\"${3}\"", with: "local -r prev=\"${COMP_WORDS[COMP_CWORD - 1]}\"", maxReplacements: 1)
      .replacing(
        bashHelp, with: bashHelp + bashTopics, maxReplacements: 1)
    return exchanging("__docket_custom_complete", for: bashAsking, in: lines)
  }

  private static var bashTopics: String {
    "    [[ \"${prev}\" = help ]] && COMPREPLY+=($(compgen -W '\(topics)' -- \"${cur}\"))\n    return 0\n"
  }

  /// The function for `help`, which the parser's script ends with.
  private static let bashHelp = """
    _docket_help() {
        repeating_flags=()
        non_repeating_flags=(--version)
        repeating_options=()
        non_repeating_options=()
        __docket_offer_flags_options -1

    """

  private static func zsh(_ script: String) -> String {
    exchanging(
      "__docket_cursor_index_in_current_word", for: zshIndex,
      in: exchanging("__docket_custom_complete", for: zshAsking, in: script)
    ).replacing("'*:subcommands:'", with: "'1:command:(\(topics))'", maxReplacements: 1)
  }

  private static func fish(_ script: String) -> String {
    script.replacing(
      "    command $tokens[1] $argv $tokens\n", with: "    command $tokens[1] $argv $tokens 2>/dev/null </dev/null\n")
      + "\ncomplete -c 'docket' -n '__docket_should_offer_completions_for_positional \"docket help\" -eq 1' -fka '\(topics)'"
  }

  /// The script with another function in the place of one.
  private static func exchanging(_ name: String, for function: String, in script: String) -> String {
    guard let start = script.firstRange(of: "\(name)() {\n"),
      let end = script[start.upperBound...].firstRange(of: "\n}\n")
    else { return script }
    return script[..<start.lowerBound] + function + script[end.upperBound...]
  }

  /// Makes one word of those between which there is no white space on the line.
  private static let bashJoining = #"""
        local -a whole_words=()
        local -i whole_index=0
        __docket_join_words
        local -a COMP_WORDS=("${whole_words[@]}")
        local -i COMP_CWORD="${whole_index}"

    """#

  private static let bashAsking = #"""
    __docket_join_words() {
        local line="${COMP_LINE}" word before rest
        local -i index
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            word="${COMP_WORDS[index]}"
            rest="${line#*"${word}"}"
            before="${line%"${word}${rest}"}"
            line="${rest}"
            if [[ -n "${before}" || -z "${word}" || "${index}" -eq 0 ]]; then
                whole_words+=("${word}")
            else
                whole_words[-1]+="${word}"
            fi
            [[ "${index}" -eq "${COMP_CWORD}" ]] && whole_index=$((${#whole_words[@]} - 1))
        done
        return 0
    }

    # Each line of the answer is a value, quoted already, after = or, if the word goes on, +.
    __docket_ask() {
        local answer goes_on=''
        local -x DOCKET_COMP_LINE="${COMP_LINE:0:COMP_POINT}" DOCKET_COMP_BREAKS="${COMP_WORDBREAKS}"
        local -x DOCKET_COMP_TYPE="${COMP_TYPE}"
        compopt +o filenames -o nosort 2>/dev/null
        while IFS='' read -r answer; do
            [[ "${answer}" = +* ]] && goes_on=1
            COMPREPLY+=("${answer:1}")
        done < <("${COMP_WORDS[0]}" "${@}" "${COMP_CWORD}" 0 "${COMP_WORDS[@]}" 2>/dev/null </dev/null)
        [[ -n "${goes_on}" ]] && compopt -o nospace 2>/dev/null
        return 0
    }

    """#

  /// What the parser's script has leaves out a quotation mark that is not closed yet, and so the last character.
  private static let zshIndex = #"""
    __docket_cursor_index_in_current_word() {
        local -r before="${QIPREFIX}${IPREFIX}${PREFIX}"
        printf %s "${#before}"
    }

    """#

  private static let zshAsking = #"""
    # Each line of the answer is a value, with an explanation after a colon, after = or, if the word goes on, +.
    __docket_custom_complete() {
        local -a answers ends beginnings
        answers=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}" 2>/dev/null </dev/null)"}")
        ends=("${(@)${(@M)answers:#=*}#=}")
        beginnings=("${(@)${(@M)answers:#+*}#+}")
        _describe -V '' ends -- beginnings -S ''
    }

    """#
}
