extension TemporaryStore {
  /// Makes a store as it was when relationships with one inverse were kept in one place: what the library wrote for a
  /// garden with the leading bushes a and b and the trailing bush c, a desk with two lamps, and a song with the soloist
  /// a and the choir b and c.
  func makeStoreOfMergedLists() throws { try sqlite(Self.mergedLists) }

  private static let mergedLists = """
    PRAGMA foreign_keys=OFF;
    BEGIN TRANSACTION;
    CREATE TABLE openswiftdata_metadata(key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO openswiftdata_metadata VALUES('schema_description','{"entities":[{"attributes":[{"columns":[{"isOpti\
    onal":false,"name":"name","type":"TEXT"}],"encoding":"plain","hasDefault":false,"isOptional":false,"name":"nam\
    e","storageType":"String","valueType":"String"}],"fingerprint":"913b8ed5ac76b2e8","indexes":[],"name":"Bush","re\
    lationships":[{"deleteRule":"nullify","destination":"Garden","inverse":"trailing","isOptional":true,"isToMany":f\
    alse,"maximumModelCount":0,"minimumModelCount":0,"name":"garden","storage":{"inversePosition":"garden.positio\
    n","isJoinTable":false,"isKeptHere":true,"owner":"id","table":"Bush","target":"garden"}}],"uniques":[]},{"attrib\
    utes":[{"columns":[{"isOptional":false,"name":"name","type":"TEXT"}],"encoding":"plain","hasDefault":false,"isOp\
    tional":false,"name":"name","storageType":"String","valueType":"String"}],"fingerprint":"939170c75345bf6c","inde\
    xes":[],"name":"Desk","relationships":[{"deleteRule":"nullify","destination":"Lamp","inverse":"desk","isOptiona\
    l":true,"isToMany":false,"maximumModelCount":0,"minimumModelCount":0,"name":"left","storage":{"isJoinTable":fals\
    e,"isKeptHere":true,"owner":"id","table":"Desk","target":"left"}},{"deleteRule":"nullify","destination":"Lam\
    p","inverse":"desk","isOptional":true,"isToMany":false,"maximumModelCount":0,"minimumModelCount":0,"name":"righ\
    t","storage":{"isJoinTable":false,"isKeptHere":true,"owner":"id","table":"Desk","target":"right"}}],"uniques":[]\
    },{"attributes":[{"columns":[{"isOptional":false,"name":"name","type":"TEXT"}],"encoding":"plain","hasDefault":f\
    alse,"isOptional":false,"name":"name","storageType":"String","valueType":"String"}],"fingerprint":"cc5affc6efba0\
    b7e","indexes":[],"name":"Garden","relationships":[{"deleteRule":"nullify","destination":"Bush","inverse":"garde\
    n","isOptional":true,"isToMany":true,"maximumModelCount":0,"minimumModelCount":0,"name":"leading","storage":{"is\
    JoinTable":false,"isKeptHere":false,"owner":"garden","position":"garden.position","table":"Bush","target":"id"}}\
    ,{"deleteRule":"nullify","destination":"Bush","inverse":"garden","isOptional":true,"isToMany":true,"maximumModel\
    Count":0,"minimumModelCount":0,"name":"trailing","storage":{"isJoinTable":false,"isKeptHere":false,"owner":"gard\
    en","position":"garden.position","table":"Bush","target":"id"}}],"uniques":[]},{"attributes":[{"columns":[{"isOp\
    tional":false,"name":"name","type":"TEXT"}],"encoding":"plain","hasDefault":false,"isOptional":false,"name":"nam\
    e","storageType":"String","valueType":"String"}],"fingerprint":"957d144a11477982","indexes":[],"name":"Lamp","re\
    lationships":[{"deleteRule":"nullify","destination":"Desk","inverse":"right","isOptional":true,"isToMany":false\
    ,"maximumModelCount":0,"minimumModelCount":0,"name":"desk","storage":{"isJoinTable":false,"isKeptHere":true,"own\
    er":"id","table":"Lamp","target":"desk"}}],"uniques":[]},{"attributes":[{"columns":[{"isOptional":false,"nam\
    e":"name","type":"TEXT"}],"encoding":"plain","hasDefault":false,"isOptional":false,"name":"name","storageTyp\
    e":"String","valueType":"String"}],"fingerprint":"078be95cbeff8b5c","indexes":[],"name":"Singer","relationship\
    s":[{"deleteRule":"nullify","destination":"Song","inverse":"soloists","isOptional":true,"isToMany":true,"maximum\
    ModelCount":0,"minimumModelCount":0,"name":"songs","storage":{"inversePosition":"inverse.position","isJoinTabl\
    e":true,"isKeptHere":true,"owner":"owner","position":"position","table":"Singer.songs","target":"target"}}],"uni\
    ques":[]},{"attributes":[{"columns":[{"isOptional":false,"name":"name","type":"TEXT"}],"encoding":"plain","hasDe\
    fault":false,"isOptional":false,"name":"name","storageType":"String","valueType":"String"}],"fingerprint":"8dece\
    d98e09b5a7d","indexes":[],"name":"Song","relationships":[{"deleteRule":"nullify","destination":"Singer","invers\
    e":"songs","isOptional":true,"isToMany":true,"maximumModelCount":0,"minimumModelCount":0,"name":"choir","storag\
    e":{"inversePosition":"position","isJoinTable":true,"isKeptHere":false,"owner":"target","position":"inverse.posi\
    tion","table":"Singer.songs","target":"owner"}},{"deleteRule":"nullify","destination":"Singer","inverse":"song\
    s","isOptional":true,"isToMany":true,"maximumModelCount":0,"minimumModelCount":0,"name":"soloists","storage":{"i\
    nversePosition":"position","isJoinTable":true,"isKeptHere":false,"owner":"target","position":"inverse.positio\
    n","table":"Singer.songs","target":"owner"}}],"uniques":[]}]}');
    INSERT INTO openswiftdata_metadata VALUES('schema_fingerprint','2e212b1ef176e4dd');
    INSERT INTO openswiftdata_metadata VALUES('schema_version','1.0.0');
    INSERT INTO openswiftdata_metadata VALUES('store_identifier','D61FEB7A-93B9-4648-A76A-FE5FEBD938C4');
    CREATE TABLE openswiftdata_transaction(
      id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp REAL NOT NULL, writer INTEGER NOT NULL, author TEXT, bundle TE\
    XT,
      process TEXT);
    INSERT INTO openswiftdata_transaction VALUES(1,817070760.47039461138,-3308263979011026812,NULL,'docketPackageTes\
    ts.xctest','23715');
    CREATE TABLE openswiftdata_change(
      transaction_id INTEGER NOT NULL REFERENCES openswiftdata_transaction(id) ON DELETE CASCADE, entity TEXT NOT NU\
    LL,
      kind INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, properties TEXT NOT NULL);
    INSERT INTO openswiftdata_change VALUES(1,'Garden',0,1,1,'');
    INSERT INTO openswiftdata_change VALUES(1,'Bush',0,1,3,'');
    INSERT INTO openswiftdata_change VALUES(1,'Desk',0,1,1,'');
    INSERT INTO openswiftdata_change VALUES(1,'Lamp',0,1,2,'');
    INSERT INTO openswiftdata_change VALUES(1,'Song',0,1,1,'');
    INSERT INTO openswiftdata_change VALUES(1,'Singer',0,1,3,'');
    CREATE TABLE openswiftdata_tombstone(
      transaction_id INTEGER NOT NULL REFERENCES openswiftdata_transaction(id) ON DELETE CASCADE
        DEFERRABLE INITIALLY DEFERRED,
      entity TEXT NOT NULL, key INTEGER NOT NULL, property TEXT NOT NULL, value);
    CREATE TABLE openswiftdata_history_state(
      id INTEGER PRIMARY KEY CHECK(id = 1), expired INTEGER NOT NULL, deleted INTEGER NOT NULL);
    INSERT INTO openswiftdata_history_state VALUES(1,0,0);
    CREATE TABLE IF NOT EXISTS "Bush"(id INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL, "garden" INTEGER\
    , "garden.position" INTEGER);
    INSERT INTO Bush VALUES(1,'a',1,1);
    INSERT INTO Bush VALUES(2,'b',1,2);
    INSERT INTO Bush VALUES(3,'c',1,1);
    CREATE TABLE IF NOT EXISTS "Desk"(id INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL, "left" INTEGER, "r\
    ight" INTEGER);
    INSERT INTO Desk VALUES(1,'one',1,2);
    CREATE TABLE IF NOT EXISTS "Garden"(id INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL);
    INSERT INTO Garden VALUES(1,'one');
    CREATE TABLE IF NOT EXISTS "Lamp"(id INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL, "desk" INTEGER);
    INSERT INTO Lamp VALUES(1,'a',1);
    INSERT INTO Lamp VALUES(2,'b',1);
    CREATE TABLE IF NOT EXISTS "Singer"(id INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL);
    INSERT INTO Singer VALUES(1,'a');
    INSERT INTO Singer VALUES(2,'b');
    INSERT INTO Singer VALUES(3,'c');
    CREATE TABLE IF NOT EXISTS "Singer.songs"(owner INTEGER NOT NULL, target INTEGER NOT NULL, position INTEGER NO\
    T NULL, "inverse.position" INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(owner, target)) WITHOUT ROWID;
    INSERT INTO "Singer.songs" VALUES(1,1,2,1);
    INSERT INTO "Singer.songs" VALUES(2,1,2,2);
    INSERT INTO "Singer.songs" VALUES(3,1,2,3);
    CREATE TABLE IF NOT EXISTS "Song"(id INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL);
    INSERT INTO Song VALUES(1,'one');
    DELETE FROM sqlite_sequence;
    INSERT INTO sqlite_sequence VALUES('Garden',1);
    INSERT INTO sqlite_sequence VALUES('Bush',3);
    INSERT INTO sqlite_sequence VALUES('Desk',1);
    INSERT INTO sqlite_sequence VALUES('Lamp',2);
    INSERT INTO sqlite_sequence VALUES('Song',1);
    INSERT INTO sqlite_sequence VALUES('Singer',3);
    INSERT INTO sqlite_sequence VALUES('openswiftdata_transaction',1);
    CREATE INDEX openswiftdata_change_transaction ON openswiftdata_change(transaction_id);
    CREATE INDEX openswiftdata_tombstone_transaction ON openswiftdata_tombstone(transaction_id);
    CREATE INDEX "Bush.garden" ON "Bush"("garden", "garden.position");
    CREATE INDEX "Desk.left" ON "Desk"("left");
    CREATE INDEX "Desk.right" ON "Desk"("right");
    CREATE INDEX "Lamp.desk" ON "Lamp"("desk");
    CREATE INDEX "Singer.songs.target" ON "Singer.songs"(target, "inverse.position");
    COMMIT;
    PRAGMA user_version = 2;
    PRAGMA application_id = 1330870084;
    """
}
