/**
 * The block page in a home, with several answering threads: which clients see the reason, from
 * which addresses, after an address changed its owner, after a kill, and with one client that tries
 * to fill the memory (A 7.6). tests/e2e/block_page_test.ts tests it in browsers.
 */
import assert from "node:assert/strict";
import { HomeBox } from "../support/home_box.ts";
import { BOX_V4, BOX_V6, type HomeMachine } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText } from "../support/whole_box.ts";

const MACHINES = [
  { name: "tablet", mac: "8c:79:f5:00:0e:05", addresses: ["192.168.77.15/24", "fd77::15/64"] },
  { name: "laptop", mac: "f4:30:b9:00:1b:08", addresses: ["192.168.77.18/24", "fd77::18/64"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];
type Family = HomeBox<Name>;

const SITE = "www.games.example";
const WHY = "The person who manages the network has blocked it.";
const ELSEWHERE = "It was blocked for another device";

/**
 * What a machine receives from a site, status first, without style and markup; from one of its
 * addresses if given.
 */
async function visit(
  { home }: Family,
  machine: Name,
  url: string,
  options: readonly string[] = [],
): Promise<string> {
  const at = options.some((each) => each.includes(":")) ? `[${BOX_V6}]` : BOX_V4;
  const { host, port } = { host: new URL(url).hostname, port: url.startsWith("https:") ? 443 : 80 };
  const args = [
    "curl",
    "-sk",
    "-m",
    "20",
    "-w",
    "%{http_code}",
    "--resolve",
    `${host}:${port}:${at}`,
    ...options,
    url,
  ];
  const { text } = await runText([...home.on(machine), ...args]);
  const read = text.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, " ").replace(
    /\s+/g,
    " ",
  );
  return `${read.slice(-3)} ${read.slice(0, -3)}`;
}

/**
 * The device sees the reason from each of its addresses; another device with one of those addresses
 * does not.
 */
async function checkAddresses(family: Family): Promise<void> {
  assert.equal(await family.ask("tablet", SITE), BOX_V4);
  await family.home.address("tablet", "fd77::99/64");
  for (const options of [[], ["--interface", "fd77::15"], ["--interface", "fd77::99"]]) {
    for (const scheme of ["http", "https"]) {
      const page = await visit(family, "tablet", `${scheme}://${SITE}/any/path`, options);
      assert.match(page, /^403 .*This site is blocked/, page);
      assert.ok(page.includes(WHY), `${scheme} ${options}: ${page}`);
    }
  }
  const { home } = family;
  await runText([...home.on("tablet"), "ip", "address", "del", "192.168.77.15/24", "dev", "eth0"]);
  await home.address("laptop", "192.168.77.15/24");
  // Its request for the box's own name makes the box learn its address.
  await runText([...home.on("laptop"), "ip", "neighbour", "flush", "dev", "eth0"]);
  const page = await visit(family, "laptop", `http://${SITE}/`, ["--interface", "192.168.77.15"]);
  assert.ok(page.includes(ELSEWHERE) && !page.includes(WHY), page);
  await home.address("tablet", "192.168.77.16/24");
}

/**
 * A link-local client gets the addresses of its link, and one of another network the null address
 * (A 7.6.1, 7.6.2).
 */
async function byNetwork({ home }: Family): Promise<void> {
  const ip = async (...args: string[]) => (await runText(["ip", ...args])).text;
  const shown = await ip("-n", home.box.name, "-6", "-o", "address", "show", "dev", "lan0");
  const own = /inet6 (fe80:[0-9a-f:]+)/.exec(shown)![1];
  const answer = async (type: string, ...options: string[]) =>
    (await home.dig("tablet", SITE, type, "+short", ...options)).trim();
  assert.equal(await answer("AAAA", `@${own}%eth0`), BOX_V6);
  assert.equal(await answer("A", `@${own}%eth0`), BOX_V4);
  assert.equal(await answer("AAAA"), BOX_V6);
  await home.address("tablet", "10.99.0.5/32");
  await ip("-n", home.box.name, "route", "add", "10.99.0.0/24", "dev", "lan0");
  assert.equal(await answer("A", "-b", "10.99.0.5"), "0.0.0.0");
  assert.equal(await answer("AAAA", "-b", "10.99.0.5"), "::");
}

/**
 * Names of the box itself never show the page, for any rules; under a blocked name there is nothing
 * but the page.
 */
async function ownAndForeign(family: Family): Promise<void> {
  for (const own of ["box", "box.home.arpa"]) {
    assert.equal(await family.ask("tablet", own), BOX_V4);
    assert.match(await visit(family, "tablet", `http://${own}/healthz`), /^200 /);
  }
  for (
    const path of [
      "certificate",
      "certificate/box-ca.pem",
      "ask",
      "api/v1/stats",
      "healthz",
      "dns-query?dns=AAAA",
    ]
  ) {
    for (const scheme of ["http", "https"]) {
      assert.match(
        await visit(family, "tablet", `${scheme}://${SITE}/${path}`),
        /^403 .*This site is blocked/,
        path,
      );
    }
  }
  assert.match(
    await visit(family, "tablet", `https://${SITE}/api/v1/status`, ["-H", "Host: box"]),
    /^421 /,
  );
  assert.match(await visit(family, "tablet", "http://bank.example/"), /^421 /);
  // A client that trusts the authority sees no warning, and a name that was not blocked gets no
  // certificate.
  const authority = `${family.folder}/data/tls/block-authority.pem`;
  for (const [name, code] of [[SITE, "403"], ["bank.example", "000"]]) {
    const given = [
      "curl",
      "-s",
      "-m",
      "5",
      "-w",
      "%{http_code}",
      "-o",
      "/dev/null",
      "--cacert",
      authority,
    ];
    const args = [...given, "--resolve", `${name}:443:${BOX_V4}`, `https://${name}/`];
    assert.equal((await runText([...family.home.on("tablet"), ...args])).text, code, name);
  }
}

/** A client that has thousands of names blocked on purpose uses only its share of the memory. */
async function greedy(family: Family): Promise<void> {
  const queries = `${family.folder}/queries`;
  const names = Array.from({ length: 2500 }, (_, i) => `n${i}.games.example A\n`);
  await Deno.writeTextFile(queries, names.join(""));
  // A thread that finds the memory in use remembers nothing, so a busy machine needs several rounds.
  const answers: string[] = [];
  while (answers.length < 4 && answers.at(-1) !== "blocked") {
    const { text } = await runText([
      ...family.home.on("laptop"),
      "dnsperf",
      "-s",
      BOX_V4,
      "-p",
      "5300",
      "-d",
      queries,
    ]);
    assert.match(text, /Queries lost: +0 /);
    answers.push(await family.ask("laptop", `more${answers.length}.games.example`));
  }
  assert.equal(answers.at(-1), "blocked", answers.join());
  assert.equal(await family.ask("tablet", "one.more.games.example"), BOX_V4);
  assert.match(await visit(family, "tablet", "http://one.more.games.example/"), /^403 /);
}

Deno.test({
  name:
    "A device sees why a site is blocked from any of its addresses, no other does, and a kill clears it",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "curl", "dnsperf"),
  fn: () =>
    HomeBox.run(MACHINES, async (family) => {
      await family.call("POST", "/api/v1/rules", {
        lines: ["games.example", "box", "box.home.arpa"],
        action: "block",
      });
      for (const machine of ["tablet", "laptop"] as const) await family.device(machine);
      await byNetwork(family);
      await checkAddresses(family);
      await ownAndForeign(family);
      await greedy(family);
      await family.end("SIGKILL");
      await family.start();
      assert.match(await visit(family, "tablet", `http://${SITE}/`), /^421 /);
      assert.equal(await family.ask("tablet", SITE), BOX_V4);
      assert.match(await visit(family, "tablet", `https://${SITE}/`), /^403 /);
    }, {
      flags: [
        "--blocked-response=page",
        "--workers=3",
        "--dot-listen=",
        "--doq-listen=",
        `--https-listen=${BOX_V4}:443,[${BOX_V6}]:443`,
        `--http-listen=${BOX_V4}:80,[${BOX_V6}]:80`,
      ],
    }),
});
