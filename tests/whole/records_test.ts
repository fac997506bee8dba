/** Local names of the box, queried with common programs, and dnsmasq as the router (A 7.2.3). */
import assert from "node:assert/strict";
import type { RecordResponse } from "../../api/features/network/records/routes.ts";
import { freePort } from "../support/box_process.ts";
import { hasTool, needsTool, toolPath } from "../support/tool.ts";
import { runText, Scene, WAIT, within } from "../support/whole_box.ts";

interface Answer {
  readonly status: string;
  readonly flags: string;
  /** `name TTL type data`, names with their final dot. */
  readonly answer: readonly string[];
  readonly authority: readonly string[];
}

/** Queries with the usual programs. */
async function dig(port: number, name: string, type: string, ...more: string[]): Promise<Answer> {
  const args = [
    "dig",
    "@127.0.0.1",
    "-p",
    String(port),
    "+tries=1",
    "+time=5",
    ...more,
    name,
    type,
  ];
  return answerOf((await runText(args)).text);
}

function answerOf(text: string): Answer {
  const section = (name: string) => {
    const lines = text.split(/\r?\n/);
    const at = lines.findIndex((line) => line.startsWith(`;; ${name} SECTION`));
    const rest = at < 0 ? [] : lines.slice(at + 1);
    const end = rest.findIndex((line) => line === "" || line.startsWith(";;"));
    return rest.slice(0, end < 0 ? rest.length : end).map((line) =>
      line.replace(/\s+IN\s+/, " ").replace(/\s+/g, " ")
    );
  };
  const [, status = text] = /status: (\w+)/.exec(text) ?? [];
  const [, flags = ""] = /flags: ([a-z ]+);/i.exec(text) ?? [];
  return {
    status,
    flags: flags.trim(),
    answer: section("ANSWER"),
    authority: section("AUTHORITY"),
  };
}

function add(
  scene: Scene,
  name: string,
  type: string,
  value: string,
  ttl = 120,
): Promise<RecordResponse> {
  return scene.service.call<RecordResponse>("POST", "/api/v1/dns-records", {
    body: { name, type, value, ttl },
  });
}

const RECORDS = [
  ["nas.lab.example", "A", "192.168.7.5", "192.168.7.5"],
  ["nas.lab.example", "AAAA", "fd00::5", "fd00::5"],
  ["files.lab.example", "CNAME", "nas.lab.example", "nas.lab.example."],
  ["lab.example", "MX", "10 mail.lab.example", "10 mail.lab.example."],
  ["lab.example", "TXT", 'v=spf1 "x" -all', '"v=spf1 \\"x\\" -all"'],
  ["_ldap._tcp.lab.example", "SRV", "0 5 389 nas.lab.example", "0 5 389 nas.lab.example."],
  ["lab.example", "HTTPS", "1 . alpn=h2,h3 port=8443", '1 . alpn="h2,h3" port=8443'],
  ["_dns.lab.example", "SVCB", "1 nas.lab.example alpn=dot", '1 nas.lab.example. alpn="dot"'],
  ["lab.example", "CAA", '0 issue "ca.example"', '0 issue "ca.example"'],
  ["192.168.7.77", "PTR", "printer.lab.example", "printer.lab.example."],
  ["bücher.lab.example", "A", "192.168.7.8", "192.168.7.8"],
] as const;

Deno.test({
  name:
    "Records of every type are answered as written, at once and after a restart without database",
  ignore: needsTool("dig"),
  fn: () =>
    Scene.run({}, async (scene) => {
      const asked = async () => {
        for (const [name, type, , shown] of RECORDS) {
          const at = name === "192.168.7.77"
            ? "77.7.168.192.in-addr.arpa"
            : name.replace("bücher", "xn--bcher-kva");
          const { status, flags, answer } = await dig(scene.box.port, at, type);
          assert.deepEqual([status, answer], ["NOERROR", [`${at}. 120 ${type} ${shown}`]]);
          assert.match(flags, /\baa\b/);
        }
      };
      for (const [name, type, value] of RECORDS) await add(scene, name, type, value);
      await asked();
      await scene.box.end("SIGKILL");
      for (const end of ["", "-wal", "-shm"]) {
        await Deno.remove(`${scene.data}/box.db${end}`).catch(() => {});
      }
      await Deno.remove(`${scene.data}/copies`, { recursive: true }).catch(() => {});
      await Deno.mkdir(`${scene.data}/box.db`);
      await Deno.writeTextFile(`${scene.data}/box.db/in_the_way`, "");
      await scene.start();
      await asked();
    }),
});

Deno.test({
  name: "Addresses have reverse names, wildcards cover subdomains, and Unicode names are found",
  ignore: needsTool("dig"),
  fn: () =>
    Scene.run({}, async (scene) => {
      const { port } = scene.box;
      const records = new Map<string, RecordResponse>();
      for (
        const [name, type, value] of [
          ["nas.lab.example", "A", "192.168.7.5"],
          ["nas.lab.example", "AAAA", "fd00::5"],
          ["*.apps.lab.example", "A", "192.168.7.6"],
          ["one.apps.lab.example", "TXT", "one"],
          ["www.lab.example", "CNAME", "nas.lab.example"],
          ["out.lab.example", "CNAME", "www.example.com"],
        ]
      ) records.set(`${name} ${type}`, await add(scene, name, type, value));
      assert.deepEqual((await dig(port, "-x", "192.168.7.5")).answer, [
        "5.7.168.192.in-addr.arpa. 120 PTR nas.lab.example.",
      ]);
      assert.match(
        (await dig(port, "-x", "fd00::5")).answer[0],
        /ip6\.arpa\. 120 PTR nas\.lab\.example\.$/,
      );
      assert.deepEqual((await dig(port, "x.y.apps.lab.example", "A")).answer, [
        "x.y.apps.lab.example. 120 A 192.168.7.6",
      ]);
      assert.deepEqual((await dig(port, "one.apps.lab.example", "A")).answer, []);
      assert.deepEqual((await dig(port, "WWW.lab.example", "A")).answer, [
        "WWW.lab.example. 120 CNAME nas.lab.example.",
        "nas.lab.example. 120 A 192.168.7.5",
      ]);
      assert.match(
        (await dig(port, "out.lab.example", "A")).answer[1],
        /^www\.example\.com\. \d+ A 192\.0\.2\.9$/,
      );
      assert.equal(
        (await dig(port, "nas.lab.example", "A", "+tcp", "+nocookie", "+noedns")).status,
        "NOERROR",
      );
      // Without a zone, names without a record are resolved upstream.
      assert.match((await dig(port, "other.lab.example", "A")).answer[0], /192\.0\.2\.9$/);
      await scene.service.call("PUT", "/api/v1/dns-records/zones/Lab.Example.");
      const absent = await dig(port, "other.lab.example", "A");
      assert.deepEqual([absent.status, absent.answer], ["NXDOMAIN", []]);
      assert.match(absent.authority[0], /^lab\.example\. 10 SOA localhost\. nobody\.invalid\. 1 /);
      assert.match(
        (await dig(port, "lab.example", "SOA")).answer[0],
        /^lab\.example\. 10 SOA localhost\./,
      );
      assert.equal((await dig(port, "apps.lab.example", "A")).status, "NOERROR");
      assert.match((await dig(port, "nas.lab.example", "ANY")).answer[0], /HINFO "RFC8482" ""$/);
      await scene.service.call("DELETE", "/api/v1/dns-records/zones/lab.example");
      assert.match((await dig(port, "other.lab.example", "A")).answer[0], /192\.0\.2\.9$/);
      const { id } = records.get("nas.lab.example A")!;
      await scene.service.call("PUT", `/api/v1/dns-records/${id}`, { body: { enabled: false } });
      assert.deepEqual((await dig(port, "nas.lab.example", "A")).answer, []);
      await scene.service.call("PUT", `/api/v1/dns-records/${id}`, {
        body: { enabled: true, value: "192.168.7.9" },
      });
      assert.match((await dig(port, "nas.lab.example", "A")).answer[0], /192\.168\.7\.9$/);
      await add(scene, "größe.lab.example", "A", "192.168.7.10");
      if (!hasTool("kdig")) return;
      const kdig = ["kdig", "@127.0.0.1", "-p", String(port), "größe.lab.example", "A"];
      assert.match((await runText(kdig, { LC_ALL: "C.UTF-8" })).text, /192\.168\.7\.10/);
    }),
});

/** A router as in many homes: dnsmasq, which knows its own names, and the names in `more`. */
async function withRouter(
  more: readonly string[],
  test: (port: number, queries: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const hosts = `${folder}/hosts`;
  const log = `${folder}/log`;
  await Deno.writeTextFile(hosts, "192.168.9.20 tv.lan\nfd00:9::20 tv.lan\n");
  const args = [
    "--keep-in-foreground",
    "--no-resolv",
    "--no-hosts",
    `--addn-hosts=${hosts}`,
    `--port=${port}`,
    "--log-queries",
    "--listen-address=127.0.0.1",
    "--bind-interfaces",
    ...more,
    `--log-facility=${log}`,
    "--conf-file=/dev/null",
    "--user=root",
    `--pid-file=${folder}/pid`,
    "--bogus-priv",
  ];
  const child = new Deno.Command(toolPath("dnsmasq")!, {
    args,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    assert.ok(
      await within(
        WAIT,
        async () => (await dig(port, "tv.lan", "A", "+time=1")).answer.length > 0,
      ),
    );
    await test(port, () => Deno.readTextFile(log));
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name:
    "A router is queried for its domain and private reverse names, and records of the box take precedence",
  ignore: needsTool("dig", "dnsmasq"),
  fn: () =>
    withRouter(["--local=/lan/"], (router, queries) =>
      Scene.run({}, async (scene) => {
        const { port } = scene.box;
        const address = `127.0.0.1:${router}`;
        const forward = (body: unknown) =>
          scene.service.call("PUT", "/api/v1/dns-records/forwarding", { body });
        assert.match((await dig(port, "tv.lan", "A")).answer[0], /192\.0\.2\.9$/);
        assert.equal((await dig(port, "-x", "192.168.9.20")).status, "NXDOMAIN");
        await forward({ domain: "lan", router: address });
        assert.match(
          (await dig(port, "tv.lan", "A")).answer[0],
          /^tv\.lan\. \d+ A 192\.168\.9\.20$/,
        );
        assert.match((await dig(port, "tv.lan", "AAAA")).answer[0], /fd00:9::20$/);
        assert.equal((await dig(port, "nothing.lan", "A")).status, "NXDOMAIN");
        assert.match((await dig(port, "other.example", "A")).answer[0], /192\.0\.2\.9$/);
        assert.equal((await dig(port, "-x", "192.168.9.20")).status, "NXDOMAIN");
        await forward({ domain: "lan", router: address, reverse: true });
        assert.match((await dig(port, "-x", "192.168.9.20")).answer[0], /PTR tv\.lan\.$/);
        await add(scene, "tv.lan", "A", "192.168.7.20");
        assert.match((await dig(port, "tv.lan", "A")).answer[0], /192\.168\.7\.20$/);
        assert.match((await dig(port, "-x", "192.168.7.20")).answer[0], /PTR tv\.lan\.$/);
        assert.doesNotMatch(await queries(), /other\.example/);
        await forward({});
        assert.match((await dig(port, "radio.lan", "A")).answer[0], /192\.0\.2\.9$/);
      })),
});

Deno.test({
  name: "A router that is gone or queries the box makes only the query fail",
  ignore: needsTool("dig"),
  fn: () =>
    Scene.run({ flags: ["--upstream-timeout=300"] }, async (scene) => {
      const { port } = scene.box;
      const own = `127.0.0.1:${port}`;
      const forward = (router: string) =>
        scene.service.call("PUT", "/api/v1/dns-records/forwarding", {
          body: { domain: "lan", router },
        });
      await assert.rejects(forward(own), /address of the box;/);
      const stays = async () => {
        assert.equal((await dig(port, "radio.lan", "A", "+time=10")).status, "SERVFAIL");
        assert.match((await dig(port, "other.example", "A")).answer[0], /192\.0\.2\.9$/);
      };
      await forward(`127.0.0.1:${freePort()}`);
      await stays();
      await withRouter([`--server=127.0.0.1#${port}`], async (router, queries) => {
        await forward(`127.0.0.1:${router}`);
        assert.match((await dig(port, "tv.lan", "A")).answer[0], /192\.168\.9\.20$/);
        await stays();
        assert.ok(
          (await queries()).split("\n").filter((line) => line.includes("radio.lan")).length < 50,
        );
      });
    }),
});

Deno.test("The commands add, import and show", () =>
  Scene.run({}, async (scene) => {
    const ran = async (...argv: string[]) => {
      const { code, text } = await scene.command("records", ...argv);
      assert.equal(code, 0, text);
      return text;
    };
    const path = `${await Deno.realPath(scene.folder)}/lines`;
    await Deno.writeTextFile(
      path,
      "192.168.7.5 nas.lan\naddress=/lab.lan/192.168.7.6\ncname=files.lan,nas.lan\nno\n",
    );
    assert.match(await ran("import", path), /^Records added: 4\nLine 4: /);
    assert.match(
      await ran("add", "Bücher.lan", "MX", "5", "nas.lan"),
      /bücher\.lan MX is answered with 5 nas\.lan/,
    );
    assert.match(await ran(), /bücher\.lan[^]*files\.lan[^]*\*\.lab\.lan[^]*lab\.lan[^]*nas\.lan/);
    const { code, text } = await scene.command("records", "add", "nas.lan", "CNAME", "files.lan");
    assert.deepEqual([code, /A CNAME allows no other records/.test(text)], [1, true], text);
  }));
