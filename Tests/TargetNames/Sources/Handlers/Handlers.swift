package let nameOfHandlers = "Handlers"
