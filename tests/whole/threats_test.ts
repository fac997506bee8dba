/**
 * Threats on a running box: asked by `dig` from a device of the home, seen in the API, the alerts,
 * the commands, the block page and at a SIEM (A 2.5, 6, 7.4, 7.5).
 */
import assert from "node:assert/strict";
import { TERMS_VERSION } from "../../api/features/box/terms/versions.ts";
import type { QueryPage } from "../../api/features/insight/journal/routes.ts";
import type { AccountResponse } from "../../api/accounts/routes.ts";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type {
  SpywareListResponse,
  SpywareNotices,
  ThreatsResponse,
} from "../../api/features/protection/threats/routes.ts";
import { SPYWARE_NAMES } from "../../policy/catalogue/spyware_names.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { freePort } from "../support/box_process.ts";
import { type FakeQuery, type FakeScript, respond } from "../support/fake_upstream.ts";
import { HomeBox, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { makeAuthority } from "../support/authority.ts";
import { Siem } from "../support/siem.ts";
import { SmtpSink } from "../support/smtp_sink.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const PRINTER = "192.168.77.50";
const PUBLIC = "8.8.8.8";
const HOMOGRAPH = "xn--pypal-4ve.com";
const PASSWORD = "kitchen window garden";
/** The list of the catalogue with a new server instead of its first. */
const NEWER = [...SPYWARE_NAMES.slice(1), "new-spy.net"];

/** A server of the catalogue that other names lead to, and the chain that ends there. */
const HIDDEN = SPYWARE_NAMES[5];
const CHAIN = ["a.chain.net", "b.chain.net", "c.chain.net", "d.chain.net", HIDDEN];
const HTTPS = 65;
const CNAME = 5;

const wire = (name: string) => [...nameFromText(name)!];

/** A response with records of one type: the owner and the data of each. */
function respondWith(
  query: FakeQuery,
  type: number,
  records: readonly (readonly [owner: string, data: readonly number[]])[],
) {
  const bytes = [...respond(query, {})];
  bytes[7] = records.length;
  return Uint8Array.from([
    ...bytes,
    ...records.flatMap(([owner, data]) => [
      ...wire(owner),
      ...[0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data],
    ]),
  ]);
}

/**
 * Names below lead.net lead home, hidden.net to a server of spyware, by a service or behind four
 * others; other names are public.
 */
const script: FakeScript = (query) => {
  if (query.name === "shop.hidden.net") {
    const links = CHAIN.map((to, at) => [CHAIN[at - 1] ?? query.name, wire(to)] as const);
    return [respondWith(query, CNAME, links)];
  }
  if (query.name === "web.hidden.net" && query.type === HTTPS) {
    return [respondWith(query, HTTPS, [[query.name, [0, 1, ...wire(`cp.${HIDDEN}`)]]])];
  }
  const address = query.name.endsWith("lead.net") ? PRINTER : PUBLIC;
  return [respond(query, query.type === 1 ? { address } : {})];
};

/** What answers beside the box: the publisher of the list, a SIEM, and a mail server. */
interface Beside {
  list: string;
  readonly siem: Siem;
  readonly mailbox: SmtpSink;
  /** The authority of the mail server. */
  readonly ca: string;
}

type Box = HomeBox<"tablet" | "laptop">;

async function withBox(
  test: (box: Box, beside: Beside) => Promise<void>,
): Promise<void> {
  const web = freePort();
  const flags = [
    "--trust-clock=always",
    "--cloud-url=",
    `--spyware-url=http://127.0.0.1:${web}/hosts`,
    "--lists-allow-private=on",
    "--blocked-response=page",
  ];
  await HomeBox.run(TABLET_AND_LAPTOP, async (box) => {
    const authority = await makeAuthority(box.folder);
    const mailbox = await box.home.box.enter(() => new SmtpSink(authority));
    const siem = await box.home.box.enter(() => new Siem());
    const beside: Beside = { list: NEWER.join("\n"), siem, mailbox, ca: authority.ca };
    const server = await box.home.box.enter(() =>
      Deno.serve(
        { hostname: "127.0.0.1", port: web, onListen() {} },
        () => new Response(beside.list),
      )
    );
    try {
      await test(box, beside);
    } finally {
      siem.close();
      mailbox.close();
      await server.shutdown();
    }
  }, { flags, script, lan: true });
}

/** The page that a machine gets in place of a name. */
async function blockPage(box: Box, name: string): Promise<string> {
  const shown = await runText([
    ...box.home.on("tablet"),
    ...["curl", "-s", "-H", `Host: ${name}`, `http://${BOX_V4}/`],
  ], {});
  return shown.text;
}

Deno.test({
  name:
    "Each kind of threat reaches API, alerts, commands, block page and SIEM, and stays over a kill",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "curl", "openssl"),
  fn: () =>
    withBox(async (box, { siem, mailbox, ca }) => {
      const tablet = await box.device("tablet");
      const { id: emma } = await box.call<{ id: number }>("POST", "/api/v1/people", {
        name: "Emma",
        profile: "child",
      });
      await box.call("PUT", `/api/v1/devices/${tablet}/person`, { person_id: emma });
      const added = await box.command("exports", "add", "siem", siem.target, "--format", "cef");
      assert.equal(added.code, 0, added.text);

      // A list of names for phishing.
      const path = `${await Deno.realPath(box.folder)}/phishing.txt`;
      await Deno.writeTextFile(path, "||bank-login.net^\n");
      await box.call("POST", "/api/v1/lists", { path, category: "phishing" });

      // Before the first download the list of the catalogue is in force.
      const [first] = SPYWARE_NAMES;
      assert.equal(await box.ask("tablet", `cp.${first}`), BOX_V4);
      assert.match(await blockPage(box, `cp.${first}`), /spies on people/);
      assert.equal(await box.ask("tablet", HOMOGRAPH), BOX_V4);
      assert.match(await blockPage(box, HOMOGRAPH), /imitates/);
      assert.equal(await box.ask("tablet", "nas.lead.net"), BOX_V4);
      assert.equal(await box.ask("tablet", "router7.teamviewer.com"), PUBLIC);
      assert.equal(await box.ask("tablet", "router8.teamviewer.com"), PUBLIC);
      assert.equal(await box.ask("laptop", "www.example.com"), PUBLIC);
      const bank = "www.bank-login.net";
      assert.ok(await within(WAIT, async () => await box.ask("tablet", bank) === BOX_V4));
      assert.match(await blockPage(box, bank), /known to be harmful: Phishing/);

      const alerts = async () => (await box.call<AlertPage>("GET", "/api/v1/alerts")).alerts;
      const about = async () =>
        (await alerts()).filter(({ group }) => group === "security").map((
          { kind, device_id, name, detail },
        ) => [kind, device_id, name, detail]).sort();
      const expected = [
        ["lookalike", tablet, HOMOGRAPH, `${HOMOGRAPH}|paypal.com|homograph`],
        ["malicious", tablet, bank, "phishing"],
        ["rebinding", tablet, "nas.lead.net", PRINTER],
        ["remote", tablet, "TeamViewer", "TeamViewer"],
        ["spyware", tablet, first, "blocked"],
      ];
      assert.ok(await within(WAIT, async () => (await about()).length >= 5));
      assert.deepEqual(await about(), expected);
      const severities = { lookalike: 6, malicious: 6, rebinding: 6, remote: 4, spyware: 8 };
      for (const [kind, severity] of Object.entries(severities)) {
        const line = new RegExp(`\\|${kind}\\|[^|]*\\|${severity}\\|`);
        assert.ok(await siem.got(line), `${line} in ${siem.text}`);
      }
      assert.doesNotMatch(siem.text, /spyware\.mine/);

      const threats = () => box.call<ThreatsResponse>("GET", "/api/v1/threats");
      const { found, networks } = await threats();
      assert.deepEqual(found.map(({ kind }) => kind).sort(), [
        "malicious",
        "rebinding",
        "remote",
        "spyware",
      ]);
      assert.deepEqual(networks, ["192.168.77.0/24", "fd77::/64"]);
      const text = (await box.command("threats")).text;
      assert.match(text, /^rebinding +nas\.lead\.net +192\.168\.77\.50 /m);
      assert.match(text, /^malicious +www\.bank-login\.net +phishing /m);
      assert.match((await box.command("alerts")).text, /malicious.*www\.bank-login\.net/);
      const { entries } = await box.call<QueryPage>("GET", "/api/v1/queries");
      const row = entries.find(({ name }) => name === bank);
      assert.deepEqual([row?.status, row?.reason, row?.origin], [
        "blocked",
        "category",
        "category:phishing",
      ]);

      // The child sees it in an account of their own.
      const terms = { accept_terms: true, terms_version: TERMS_VERSION, telemetry: false };
      const account = { name: "anna", password: PASSWORD };
      await box.call("POST", "/api/v1/setup", { account, ...terms });
      const invited = await box.call<{ secret: string }>(
        "POST",
        `/api/v1/people/${emma}/accounts`,
        { name: "emma" },
      );
      const { secret: invitation } = invited;
      await box.call("POST", "/api/v1/invitation", { secret: invitation, password: PASSWORD });
      const { secret } = await box.call<{ secret: string }>("POST", "/api/v1/tokens", {
        account: "emma",
        name: "phone",
        rights: "all",
        expires: 0,
      });
      const own = async () => {
        const { text } = await runText([
          ...box.home.box.inside,
          ...["curl", "-s", "-H", `Authorization: Bearer ${secret}`],
          `http://127.0.0.1:${box.http}/api/v1/me/spyware`,
        ], {});
        return (JSON.parse(text) as SpywareNotices).notices.map(({ name, blocked }) => [
          name,
          blocked,
        ]);
      };
      assert.deepEqual(await own(), [[first, true]]);

      // "Got it" lasts until the same server is contacted again, also on the same day.
      const curl = async (path: string, ...more: readonly string[]) => {
        const address = `http://127.0.0.1:${box.http}/api/v1/${path}`;
        const json = ["-H", "Content-Type: application/json"];
        const command = ["curl", "-s", ...json, ...more, address];
        return (await runText([...box.home.box.inside, ...command], {})).text;
      };
      const login = JSON.stringify({ account: "emma", password: PASSWORD });
      const [, cookie] = /^set-cookie: ([^;]+)/im.exec(await curl("session", "-i", "-d", login))!;
      const mine = async (): Promise<SpywareNotices> =>
        JSON.parse(await curl("me/spyware", "-H", `Cookie: ${cookie}`));
      const { up_to, until } = await mine();
      const seen = JSON.stringify({ up_to, until });
      await curl("me/spyware/seen", "-H", `Cookie: ${cookie}`, "-d", seen);
      assert.deepEqual((await mine()).notices.map((notice) => notice.new), [false]);
      const isNewAgain = async () => {
        assert.equal(await box.ask("tablet", `again.${first}`), BOX_V4);
        return (await mine()).notices[0].new;
      };
      assert.ok(await within(WAIT, isNewAgain));
      const again = await mine();
      assert.deepEqual([again.notices.length, again.up_to], [1, up_to], "no other notice");
      assert.ok(again.until > until);

      // From now on a mail leads there, to the address of that account.
      const config = { kind: "mail", host: "localhost", port: mailbox.tlsPort, ca };
      await box.call("POST", "/api/v1/exports", {
        name: "Mail",
        config: { ...config, security: "tls", from: "box@example.com", to: ["admin@example.com"] },
        kinds: ["export.failing"],
      });
      const { accounts } = await box.call<{ accounts: AccountResponse[] }>(
        "GET",
        "/api/v1/accounts",
      );
      const { id: hers, changed } = accounts.find(({ name }) => name === "emma")!;
      await box.call("PUT", `/api/v1/accounts/${hers}`, { changed, email: "emma@example.com" });

      // A newer list is downloaded once the terms are accepted.
      await box.call("POST", "/api/v1/tasks/stalkerware/run");
      const list = () => box.call<SpywareListResponse>("GET", "/api/v1/threats/spyware");
      assert.ok(await within(WAIT, async () => (await list()).downloaded));
      assert.ok(
        await within(WAIT, async () => await box.ask("tablet", "a.new-spy.net") === BOX_V4),
      );
      assert.ok(await within(WAIT, () => mailbox.mails.length > 0));
      const [{ to, data }] = mailbox.mails;
      assert.deepEqual([mailbox.mails.length, to], [1, ["emma@example.com"]]);
      assert.match(data, /^Subject: \[box\] There is a notice for you$/m);
      // What was built in stays blocked, although the newer list lacks it.
      assert.equal(await box.ask("tablet", first), BOX_V4);

      // Even where nothing is blocked, it is told.
      await box.call("PUT", "/api/v1/threats", { spyware: false });
      assert.equal(await box.ask("laptop", "b.new-spy.net"), PUBLIC);
      assert.ok(
        await within(WAIT, async () =>
          (await about()).some(([kind, device, , detail]) =>
            kind === "spyware" && device !== tablet && detail === ""
          )),
      );
      // Also by the end of a long chain, and by the target of a service.
      const times = async () =>
        (await threats()).found.find(({ name, extra }) =>
          name === HIDDEN && extra === ""
        )?.count;
      assert.equal(await box.ask("laptop", "shop.hidden.net"), CHAIN[0]);
      assert.ok(await within(WAIT, async () => await times() === 1));
      assert.match(await box.home.dig("laptop", "web.hidden.net", "HTTPS"), /status: NOERROR/);
      assert.ok(await within(WAIT, async () => await times() === 2));
      // A rule of the household for a name of the chain hides nothing.
      await box.call("POST", "/api/v1/rules", { lines: ["||d.chain.net^"] });
      assert.ok(
        await within(WAIT, async () => await box.ask("laptop", "shop.hidden.net") === BOX_V4),
      );
      assert.ok(
        await within(WAIT, async () =>
          (await threats()).found.some(({ name, extra }) =>
            name === HIDDEN && extra === "blocked"
          )),
      );

      // A domain that may lead home does so at once.
      await box.call("PUT", "/api/v1/threats", { rebinding_allowed: ["lead.net"] });
      assert.equal(await box.ask("tablet", "nas.lead.net"), PRINTER);

      // In quarantine only local and healing names are answered.
      assert.equal((await box.command("quarantine", "on", String(tablet))).code, 0);
      assert.equal(await box.ask("tablet", "www.example.com"), BOX_V4);
      assert.equal(await box.ask("tablet", "time.apple.com"), PUBLIC);

      const count = (await alerts()).length;
      await box.end("SIGKILL");
      await box.start();
      assert.equal((await list()).downloaded, true);
      assert.deepEqual((await threats()).quarantined, [tablet]);
      assert.equal((await alerts()).length, count);
      // The server that was asked last is the first one.
      assert.deepEqual(await own(), [[first, true], ["new-spy.net", true]]);
      assert.equal(await box.ask("tablet", "www.example.com"), BOX_V4);
      assert.equal((await box.command("quarantine", "off", String(tablet))).code, 0);
      assert.equal(await box.ask("tablet", "www.example.com"), PUBLIC);
    }),
});
