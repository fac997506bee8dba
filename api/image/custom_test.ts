import assert from "node:assert/strict";
import { readCustom, WIFI_FILE } from "./custom.ts";
import { applyCustom } from "./main.ts";

const HASH = "$6$saltsalt$" + "a".repeat(86);
const KEY = `ssh-ed25519 ${"A".repeat(68)} me@laptop`;
const WHOLE = `
config_version = 1
[system]
hostname = "box-upstairs"
[user]
name = "anna"
password = "${HASH}"
password_encrypted = true
[ssh]
enabled = true
password_authentication = false
authorized_keys = ["${KEY}"]
[wlan]
ssid = "ThisIsASSID"
password = "ThisIsAPassword"
password_encrypted = false
hidden = true
country = "DE"
[locale]
keymap = "de"
timezone = "Europe/Berlin"
`;

Deno.test("A whole file of Imager becomes files of the system, and no password in clear", () => {
  const { files, zone, user, keys } = readCustom(WHOLE);
  const text = (path: string) => files.find((file) => file.path === path)?.text;
  assert.equal(text("/etc/hostname"), "box-upstairs\n");
  assert.match(text("/etc/hosts")!, /^127\.0\.1\.1 box-upstairs$/m);
  assert.equal(zone, "/usr/share/zoneinfo/Europe/Berlin");
  assert.deepEqual(user, { name: "anna", hash: HASH });
  assert.equal(text("/etc/box-image/authorized_keys/anna"), `${KEY}\n`);
  assert.match(text("/etc/ssh/sshd_config.d/box.conf")!, /PasswordAuthentication no/);
  assert.ok(keys.includes("wlan.password"));
  const wifi = files.find(({ path }) => path === WIFI_FILE)!;
  assert.equal(wifi.mode, 0o600);
  // The example of IEEE 802.11, annex J.4.
  assert.match(wifi.text, /psk=0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af/);
  assert.match(wifi.text, /^ {2}ssid=5468697349734153534944$/m);
  assert.match(wifi.text, /^country=DE$/m);
  assert.match(wifi.text, /^ {2}scan_ssid=1$/m);
  assert.doesNotMatch(JSON.stringify(files), /ThisIsAPassword/);
});

Deno.test("A network without password, a key in hexadecimal, and a name of any characters", () => {
  const wifi = (lines: string) =>
    readCustom(`config_version = 1\n[wlan]\ncountry = "FR"\n${lines}`).files[0]!.text;
  assert.match(wifi('ssid = "Café"'), /ssid=436166c3a9\n {2}scan_ssid=0\n {2}key_mgmt=NONE/);
  const key = "0123456789abcdef".repeat(4);
  assert.match(wifi(`ssid = "a"\npassword = "${key}"\npassword_encrypted = true`), new RegExp(key));
  // Nothing that is written closes the block or adds a line.
  assert.match(wifi(String.raw`ssid = "\"}network={"`), /ssid=227d6e6574776f726b3d7b\n/);
});

const REFUSED: readonly (readonly [text: string, reason: RegExp])[] = [
  ["", /config_version is missing/],
  ["config_version = 2", /config_version has a value/],
  ["config_version = 1\nfirst = 'rm -rf /'", /first is not understood/],
  ["config_version = 1\n[system]\nhostname = 'a b'", /system\.hostname has/],
  ["config_version = 1\n[system]\nhostname = ['box']", /system\.hostname has/],
  ["config_version = 1\n[system.hostname]\na = 1", /system\.hostname has/],
  ["config_version = 1\n[wlan]\nssid = 'home'", /wlan\.country is missing/],
  ["config_version = 1\n[wlan]\ncountry = 'DE'", /wlan\.ssid is missing/],
  [`config_version = 1\n[wlan]\nssid = "a\\nb"\ncountry = "DE"`, /wlan\.ssid has/],
  [`config_version = 1\n[wlan]\nssid = "${"x".repeat(33)}"\ncountry = "DE"`, /wlan\.ssid has/],
  ["config_version = 1\n[wlan]\nssid = 'a'\ncountry = 'DE'\npassword = 'short'", /password has/],
  [
    "config_version = 1\n[wlan]\nssid='a'\ncountry='DE'\npassword='12345678'\npassword_encrypted=true",
    /wlan\.password has/,
  ],
  ["config_version = 1\n[wlan]\nssid = 'a'\ncountry = 'de\\n}'", /wlan\.country has/],
  ["config_version = 1\n[user]\nname = 'root'", /belongs to the system/],
  ["config_version = 1\n[user]\nname = 'a:b'", /user\.name has/],
  ["config_version = 1\n[user]\nname = 'anna'\npassword = 'clear'", /user\.password has/],
  [`config_version = 1\n[user]\npassword = '${HASH}'`, /user\.name is missing/],
  ["config_version = 1\n[ssh]\nenabled = true", /user\.name is missing/],
  [
    "config_version = 1\n[user]\nname = 'anna'\n[ssh]\nenabled = true",
    /authorized_keys is missing/,
  ],
  [
    `config_version = 1\n[user]\nname='anna'\n[ssh]\nenabled=true\nauthorized_keys=["ssh-rsa x\\ny"]`,
    /authorized_keys has/,
  ],
  ["config_version = 1\n[locale]\ntimezone = '../../etc/shadow'", /timezone has/],
  ['password = "secret word', /not valid TOML/],
];

Deno.test("Other files are refused with the key and without the value", () => {
  for (const [text, reason] of REFUSED) {
    assert.throws(() => readCustom(text), reason, text);
    try {
      readCustom(text);
    } catch (error) {
      assert.doesNotMatch((error as Error).message, /secret|clear|short|12345678|rm -rf/);
    }
  }
});

async function inFolders(work: (boot: string, root: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-image-" });
  try {
    await Deno.mkdir(`${folder}/boot`);
    await Deno.mkdir(`${folder}/root/usr/share/zoneinfo/Europe`, { recursive: true });
    await Deno.mkdir(`${folder}/root/etc`);
    await Deno.writeTextFile(`${folder}/root/usr/share/zoneinfo/Europe/Berlin`, "");
    await work(`${folder}/boot`, `${folder}/root`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("The file is applied and deleted, and what was applied is named beside it", () =>
  inFolders(async (boot, root) => {
    await Deno.writeTextFile(`${boot}/custom-error.txt`, "from before");
    await Deno.writeTextFile(`${boot}/custom.toml`, WHOLE);
    await applyCustom(boot, root);
    assert.deepEqual([...Deno.readDirSync(boot)].map(({ name }) => name), ["custom-applied.txt"]);
    assert.doesNotMatch(await Deno.readTextFile(`${boot}/custom-applied.txt`), /ThisIs|saltsalt/);
    assert.equal(Deno.statSync(root + WIFI_FILE).mode! & 0o777, 0o600);
    assert.equal(Deno.readLinkSync(`${root}/etc/localtime`), "/usr/share/zoneinfo/Europe/Berlin");
    assert.equal(await Deno.readTextFile(`${root}/run/box-image/user`), `anna\n${HASH}\n`);
    assert.equal(Deno.statSync(`${root}/run/box-image/user`).mode! & 0o777, 0o600);
  }));

Deno.test("A refused file changes nothing, stays, and has the reason beside it", () =>
  inFolders(async (boot, root) => {
    const wrong = WHOLE.replace("Europe/Berlin", "Europe/Nowhere");
    await Deno.writeTextFile(`${boot}/custom.toml`, wrong);
    await assert.rejects(applyCustom(boot, root), /locale\.timezone is no time zone/);
    assert.deepEqual([...Deno.readDirSync(`${root}/etc`)], []);
    assert.equal(await Deno.readTextFile(`${boot}/custom.toml`), wrong);
    assert.equal(
      await Deno.readTextFile(`${boot}/custom-error.txt`),
      "custom.toml changed nothing: locale.timezone is no time zone.\n",
    );
    await Deno.writeTextFile(`${boot}/custom.toml`, " ".repeat(70_000));
    await assert.rejects(applyCustom(boot, root), /too long/);
  }));

Deno.test("A later file turns SSH off, and one that does not name it leaves it on", () =>
  inFolders(async (boot, root) => {
    const apply = async (text: string) => {
      await Deno.writeTextFile(`${boot}/custom.toml`, text);
      await applyCustom(boot, root);
      return await Deno.stat(`${root}/etc/box-image/ssh`).then(() => true, () => false);
    };
    assert.ok(await apply(WHOLE));
    assert.ok(await apply("config_version = 1\n[system]\nhostname = 'box'"));
    assert.ok(!await apply("config_version = 1\n[ssh]\nenabled = false"));
    assert.ok(!await apply("config_version = 1\n[ssh]\nenabled = false"));
  }));

Deno.test("The name of an account or group of the system is refused before anything is written", () =>
  inFolders(async (boot, root) => {
    const people = "games:x:5:60:games:/usr/games:/usr/sbin/nologin\nanna:x:1000:1000::/home/anna:";
    await Deno.writeTextFile(`${root}/etc/passwd`, `${people}\n`);
    await Deno.writeTextFile(`${root}/etc/group`, "staff:x:50:\nanna:x:1000:\n");
    const apply = async (name: string) => {
      await Deno.writeTextFile(`${boot}/custom.toml`, WHOLE.replace('"anna"', `"${name}"`));
      await applyCustom(boot, root);
    };
    for (const name of ["staff", "games"]) {
      await assert.rejects(apply(name), /user\.name belongs to the system/, name);
      const written = [...Deno.readDirSync(`${root}/etc`)].map((entry) => entry.name).sort();
      assert.deepEqual(written, ["group", "passwd"]);
    }
    await apply("anna");
    await apply("ben");
  }));
