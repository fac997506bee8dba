/**
 * DNS over HTTPS with common clients: dig of BIND, kdig of Knot, and curl over each version of HTTP
 * (RFC 8484).
 */
import assert from "node:assert/strict";
import { freePort } from "../../../tests/support/box_process.ts";
import { questionEnd } from "../../../tests/support/fake_upstream.ts";
import { queryFor } from "../../../tests/support/flood.ts";
import { certificateFor, listenHttps, withFront } from "../../../tests/support/front_scene.ts";
import { type HandedQuery, HandingResolver } from "../../../tests/support/handing_resolver.ts";
import { needsTool } from "../../../tests/support/tool.ts";

const NAME = "dns.example";
/** TXT records of a response, by the first label of its name. */
const RECORDS: Readonly<Record<string, number>> = { small: 1, middle: 20, large: 240 };
const TEXT_LENGTH = 250;

/** A response with this number of TXT records; undefined for the name `silent`. */
function response({ wire }: HandedQuery): Uint8Array | undefined {
  const label = new TextDecoder().decode(wire.subarray(13, 13 + wire[12]));
  if (label === "silent") return undefined;

  const count = RECORDS[label] ?? 1;
  const text = new Array(TEXT_LENGTH).fill(0x61);
  const length = TEXT_LENGTH + 1;
  const record = [0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length, TEXT_LENGTH, ...text];
  const flags = [0x81, 0x80];
  const counts = [0, 1, 0, count, 0, 0, 0, 0];
  const question = wire.slice(12, questionEnd(wire));
  const answers = Array.from({ length: count }, () => record).flat();

  return new Uint8Array([wire[0], wire[1], ...flags, ...counts, ...question, ...answers]);
}

interface Place {
  readonly port: number;
  /** The certificate file of the front. */
  readonly authority: string;
}

async function withDns(run: (place: Place) => Promise<void>): Promise<void> {
  const port = freePort();
  const resolver = new HandingResolver(response);
  const encrypted = { names: [NAME], ...await certificateFor(NAME) };
  const listen = { ...listenHttps({ address: "127.0.0.1", port }), dnsOverHttps: true };
  const authority = await Deno.makeTempFile();
  await Deno.writeTextFile(authority, encrypted.cert);

  await withFront(
    () => new Response("page", { status: 404 }),
    () => run({ port, authority }),
    { firstRequest: 10_000 },
    { listen, encrypted, certificate: encrypted, handed: resolver.handed },
  ).finally(async () => {
    resolver.close();
    await Deno.remove(authority);
  });
}

async function output(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(command, { args: [...args] }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

const PROGRAMS: Readonly<Record<string, (authority: string) => readonly (readonly string[])[]>> = {
  dig: (authority) => [
    [],
    [`+tls-ca=${authority}`, `+tls-hostname=${NAME}`],
  ],
  kdig: (authority) => [
    [],
    [`+tls-ca=${authority}`, `+tls-hostname=${NAME}`],
  ],
};

for (const [program, verifications] of Object.entries(PROGRAMS)) {
  Deno.test({
    name: `${program} is answered over HTTPS by GET and POST, whatever the length of the answer`,
    ignore: needsTool(program),
    fn: () =>
      withDns(async ({ port, authority }) => {
        for (const method of ["+https", "+https-get"]) {
          for (const verification of verifications(authority)) {
            for (const [label, count] of Object.entries(RECORDS)) {
              const how = [method, ...verification, "+short", "+time=5", "+tries=1"];
              if (program === "kdig") how.splice(-1, 1, "+retry=0");
              const name = `${label}.example`;
              const at = ["@127.0.0.1", "-p", `${port}`];
              const text = await output(program, ...at, ...how, name, "TXT");
              const lines = text.trim().split("\n");
              const expected = new Array(count).fill(`"${"a".repeat(TEXT_LENGTH)}"`);
              assert.deepEqual(lines, expected, `${how.join(" ")} ${name}`);
            }
          }
        }
      }),
  });
}

Deno.test({
  name: "dig stops at once without a DNS response, because the box sends Retry-After",
  ignore: needsTool("dig"),
  fn: () =>
    withDns(async ({ port }) => {
      const how = ["@127.0.0.1", "-p", `${port}`, "+https", "+time=15", "+tries=1"];
      const began = performance.now();
      await output("dig", ...how, "silent.example", "TXT");
      assert.ok(performance.now() - began < 10_000, "dig waits for the rest of the answer");
    }),
});

const TYPE = "content-type: application/dns-message";

/**
 * Requests to the DoH path: status, path, and arguments of curl; bodies are files in the folder.
 */
async function requests(folder: string): Promise<(readonly [number, string, ...string[]])[]> {
  const query = await Deno.makeTempFile({ dir: folder });
  const body = await Deno.makeTempFile({ dir: folder });
  await Deno.writeFile(query, queryFor("large.example", 0));
  await Deno.writeFile(body, new Uint8Array(65_536));
  const by = (name: string) => {
    const dns = queryFor(name, 0).toBase64({ alphabet: "base64url", omitPadding: true });
    return `/dns-query?dns=${dns}`;
  };
  return [
    [200, by("small.example")],
    [200, by("large.example")],
    [200, by("small.example"), "-I"],
    [200, "/dns-query", "-H", TYPE, "--data-binary", `@${query}`],
    [400, "/dns-query"],
    [400, "/dns-query", "-I"],
    [400, "/dns-query", "-H", TYPE, "-d", "short"],
    [405, by("small.example"), "-X", "PUT"],
    [413, "/dns-query", "-H", TYPE, "--data-binary", `@${body}`],
    [415, "/dns-query", "-d", "0123456789abcdef"],
    [503, by("silent.example")],
    [503, by("silent.example"), "-I"],
  ];
}

/**
 * Versions of HTTP, and paths requested before on the connection, so that the front serves it
 * differently.
 */
const WAYS: readonly (readonly [name: string, version: string, before?: string])[] = [
  ["HTTP/2 of queries alone", "--http2"],
  ["HTTP/2 that began with a page", "--http2", "/page"],
  ["HTTP/1.1", "--http1.1"],
  ["HTTP/1.0", "--http1.0"],
];

for (const [name, version, before] of WAYS) {
  Deno.test({
    name: `every answer to a query over ${name} has the length of its body`,
    ignore: needsTool("curl"),
    fn: async () => {
      const folder = await Deno.makeTempDir();
      const shown = "%{http_code} %{size_download} [%header{content-length}]\\n";
      try {
        await withDns(async ({ port }) => {
          const url = (path: string) => `https://localhost:${port}${path}`;
          for (const [status, path, ...args] of await requests(folder)) {
            const opening = before === undefined
              ? []
              : ["-sk4", version, "-o", "/dev/null", url(before), "--next"];
            const all = ["-sk4", "-m", "5", version, ...args, "-o", "/dev/null", "-w", shown];
            const text = await output("curl", ...opening, ...all, url(path));
            const [, code, size, length] = /^(\d+) (\d+) \[(\d*)\]\n$/.exec(text) ?? [];
            const what = `${path} ${args.join(" ")}: ${text}`;
            assert.equal(code, `${status}`, what);
            if (args.includes("-I")) assert.ok(Number(length) > 0, what);
            else assert.equal(length, size, what);
          }
        });
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}
