package let nameOfCNcurses = "CNcurses"
