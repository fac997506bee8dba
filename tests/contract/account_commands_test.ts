import assert from "node:assert/strict";
import { Input } from "../../cli/input.ts";
import { GOOD, OTHER } from "../support/account_scene.ts";
import { onNewBox, run, type Running } from "./run_command.ts";

/** Runs a command with typed or piped input. */
function withInput({ socket }: Running, text: string, ...argv: string[]) {
  let bytes: Uint8Array | undefined = new TextEncoder().encode(text);
  const input = new Input({
    read(into) {
      if (bytes === undefined) return Promise.resolve(null);
      into.set(bytes);
      const { length } = bytes;
      bytes = undefined;
      return Promise.resolve(length);
    },
    setRaw: () => {},
    isTerminal: () => !argv.includes("--stdin"),
  });
  return run([...argv, "--socket", socket], { input });
}

Deno.test("Accounts are created, shown, changed, reset and removed, and no password is printed", () =>
  onNewBox(async (running) => {
    const { ask } = running;
    assert.match(
      (await ask("account")).out,
      /^Name +Role +State .*\nadmin +full +setup only +none +1 +0 s ago +192\.168\.1\.20/,
    );
    const added = await withInput(running, `${GOOD}\n${GOOD}\n`, "account", "add", "mum");
    assert.deepEqual([added.code, added.out], [0, "The account mum is made.\n"]);
    assert.equal(added.err, "New password: \nNew password again: \n");
    const lea = ["account", "add", "Léa", "--kind", "member", "--language", "fr", "--stdin"];
    assert.equal(
      (await withInput(running, `${GOOD}\r\n`, ...lea)).out,
      "The account Léa is made.\n",
    );
    assert.match((await ask("account")).out, /^mum +full +ok .*\nLéa +member +ok /m);
    const custom = [
      "--kind",
      "administrator",
      "--role",
      "custom",
      "--rights",
      "rules.write, reports.read",
    ];
    assert.equal(
      (await ask("account", "change", "LÉA", ...custom)).out,
      "The account Léa is changed.\n",
    );
    const { accounts } = JSON.parse((await ask("account", "--json")).out);
    assert.deepEqual(accounts[1].rights.toSorted(), ["reports.read", "rules.read", "rules.write"]);
    assert.equal((await ask("account", "change", "léa", "--disable")).code, 0);
    assert.match((await ask("account")).out, /^Léa +custom +disabled/m);
    const reset = await withInput(
      running,
      OTHER,
      "account",
      "reset",
      "mum",
      "--factors",
      "--stdin",
    );
    assert.equal(
      reset.out,
      "The account mum has its new password; its sessions and tokens have ended.\n",
    );
    assert.equal((await ask("account", "signout", "mum")).out, "Sessions ended: 0\n");
    assert.equal((await ask("account", "remove", "Léa")).out, "The account Léa is removed.\n");
    assert.match(
      (await ask("account", "remove", "mum")).err,
      /the last account that may do everything; make another/,
    );
  }));

Deno.test("A command invites a person, another accepts, and a reset invites again", () =>
  onNewBox(async (running) => {
    const { ask, services } = running;
    const state = services.state();
    Object.assign(services, { state: () => ({ ...state, listeners: ["https 0.0.0.0:8443"] }) });
    await withInput(running, GOOD, "account", "add", "dad", "--stdin");
    const invited = await ask("account", "invite", "emma", "--person", "Emma");
    const [link, code] = invited.out.trimEnd().split("\n");
    assert.match(code, /^[\w-]{43}$/);
    assert.equal(link, `https://192.168.1.2:8443/invitation?code=${code}`);
    assert.match((await ask("account")).out, /^emma +member +invited /m);
    const accept = () => withInput(running, OTHER, "account", "accept", code, "--stdin");
    assert.equal((await accept()).out, "The account emma has its password.\n");
    assert.match((await accept()).err, /This invitation is no longer valid/);
    assert.match((await ask("account")).out, /^emma +member +accepted /m);
    assert.match((await ask("account", "reset", "emma")).out, /\/invitation\?code=[\w-]{43}\n/);
    assert.equal(
      (await ask("account", "withdraw", "emma")).out,
      "The invitation of emma is withdrawn.\n",
    );
    assert.match((await ask("account")).out, /^emma +member +withdrawn /m);
    assert.match((await ask("account", "invite", "zoe")).err, /Say whom to invite/);
    assert.match(
      (await ask("account", "change", "dad", "--person", "Emma")).err,
      /A person chooses the password/,
    );
  }));

Deno.test("Errors of account commands are explained", () =>
  onNewBox(async (running) => {
    const { ask } = running;
    const errorOutput = async (...argv: string[]) => (await ask(...argv)).err;
    assert.match(await errorOutput("account", "lst"), /perhaps list is meant/);
    assert.match(await errorOutput("account", "add"), /Name the account: box account add NAME/);
    assert.match(await errorOutput("account", "reset", "admn"), /perhaps admin is meant: admn\n$/);
    assert.match(await errorOutput("account", "change", "admin"), /Say what to change/);
    assert.match(
      await errorOutput("account", "change", "admin", "--disable", "--enable"),
      /do not go together/,
    );
    assert.match(
      await errorOutput("account", "change", "admin", "--person", "Ema"),
      /no person .*, perhaps Emma is meant: Ema/,
    );
    assert.match(
      (await withInput(running, "one\ntwo\n", "account", "add", "mum")).err,
      /not the same; nothing is changed/,
    );
    assert.match(
      (await withInput(running, "short", "account", "add", "mum", "--stdin")).err,
      /at least 10 characters/,
    );
    assert.match(
      (await withInput(running, "", "account", "add", "mum", "--stdin")).err,
      /No password was given/,
    );
    assert.match(
      (await withInput(running, GOOD, "account", "add", "a\x1b[2J", "--stdin")).err,
      /cannot have control characters/,
    );
  }));

Deno.test("Tokens are created for the only administrator or the named account, shown and revoked", () =>
  onNewBox(async (running) => {
    const { ask } = running;
    assert.match(
      (await ask("token", "create", "nas", "--rights", "rules.read")).err,
      /Finish the installation first/,
    );
    await withInput(running, GOOD, "account", "add", "mum", "--stdin");
    const made = await ask("token", "create", "nas", "--rights", "rules.write", "--expires", "90d");
    assert.match(made.out, /^box_[\w-]{43}\n$/);
    assert.match(made.err, /not shown again/);
    const listed = await ask("token");
    assert.match(
      listed.out,
      /^ID +Account +Name +Expires +Used +Rights\n +\d+ +mum +nas +in 90 d +never +rules\./,
    );
    assert.ok(!listed.out.includes(made.out.trim()));
    const all = JSON.parse(
      (await ask("token", "create", "all", "--rights", "all", "--account", "MUM", "--json")).out,
    );
    assert.deepEqual([all.account, all.rights.length, all.expires], ["mum", 15, 0]);
    assert.equal((await ask("token", "revoke", `${all.id}`)).out, `Token ${all.id} is revoked.\n`);
    const wrong: readonly [string, RegExp][] = [
      ["token create", /Name the token/],
      ["token create nas", /Say what it may do/],
      ["token create nas --rights everything", /field rights/],
      ["token create nas --rights all --expires soon", /12h, 90d, 4w, 1y or never: soon/],
      ["token create nas --rights all --expires 999999y", /within the next ten years/],
      ["token create nas --rights all --account nobody", /no account of that name/],
      ["token revoke", /Give the number/],
      ["token revoke x", /no number of a token: x/],
      ["token revoke 99", /no token with the number: 99/],
      ["token list 1", /One argument too many/],
      ["token make", /allowed are list, create and revoke: make/],
    ];
    for (const [line, message] of wrong) {
      assert.match((await ask(...line.split(" "))).err, message, line);
    }
  }));
