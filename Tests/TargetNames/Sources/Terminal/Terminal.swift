package let nameOfTerminal = "Terminal"
