import assert from "node:assert/strict";
import { freePort } from "../../../tests/support/box_process.ts";
import { FakeDnscrypt, plainAnswer } from "../../../tests/support/fake_dnscrypt.ts";
import { dnscryptStamp } from "../../../tests/support/stamps.ts";
import { needsTool, toolPath } from "../../../tests/support/tool.ts";
import { addressIn, question, withPool } from "../../../tests/support/upstream_pool.ts";

type Bench = Parameters<Parameters<typeof withPool>[1]>[0] & { readonly server: FakeDnscrypt };

async function withServer(
  test: (bench: Bench) => Promise<void>,
  before = (_server: FakeDnscrypt) => {},
): Promise<void> {
  const server = new FakeDnscrypt();
  before(server);
  try {
    const settings = {
      upstreams: [server.stamp],
      upstreamStrategy: "strict" as const,
      upstreamTimeout: 8000,
    };
    await withPool({ settings }, (bench) => test({ ...bench, server }));
  } finally {
    await server.close();
  }
}

Deno.test("queries are encrypted over UDP with one certificate, and padded", () =>
  withServer(async ({ pool, server }) => {
    const names = Array.from({ length: 40 }, (_, i) => `n${i}.example`);
    const answers = await Promise.all(names.map((name) => pool.forward(question(name), 8000)));
    for (const { response } of answers) assert.equal(addressIn(response), "192.0.2.1");
    assert.equal(server.certificateQuestions, 1);
    for (const { transport, size } of server.questions) {
      assert.deepEqual([transport, size], ["udp", 512 + 68]);
    }
    assert.equal(
      new Set(server.questions.map(({ message }) => message[0] << 8 | message[1])).size > 30,
      true,
    );
    assert.deepEqual(pool.statistics()[0].failures, 0);
  }));

Deno.test("a truncated answer is queried over TCP, and later queries are padded for longer answers", () =>
  withServer(
    async ({ pool, server }) => {
      for (let i = 0; i < 12; i++) {
        assert.equal(
          addressIn((await pool.forward(question(`n${i}.example`), 8000)).response),
          "192.0.2.1",
        );
      }
      const sizes = server.questions.filter(({ transport }) => transport === "udp").map((
        { size },
      ) => size - 68);
      assert.deepEqual(sizes.slice(0, 7), [512, 640, 768, 896, 1024, 1152, 1152]);
      assert.equal(server.questions.filter(({ transport }) => transport === "tcp").length, 12);
    },
    (server) =>
      server.answer = ({ message, transport }) => [plainAnswer(message, transport === "udp")],
  ));

Deno.test("forged, foreign and broken answers are ignored, and the true one is used", () =>
  withServer(
    async ({ pool }) => {
      assert.equal(
        addressIn((await pool.forward(question("a.example"), 8000)).response),
        "192.0.2.1",
      );
      assert.equal(pool.statistics()[0].failures, 0);
    },
    (server) =>
      server.answer = ({ message }, seal) => {
        const good = seal(plainAnswer(message));
        const other = plainAnswer(message);
        const foreign = plainAnswer(message);
        const changed = (at: number) => ({
          packet: good.map((byte, i) => i === at ? byte ^ 1 : byte),
        });
        other[0] ^= 1;
        other[other.length - 1] = 66;
        foreign[13] = 0x78;
        return [
          changed(0),
          changed(8),
          changed(25),
          changed(40),
          changed(good.length - 1),
          {
            packet: good.slice(0, 40),
          },
          { packet: new Uint8Array(0) },
          { packet: plainAnswer(message) },
          other,
          foreign,
          new Uint8Array(3),
          new Uint8Array(0),
          { packet: good },
        ];
      },
  ));

Deno.test("the newest valid certificate is used, of both constructions", async () => {
  const now = Math.floor(Date.now() / 1000);
  await withServer(
    async ({ pool, server }) => {
      await pool.forward(question("a.example"), 8000);
      assert.equal(server.questions.length, 1);
    },
    (server) => {
      const stale = { serial: 9, from: now - 100, until: now - 1 };
      const early = { serial: 8, from: now + 100 };
      server.show(stale, early, { serial: 7, forged: true }, { construction: 1, serial: 3 }, {
        serial: 2,
      });
      server.certificates = [...server.certificates, new Uint8Array(10), new Uint8Array(124)];
    },
  );
  const cases: readonly (readonly [(server: FakeDnscrypt) => void, RegExp])[] = [
    [(server) => server.show(), /: it has no DNSCrypt certificate for this provider name$/],
    [
      (server) => server.show({ forged: true }),
      /: its DNSCrypt certificate is not signed by its provider$/,
    ],
    [(server) => server.show({ until: now - 1 }), /: its DNSCrypt certificate does not hold now$/],
    [
      (server) => server.show({ keys: { ...server.keys, public: new Uint8Array(32) } }),
      /: its DNSCrypt certificate holds no key$/,
    ],
  ];
  for (const [before, why] of cases) {
    await withServer(
      ({ pool }) => assert.rejects(pool.forward(question("a.example"), 8000), { message: why }),
      before,
    );
  }
});

Deno.test("the certificate of a server with new keys is fetched again", () =>
  withServer(async ({ pool, server, settings }) => {
    pool.reconfigure({ ...settings, upstreamTimeout: 100 });
    await pool.forward(question("a.example"), 8000);
    server.rotate();
    let answered = false;
    for (let i = 0; i < 20 && !answered; i++) {
      answered = await pool.forward(question(`n${i}.example`), 400).then(() => true, () => false);
    }
    assert.ok(answered);
    assert.ok(server.certificateQuestions >= 2);
  }));

Deno.test("where UDP is blocked, questions go over TCP", () =>
  withServer(
    async ({ pool, server, settings }) => {
      pool.reconfigure({ ...settings, upstreamTimeout: 100 });
      let answered = false;
      for (let i = 0; i < 20 && !answered; i++) {
        answered = await pool.forward(question(`n${i}.example`), 400).then(() => true, () => false);
      }
      assert.ok(answered);
      assert.equal(server.questions.at(-1)!.transport, "tcp");
    },
    (server) =>
      server.answer = ({ message, transport }) => transport === "udp" ? [] : [plainAnswer(message)],
  ));

Deno.test("an invalid or missing response over TCP costs only the timeout", () =>
  withServer(
    async ({ pool }) => {
      const started = performance.now();
      await assert.rejects(pool.forward(question("a.example"), 400));
      assert.ok(performance.now() - started < 10_000);
    },
    (server) =>
      server.answer = ({ message, transport, before }) => {
        if (transport === "udp") return [plainAnswer(message, true)];
        return before % 2 === 0 ? [] : [{ packet: new Uint8Array(50) }];
      },
  ));

Deno.test({
  name: "dnsdist answers queries of both constructions over UDP and TCP",
  ignore: needsTool("dnsdist"),
  async fn() {
    const folder = await Deno.makeTempDir();
    const ports = [freePort(), freePort(), freePort()];
    await Deno.writeTextFile(`${folder}/conf`, dnsdistConfiguration(folder, ports));
    const args = ["-C", `${folder}/conf`, "--supervised", "--disable-syslog"];
    const process = new Deno.Command(toolPath("dnsdist")!, {
      args,
      stdout: "piped",
      stderr: "null",
    }).spawn();
    try {
      await ready(process.stdout, 2);
      const key = await Deno.readFile(`${folder}/provider.pub`);
      for (const port of ports.slice(0, 2)) {
        const upstreams = [dnscryptStamp(`127.0.0.1:${port}`, key, "2.provider.example")];
        await withPool({ settings: { upstreams, upstreamTimeout: 8000 } }, async ({ pool }) => {
          assert.equal(
            addressIn((await pool.forward(question("a.example"), 5000)).response),
            "192.0.2.77",
          );
          // Truncated over UDP, so that it is sent over TCP.
          assert.equal(
            addressIn((await pool.forward(question("cut.example"), 5000)).response),
            "192.0.2.78",
          );
          assert.equal(pool.statistics()[0].failures, 0);
        });
      }
    } finally {
      process.kill("SIGKILL");
      await process.status;
      await Deno.remove(folder, { recursive: true });
    }
  },
});

function dnsdistConfiguration(folder: string, [first, second, plain]: readonly number[]): string {
  const certificate = (name: string, version: number) =>
    `generateDNSCryptCertificate(F.."provider.key", F.."${name}.cert", F.."${name}.key", 1, now - 100, now + 86400, ` +
    `DNSCryptExchangeVersion.VERSION${version})`;
  return `F = "${folder}/"
local now = os.time()
generateDNSCryptProviderKeys(F.."provider.pub", F.."provider.key")
${certificate("a", 2)}
${certificate("b", 1)}
setSecurityPollSuffix("")
setLocal("127.0.0.1:${plain}")
addDNSCryptBind("127.0.0.1:${first}", "2.provider.example", F.."a.cert", F.."a.key")
addDNSCryptBind("127.0.0.1:${second}", "2.provider.example", F.."b.cert", F.."b.key")
addAction(AndRule({QNameRule("cut.example"), TCPRule(false)}), TCAction())
addAction("cut.example", SpoofAction({"192.0.2.78"}))
addAction(AllRule(), SpoofAction({"192.0.2.77"}))
`;
}

/** Reads until it has reported this number of DNSCrypt listeners, and ignores the rest. */
async function ready(output: ReadableStream<Uint8Array>, times: number): Promise<void> {
  const reader = output.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  ).getReader();
  let text = "";
  while (text.split("for DNSCrypt").length <= times) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`dnsdist ended: ${text}`);
    text += value;
  }
  await reader.cancel();
}
