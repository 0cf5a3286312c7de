package let nameOfMigrationVictim = "MigrationVictim"
