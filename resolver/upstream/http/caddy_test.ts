import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { freePort } from "../../../tests/support/box_process.ts";
import { makeCertificates, respond } from "../../../tests/support/fake_upstream.ts";
import { dohStamp } from "../../../tests/support/stamps.ts";
import { needsTool, toolPath } from "../../../tests/support/tool.ts";
import { addressIn, question, withPool } from "../../../tests/support/upstream_pool.ts";
import { computePin } from "../tls/pins.ts";

const HOST = "dns.test";
const QUESTIONS = 100;

/** Caddy before a server that answers every question and records the HTTP version. */
async function withCaddy(
  test: (port: number, ca: string, leaf: string, came: readonly string[]) => Promise<void>,
) {
  const certificates = await makeCertificates(`DNS:${HOST}`);
  const folder = await Deno.makeTempDir();
  const came: string[] = [];
  assert.ok(certificates);
  const { ca, tls: { cert, key } } = certificates;
  const port = freePort();
  const backend = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      came.push(request.headers.get("x-protocol") ?? "");
      const wire = new Uint8Array(await request.arrayBuffer());
      const answer = respond({
        wire,
        name: "",
        type: 1,
        id: 0,
        transport: "https",
        port: 0,
        before: 0,
      });
      return new Response(Uint8Array.from(answer), {
        headers: { "content-type": "application/dns-message" },
      });
    },
  );
  await Deno.writeTextFile(`${folder}/cert`, cert);
  await Deno.writeTextFile(`${folder}/key`, key);
  await Deno.writeTextFile(
    `${folder}/Caddyfile`,
    `{
  admin off
  auto_https off
  skip_install_trust
}
https://${HOST}:${port} {
  tls ${folder}/cert ${folder}/key
  reverse_proxy 127.0.0.1:${(backend.addr as Deno.NetAddr).port} {
    header_up x-protocol {http.request.proto}
  }
}
`,
  );
  const args = ["run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"];
  const env = { HOME: folder };
  const caddy = new Deno.Command(toolPath("caddy")!, { args, env, stdout: "null", stderr: "null" })
    .spawn();
  try {
    await listening(port);
    await test(port, ca, cert, came);
  } finally {
    caddy.kill("SIGKILL");
    await Promise.all([caddy.status, backend.shutdown()]);
    await Deno.remove(folder, { recursive: true });
  }
}

async function listening(port: number): Promise<void> {
  for (let left = 400;; left--) {
    try {
      return (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resume) => setTimeout(resume, 25));
    }
  }
}

Deno.test({
  name: "a Caddy server is queried over HTTP/3, and with a pinned stamp over HTTP/2",
  ignore: needsTool("caddy", "openssl"),
  fn: () =>
    withCaddy(async (port, ca, leaf, came) => {
      const pinned = dohStamp(
        `127.0.0.1:${port}`,
        [computePin(new X509Certificate(leaf).raw)],
        HOST,
        "/dns-query",
      );
      const lines = [[`h3://${HOST}:${port}/dns-query`, "HTTP/3.0"], [pinned, "HTTP/2.0"]] as const;
      for (const [line, protocol] of lines) {
        const before = came.length;
        const setup = { settings: { upstreams: [line], upstreamTimeout: 8000 }, caCerts: [ca] };
        await withPool(
          { ...setup, script: (query) => [respond(query, { address: "127.0.0.1" })] },
          async ({ pool, fake, settings }) => {
            pool.reconfigure({ ...settings, bootstrap: [`127.0.0.1:${fake.port}`] });
            const names = Array.from({ length: QUESTIONS }, (_, i) => `n${i}.example`);
            const answers = await Promise.all(
              names.map((name) => pool.forward(question(name), 8000)),
            );
            for (const { response } of answers) assert.equal(addressIn(response), "192.0.2.1");
            assert.equal(pool.statistics()[0].failures, 0);
          },
        );
        assert.deepEqual(new Set(came.slice(before)), new Set([protocol]));
        assert.ok(came.length - before >= QUESTIONS);
      }
    }),
});
