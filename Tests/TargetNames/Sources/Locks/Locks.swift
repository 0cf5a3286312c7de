package let nameOfLocks = "Locks"
