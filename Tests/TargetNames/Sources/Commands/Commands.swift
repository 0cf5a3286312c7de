package let nameOfCommands = "Commands"
