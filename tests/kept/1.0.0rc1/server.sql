BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0011');
CREATE TABLE challenges (
	digest VARCHAR(64) NOT NULL, 
	guest VARCHAR(40) NOT NULL, 
	what VARCHAR(12) NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (digest)
);
CREATE TABLE chats (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	text VARCHAR(500) NOT NULL, 
	"by" VARCHAR(100) NOT NULL, 
	request VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "chats" VALUES('ddWrZzE5XKhufBgS',1,1795121190592,-1,'Ayla 3','Whose turn is it?','wR9h46PEj8gB_dWTQRJUfXs6','c699d60bc9994223b2af8e8d49bbaab4-1');
CREATE TABLE dues (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	by_mail BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
CREATE TABLE ended (
	digest VARCHAR(64) NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (digest)
);
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	data JSON NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',1,1795121189514,'sit','{"seat":0,"guest":"wR9h46PEj8gB_dWTQRJUfXs6","name":"Ayla"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',2,1795121189514,'sit','{"seat":1,"guest":"wR9h46PEj8gB_dWTQRJUfXs6","name":"Ayla 2"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',3,1795121189514,'begin','{"rules_version":1,"box":"f92c3312e52bc93f"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',1,1795121189572,'sit','{"seat":0,"guest":"wR9h46PEj8gB_dWTQRJUfXs6","name":"Ayla"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',2,1795121189572,'sit','{"seat":1,"guest":"wR9h46PEj8gB_dWTQRJUfXs6","name":"Ayla 2"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',3,1795121189572,'begin','{"rules_version":1,"box":"f92c3312e52bc93f"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',4,1795121189598,'act','{"seat":0,"action":23,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"f6b6a06cc2dd477bb964cb77858633b0-1"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',5,1795121189611,'act','{"seat":0,"action":25,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"db53493a04634022985f37b20cf8e4a6-3"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',6,1795121189615,'act','{"seat":0,"action":48,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"e6a560c68e4f40f7a40332b3247e70f8-4"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',7,1795121189620,'act','{"seat":0,"action":24,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"a83c2f7358e44a4f8a728cbe6e5aec1d-5"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',8,1795121189630,'act','{"seat":1,"action":34,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"ba99534faeb4481cae9b9bb37bd0ae1b-7"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',9,1795121189635,'act','{"seat":1,"action":32,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"2efe02d058ef4422a4d8f08c4c1f2778-8"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',10,1795121189641,'act','{"seat":1,"action":39,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"cb24540009284b55afde997a52d5ff19-9"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',11,1795121189645,'act','{"seat":1,"action":30,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"bf03a1d8d348465b92305a160c1d2e78-10"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',12,1795121189660,'act','{"seat":0,"action":189,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"a093eac1adc04ce5800b2dce7ebc5271-12"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',13,1795121189672,'act','{"seat":1,"action":199,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"0d2bf6b8ed87477a863c446953cc7f93-14"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',14,1795121189684,'act','{"seat":0,"action":695,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"5fcb4b8218dd4b718ff175599ee73c18-16"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',15,1795121189698,'act','{"seat":1,"action":2398,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"a247e13fed304037ba815a819864dab5-18"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',16,1795121189713,'act','{"seat":0,"action":2353,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"c6e12dbbe0154463ab178703e6efd877-20"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',17,1795121189728,'act','{"seat":1,"action":2003,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"1959d3124ca04b7ab3ca849e5343d26b-22"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',18,1795121189734,'act','{"seat":1,"action":93,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"7ecf84b8d5824f69923830a3b92411d0-23"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',19,1795121189747,'act','{"seat":0,"action":2349,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"b1d1bd7358274d5eb9185280fa17e458-25"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',20,1795121189760,'act','{"seat":1,"action":2429,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"576188efc2c94e079e03065b5a9b8c2e-27"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',21,1795121189774,'act','{"seat":0,"action":2136,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"b51ab4d5b01b401a89ff6407d9ff78a0-29"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',22,1795121189786,'act','{"seat":1,"action":2442,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"ccdab2fa97ea4cad87ac46d72618ff7c-31"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',23,1795121189800,'act','{"seat":0,"action":128,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"0e4bf8f0632a4c58b9d360a639ba10b7-33"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',24,1795121189805,'act','{"seat":0,"action":2501,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"dac3dafd117145689d98cb9e8ca0342f-34"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',25,1795121189810,'act','{"seat":0,"action":2496,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"ba234253618c471ea27b7ee6cc19c58f-35"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',26,1795121189824,'act','{"seat":1,"action":1882,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"52f45912b6034839a554b3719d223c28-37"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',27,1795121189837,'act','{"seat":0,"action":2405,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"80e6b8708b614474b25876c24969034e-39"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',28,1795121189850,'act','{"seat":1,"action":64,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"6a9cac3cbc014ce5905399c2e2222398-41"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',29,1795121189864,'act','{"seat":0,"action":2428,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"878753e665994fec87eb2e883ec2f83d-43"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',30,1795121189876,'act','{"seat":1,"action":2152,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"90b3bed0f88641139393fa0221094e90-45"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',31,1795121189896,'act','{"seat":0,"action":1321,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"5b75aedb206049c095ab57b023facf8f-47"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',32,1795121189906,'act','{"seat":0,"action":223,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"b7f1df3828c14955b8137e84d3b53633-48"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',33,1795121189927,'act','{"seat":1,"action":2283,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"fa29884f18d24f4e818980f5a85268df-50"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',34,1795121189942,'act','{"seat":0,"action":2143,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"6d9a7b2c3eea4baa828cceb5f71d3fa0-52"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',35,1795121189969,'act','{"seat":1,"action":2410,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"14c019f535dc40f697970a883608e9ba-54"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',36,1795121189987,'act','{"seat":0,"action":130,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"fabd4c3b71834acab580de0769b7b162-56"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',37,1795121190011,'act','{"seat":1,"action":257,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"ab9b353cc8934028b0dd0941fcc4102b-58"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',38,1795121190026,'act','{"seat":1,"action":898,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"4a9226eadbf74cdab288cb6ad4c36f12-59"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',39,1795121190050,'act','{"seat":0,"action":2252,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"3247dc11cad64079991c50e448b8a6c7-61"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',40,1795121190068,'act','{"seat":1,"action":2172,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"9a718eacab1a4c758466cfebe5f06c2c-63"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',41,1795121190256,'act','{"seat":0,"action":155,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"566b7465369841dc819ac3e91004b10c-65"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',42,1795121190269,'act','{"seat":0,"action":2496,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"2b30d96e9b67445abf70e6ff64d91430-66"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',43,1795121190304,'act','{"seat":1,"action":2437,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"a1c5262b72514b6882a714997cc27591-68"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',44,1795121190334,'act','{"seat":0,"action":2414,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"d7937ed52dab4a1d9a3a6ea4204137e3-70"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',45,1795121190368,'act','{"seat":1,"action":343,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"e2798baeb12f49129c6567dca4016430-72"}');
INSERT INTO "events" VALUES('GyolQEZLlXqA8zeO',46,1795121190400,'act','{"seat":0,"action":2143,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"4d77f938fdd1469b88e36bd2c68785cd-74"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',4,1795121190477,'act','{"seat":0,"action":33,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"36cd8dfe426c43a79ef03960f57d30f2-1"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',5,1795121190483,'act','{"seat":0,"action":2,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"484d52eeb1e14e048407ca76be56fae7-3"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',6,1795121190489,'act','{"seat":0,"action":23,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"ff6bea6ad74e4994ab634c8d5d2e433e-4"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',7,1795121190495,'act','{"seat":0,"action":24,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"bb9f8a30bdaa4b5f95eae5e911e8f824-5"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',8,1795121190506,'act','{"seat":1,"action":30,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"95bf3790308b4362a3a9823066435733-7"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',9,1795121190517,'act','{"seat":1,"action":32,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"cb3d6ae6edf24343a927cb669a26f896-8"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',10,1795121190522,'act','{"seat":1,"action":43,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"f59adbcd220340e5a8e5849e1e2e172e-9"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',11,1795121190527,'act','{"seat":1,"action":41,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"15c651686d9a46338497accfb903a75e-10"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',12,1795121190541,'act','{"seat":0,"action":152,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"ee7163215d304441a9a77435e9fd25e8-12"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',13,1795121190549,'act','{"seat":0,"action":175,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"16a46d9dfd794192802230cf61cb1080-13"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',14,1795121190566,'act','{"seat":1,"action":190,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"52332de02f15433bbb6b56de4cd52bf6-15"}');
INSERT INTO "events" VALUES('ddWrZzE5XKhufBgS',15,1795121190573,'act','{"seat":1,"action":143,"spent":0,"by":"wR9h46PEj8gB_dWTQRJUfXs6","id":"afa57d2a99624c30abc0c6535186ccb5-16"}');
CREATE TABLE guests (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	language VARCHAR(2) NOT NULL, seen BIGINT DEFAULT '1795121188820' NOT NULL, mark VARCHAR(24) DEFAULT '' NOT NULL, colour INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('wR9h46PEj8gB_dWTQRJUfXs6','Ayla','en',1795121189489,'',0);
CREATE TABLE holders (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, seat, guest), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "holders" VALUES('GyolQEZLlXqA8zeO',0,'wR9h46PEj8gB_dWTQRJUfXs6');
INSERT INTO "holders" VALUES('GyolQEZLlXqA8zeO',1,'wR9h46PEj8gB_dWTQRJUfXs6');
INSERT INTO "holders" VALUES('ddWrZzE5XKhufBgS',0,'wR9h46PEj8gB_dWTQRJUfXs6');
INSERT INTO "holders" VALUES('ddWrZzE5XKhufBgS',1,'wR9h46PEj8gB_dWTQRJUfXs6');
CREATE TABLE leases (
	table_id VARCHAR(32) NOT NULL, 
	server VARCHAR(32) NOT NULL, 
	number BIGINT NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE mailboxes (
	guest VARCHAR(40) NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	confirmed BOOLEAN NOT NULL, 
	told BIGINT NOT NULL, 
	PRIMARY KEY (guest)
);
CREATE TABLE pass_keys (
	id VARCHAR(1400) NOT NULL, 
	guest VARCHAR(40) NOT NULL, 
	credential TEXT NOT NULL, 
	uses BIGINT NOT NULL, 
	created BIGINT NOT NULL, 
	used BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE passes (
	digest VARCHAR(64) NOT NULL, 
	guest VARCHAR(40) NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (digest)
);
CREATE TABLE ratings (
	subject VARCHAR(48) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (subject, game)
);
CREATE TABLE results (
	guest VARCHAR(40) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	at BIGINT NOT NULL, 
	data JSON NOT NULL, 
	PRIMARY KEY (guest, table_id, seat)
);
INSERT INTO "results" VALUES('wR9h46PEj8gB_dWTQRJUfXs6','GyolQEZLlXqA8zeO',0,'totem',1795121190400,'{"seat":0,"name":"Ayla","place":1,"points":3,"left":false,"players":2,"rated":false,"others":[{"seat":1,"name":"Ayla 2","level":null,"place":2,"points":2,"mark":"","colour":0}]}');
INSERT INTO "results" VALUES('wR9h46PEj8gB_dWTQRJUfXs6','GyolQEZLlXqA8zeO',1,'totem',1795121190400,'{"seat":1,"name":"Ayla 2","place":2,"points":2,"left":false,"players":2,"rated":false,"others":[{"seat":0,"name":"Ayla","level":null,"place":1,"points":3,"mark":"","colour":0}]}');
CREATE TABLE reviews (
	table_id VARCHAR(32) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	found JSON NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE servers (
	id VARCHAR(32) NOT NULL, 
	address VARCHAR(200) NOT NULL, 
	until DATETIME NOT NULL, reads INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE subscriptions (
	endpoint VARCHAR(1000) NOT NULL, 
	guest VARCHAR(40) NOT NULL, 
	p256dh VARCHAR(100) NOT NULL, 
	auth VARCHAR(40) NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (endpoint)
);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	setup JSON NOT NULL, 
	summary JSON NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	open INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('GyolQEZLlXqA8zeO','totem','{"game":"totem","players":2,"seed":5,"options":{"faceup_attack":"at_least","shield_attacker":"discard","shield_weak_spends":"yes","sum_forced":"yes","discard_empty_deck":"yes","unseen_cards":"no"},"language":"en","listed":false,"hints":true,"undo":true,"seeded":true,"host":"wR9h46PEj8gB_dWTQRJUfXs6","created":1795121189514,"clock":null,"spectators":true,"rules":{"rules_version":1,"box":"f92c3312e52bc93f"},"standin":"hunter","returns":true}','{"id":"GyolQEZLlXqA8zeO","game":"totem","rules":"totem@1","title":"Totem","state":"finished","options":{"faceup_attack":"at_least","shield_attacker":"discard","shield_weak_spends":"yes","sum_forced":"yes","discard_empty_deck":"yes","unseen_cards":"no"},"language":"en","listed":false,"spectators":true,"hints":true,"undo":true,"seeded":true,"standin":"hunter","standin_label":"Hunter","chat":"everybody","returns":true,"own_components":false,"clock":null,"seats":[{"seat":0,"kind":"person","name":"Ayla","level":null,"level_label":null,"connected":false,"thinking":false,"standin":false,"standin_from":null,"you":false,"host":true,"gone":null,"may_return":false,"mark":"","colour":0},{"seat":1,"kind":"person","name":"Ayla 2","level":null,"level_label":null,"connected":false,"thinking":false,"standin":false,"standin_from":null,"you":false,"host":true,"gone":null,"may_return":false,"mark":"","colour":0}],"colours":[],"players":2,"open":0,"steps":43,"created":1795121189514,"changed":1795121190400,"turn":null,"ended":1795121190400,"winners":[0],"mine":[],"host":false,"rematch":null,"link":"/t/GyolQEZLlXqA8zeO","result":{"en":{"ending":"the deck ran out; more totems win","winners":[0],"seats":[{"seat":0,"points":3,"rank":1,"sources":[]},{"seat":1,"points":2,"rank":2,"sources":[]}],"tie":"","ties":[]},"de":{"ending":"Der Nachziehstapel ist leer; es gewinnt, wer mehr Totems hat","winners":[0],"seats":[{"seat":0,"points":3,"rank":1,"sources":[]},{"seat":1,"points":2,"rank":2,"sources":[]}],"tie":"","ties":[]},"fr":{"ending":"la pioche est épuisée ; le plus de totems l’emporte","winners":[0],"seats":[{"seat":0,"points":3,"rank":1,"sources":[]},{"seat":1,"points":2,"rank":2,"sources":[]}],"tie":"","ties":[]},"nl":{"ending":"de stapel is op; de meeste totems winnen","winners":[0],"seats":[{"seat":0,"points":3,"rank":1,"sources":[]},{"seat":1,"points":2,"rank":2,"sources":[]}],"tie":"","ties":[]},"pl":{"ending":"talia się skończyła; wygrywa więcej totemów","winners":[0],"seats":[{"seat":0,"points":3,"rank":1,"sources":[]},{"seat":1,"points":2,"rank":2,"sources":[]}],"tie":"","ties":[]}},"events":46,"aside":[]}','finished',0,0,1795121189514,1795121190400);
INSERT INTO "tables" VALUES('ddWrZzE5XKhufBgS','totem','{"game":"totem","players":2,"seed":5,"options":{"faceup_attack":"at_least","shield_attacker":"discard","shield_weak_spends":"yes","sum_forced":"yes","discard_empty_deck":"yes","unseen_cards":"no"},"language":"en","listed":false,"hints":true,"undo":true,"seeded":true,"host":"wR9h46PEj8gB_dWTQRJUfXs6","created":1795121189572,"clock":null,"spectators":true,"rules":{"rules_version":1,"box":"f92c3312e52bc93f"},"standin":"hunter","returns":true}','{"id":"ddWrZzE5XKhufBgS","game":"totem","rules":"totem@1","title":"Totem","state":"playing","options":{"faceup_attack":"at_least","shield_attacker":"discard","shield_weak_spends":"yes","sum_forced":"yes","discard_empty_deck":"yes","unseen_cards":"no"},"language":"en","listed":false,"spectators":true,"hints":true,"undo":true,"seeded":true,"standin":"hunter","standin_label":"Hunter","chat":"everybody","returns":true,"own_components":false,"clock":null,"seats":[{"seat":0,"kind":"person","name":"Ayla","level":null,"level_label":null,"connected":false,"thinking":false,"standin":false,"standin_from":null,"you":false,"host":true,"gone":null,"may_return":false,"mark":"","colour":0},{"seat":1,"kind":"person","name":"Ayla 2","level":null,"level_label":null,"connected":false,"thinking":false,"standin":false,"standin_from":null,"you":false,"host":true,"gone":null,"may_return":false,"mark":"","colour":0}],"colours":[],"players":2,"open":0,"steps":12,"created":1795121189572,"changed":1795121190573,"turn":0,"ended":null,"winners":[],"mine":[],"host":false,"rematch":null,"link":"/t/ddWrZzE5XKhufBgS","result":null,"events":15,"aside":[]}','playing',0,0,1795121189572,1795121190573);
CREATE TABLE uploads (
	id VARCHAR(32) NOT NULL, 
	created BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX tables_in_the_lobby ON tables (listed, state, changed);
CREATE INDEX holders_by_guest ON holders (guest);
CREATE INDEX tables_by_change ON tables (state, changed);
CREATE INDEX results_by_time ON results (guest, at);
CREATE INDEX results_by_table ON results (table_id);
CREATE INDEX subscriptions_by_guest ON subscriptions (guest);
CREATE INDEX leases_by_server ON leases (server);
CREATE INDEX pass_keys_by_guest ON pass_keys (guest);
CREATE INDEX dues_by_time ON dues (at);
CREATE INDEX ended_by_time ON ended (until);
COMMIT;
