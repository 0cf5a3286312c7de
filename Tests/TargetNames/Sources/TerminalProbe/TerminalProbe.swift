package let nameOfTerminalProbe = "TerminalProbe"
