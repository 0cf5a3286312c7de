package let nameOfScreens = "Screens"
