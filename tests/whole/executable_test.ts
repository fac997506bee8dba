import assert from "node:assert/strict";
import { socketClient } from "../../cli/socket.ts";
import { BoxProcess, freePort } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { EXECUTABLE, isBuilt } from "../support/executable.ts";
import { hasTool, needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";

async function dig(port: number, name: string): Promise<string> {
  const args = ["@127.0.0.1", "-p", String(port), "+short", "+tries=1", "+time=3", name, "A"];
  const { stdout } = await new Deno.Command("dig", { args }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test({
  name: "The executable answers queries from an empty folder and stops at SIGTERM",
  ignore: !isBuilt() || needsTool("dig"),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.77" })]);
    const env = { BOX_UNPACK_DIR: `${folder}/unpacked`, HOME: folder };
    try {
      await Deno.mkdir(`${folder}/empty`);
      const box = new BoxProcess({
        command: [EXECUTABLE],
        folder: `${folder}/empty`,
        upstream: `127.0.0.1:${upstream.port}`,
        env,
      });
      await box.answers("first.example");
      assert.equal(await dig(box.port, "www.example"), "192.0.2.77");
      await box.runs();
      const { code, output } = await box.end("SIGTERM");
      assert.equal(code, 0, output);
    } finally {
      await upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/**
 * The answer that kdig gets over a protocol, "" = none. The protocol option comes last,
 * because TLS options change the protocol.
 */
async function kdig(port: number, name: string, over: string): Promise<string> {
  const args = [
    "@127.0.0.1",
    "-p",
    String(port),
    "+short",
    "+retry=0",
    "+timeout=5",
    name,
    "A",
    over,
  ];
  const { stdout } = await new Deno.Command("kdig", { args, stderr: "null" }).output();
  return new TextDecoder().decode(stdout).trim().split("\n").at(-1)!;
}

Deno.test({
  name: "The executable answers over UDP, TCP, TLS, HTTPS and QUIC",
  ignore: !isBuilt() || needsTool("kdig"),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const https = freePort();
    const encrypted = freePort();
    const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.77" })]);
    const box = new BoxProcess({
      command: [EXECUTABLE],
      folder,
      https,
      upstream: `127.0.0.1:${upstream.port}`,
      flags: [`--dot-listen=127.0.0.1:${encrypted}`, `--doq-listen=127.0.0.1:${encrypted}`],
      env: { BOX_UNPACK_DIR: `${folder}/unpacked`, HOME: folder },
    });
    try {
      await box.runs();
      const api = socketClient(`${folder}/data/box.sock`, WAIT);
      await api.call("PUT", "/api/v1/dns-services/certificate", {
        body: { mode: "self", name: "dns.example" },
      });
      for (
        const [over, port] of [
          ...[["+notcp", box.port], ["+tcp", box.port]] as const,
          ...[["+tls", encrypted], ["+https", https], ["+quic", encrypted]] as const,
        ]
      ) {
        const queried = `${over.slice(1)}.example`;
        assert.ok(
          await within(WAIT, async () => await kdig(port, queried, over) === "192.0.2.77"),
          over,
        );
      }
      const { code, output } = await box.end("SIGTERM");
      assert.equal(code, 0, output);
      // The kernel drops datagrams from other sources here too.
      assert.doesNotMatch(output, /from other networks are refused/);
    } finally {
      await box.ended(1);
      await upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "The executable needs only system libraries",
  ignore: !isBuilt() || !hasTool("ldd"),
  fn: async () => {
    const { stdout, stderr } = await new Deno.Command("ldd", { args: [EXECUTABLE] }).output();
    const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.doesNotMatch(output, /not found/);
  },
});
