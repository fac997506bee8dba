/**
 * Encrypted DNS from a client's view: certificates by name, every transport, the journal, restarts
 * of the resolver.
 */
import assert from "node:assert/strict";
import { freePort } from "../support/box_process.ts";
import { queryFor } from "../support/flood.ts";
import { needsTool } from "../support/tool.ts";
import { runText, Scene, WAIT, within } from "../support/whole_box.ts";

const NAME = "dns.home.example";
const ASKED = "www.example";
const ANSWER = "192.0.2.9";

/** The box with the ports of its encrypted DNS. */
interface Asked {
  readonly scene: Scene;
  readonly tls: number;
  readonly quic: number;
}

/** Queries with kdig; returns its short output. */
async function kdig(port: number, name: string, ...how: readonly string[]): Promise<string> {
  const command = [
    "kdig",
    "@127.0.0.1",
    "-p",
    String(port),
    "+time=5",
    "+retry=0",
    "+short",
    name,
    "A",
    ...how,
  ];
  return (await runText(command)).text.trim();
}

/** Queries with curl: status, HTTP version and content type of the response. */
async function curl(
  { scene }: Asked,
  version: string,
  ...args: readonly string[]
): Promise<string> {
  const shown = ["-o", "/dev/null", "-w", "%{http_code} %{http_version} %{content_type}"];
  const dns = queryFor(ASKED).toBase64({ alphabet: "base64url", omitPadding: true });
  const url = `https://127.0.0.1:${scene.https}/dns-query${args.length === 0 ? `?dns=${dns}` : ""}`;
  return (await runText(["curl", "-sk", "-m", "10", version, ...shown, ...args, url])).text;
}

/** The subject of the presented certificate, and the TLS version. */
async function shown(port: number, ...args: readonly string[]): Promise<string> {
  const { text } = await runText(["openssl", "s_client", "-connect", `127.0.0.1:${port}`, ...args]);
  return `${/^subject=(?:CN = )?(.*)$/m.exec(text)?.[1]} ${
    /^(?:New|Reused), (TLS\S+),/m.exec(text)?.[1]
  }`;
}

async function certificateByName({ scene, tls }: Asked): Promise<void> {
  const name = ["-servername", NAME];
  const all: readonly (readonly [number, readonly string[], string])[] = [
    [scene.https, name, NAME],
    [scene.https, ["-servername", `tablet.${NAME}`], NAME],
    [scene.https, ["-servername", "box"], "box"],
    [scene.https, ["-servername", "other.example"], "box"],
    [scene.https, ["-servername", "192.0.2.1"], "box"],
    [scene.https, ["-noservername"], "box"],
    [tls, name, NAME],
    [tls, ["-noservername"], NAME],
    [tls, ["-servername", "box", "-alpn", "dot"], "box"],
  ];
  for (const [port, args, subject] of all) {
    assert.equal(await shown(port, ...args), `${subject} TLSv1.3`, args.join(" "));
  }
  for (const port of [scene.https, tls]) {
    assert.equal(await shown(port, ...name, "-tls1_2"), `${NAME} TLSv1.2`);
    assert.match(await shown(port, ...name, "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"), /undefined$/);
  }
  assert.match(await shown(tls, ...name, "-alpn", "h2"), /^undefined/);
}

async function everyWay(asked: Asked): Promise<void> {
  const { scene, tls, quic } = asked;
  const query = `${scene.folder}/query`;
  await Deno.writeFile(query, queryFor(ASKED));
  assert.equal(await kdig(tls, "a.example", "+tls"), ANSWER);
  assert.equal(await kdig(scene.https, "b.example", "+https"), ANSWER);
  assert.equal(await kdig(scene.https, "c.example", "+https-get"), ANSWER);
  assert.equal(await kdig(quic, "d.example", "+quic"), ANSWER);
  for (const how of ["+https", "+https-get"]) {
    const dig = ["dig", "@127.0.0.1", "-p", `${scene.https}`, how, "+short", "+tries=1", ASKED];
    assert.equal((await runText(dig)).text.trim(), ANSWER, how);
  }
  const post = ["-H", "content-type: application/dns-message", "--data-binary", `@${query}`];
  for (const [version, number] of [["--http1.1", "1.1"], ["--http2", "2"]]) {
    assert.equal(await curl(asked, version), `200 ${number} application/dns-message`);
    assert.equal(await curl(asked, version, ...post), `200 ${number} application/dns-message`);
  }
  // Over plain HTTP, and for a host name that is not the box's, the path does not exist.
  const plain = await fetch(`http://127.0.0.1:${scene.box.http}/dns-query`, { redirect: "manual" });
  await plain.body?.cancel();
  assert.notEqual(plain.status, 200);
  assert.match(await curl(asked, "--http2", "-H", "host: other.example", ...post), /^421 /);
  const transports = async () => {
    const { text } = await scene.command("log", "--json");
    const entries =
      (JSON.parse(text) as { entries: readonly { name: string; transport: string }[] }).entries;
    return Object.fromEntries(entries.map(({ name, transport }) => [name, transport]));
  };
  const expected = {
    "a.example": "tls",
    "b.example": "https",
    "c.example": "https",
    "d.example": "quic",
  };
  const isThere = async () => {
    const found = await transports();
    return Object.entries(expected).every(([name, transport]) => found[name] === transport);
  };
  assert.ok(await within(WAIT, isThere), JSON.stringify(await transports()));
}

/** The resolver restarts behind the front, which continues with new channels. */
async function resolverAnew({ scene, tls, quic }: Asked): Promise<void> {
  const { code, text } = await scene.command("maintenance", "resolver");
  assert.equal(code, 0, text);
  const answered = async () =>
    await kdig(tls, "e.example", "+tls") === ANSWER &&
    await kdig(quic, "f.example", "+quic") === ANSWER &&
    await kdig(scene.https, "g.example", "+https") === ANSWER;
  assert.ok(await within(WAIT, answered));
}

Deno.test({
  name: "A box answers over TLS, HTTPS and QUIC with the certificate of each name",
  ignore: needsTool("dig", "kdig", "curl", "openssl"),
  fn: () => {
    const tls = freePort();
    const quic = freePort();
    const flags = [`--dot-listen=127.0.0.1:${tls}`, `--doq-listen=127.0.0.1:${quic}`];
    return Scene.run({ https: true, flags }, async (scene) => {
      const asked = { scene, tls, quic };
      const { code, text } = await scene.command("dns-services", "certificate", "self", NAME);
      assert.equal(code, 0, text);
      const status = await scene.command("status");
      for (
        const each of [
          `https 127.0.0.1:${scene.https}`,
          `tls 127.0.0.1:${tls}`,
          `quic 127.0.0.1:${quic}`,
        ]
      ) {
        assert.ok(status.text.includes(each), status.text);
      }
      await certificateByName(asked);
      await everyWay(asked);
      await resolverAnew(asked);
      // Without the interface over HTTPS, TLS and QUIC still work.
      await scene.box.end("SIGTERM");
      await scene.start({ flags: ["--https-listen="] });
      assert.ok(await within(WAIT, async () => await kdig(tls, "h.example", "+tls") === ANSWER));
      assert.equal(await kdig(quic, "i.example", "+quic"), ANSWER);
      assert.equal(await shown(tls, "-servername", "box"), `${NAME} TLSv1.3`);
    });
  },
});
