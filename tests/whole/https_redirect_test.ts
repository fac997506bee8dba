/**
 * HTTP to the name of a whole box: every reason against the redirect through real routes, and the
 * redirect itself (A 7.8).
 */
import assert from "node:assert/strict";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { connect } from "node:tls";
import type { RedirectResponse } from "../../api/features/network/https_redirect/routes.ts";
import { makeAuthority, type TestAuthority } from "../support/authority.ts";
import { BoxProcess, FROM_SOURCE } from "../support/box_process.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { ShiftedClock } from "../support/shifted_clock.ts";
import { needsTool } from "../support/tool.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const NAME = "dns.box.example";
const CERTIFICATE = "/api/v1/dns-services/certificate";
const DAY = 86_400_000;

/** The first lines of the plain HTTP response: status and location. */
async function ask(
  scene: Scene,
  host: string,
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { host: "127.0.0.1", port: scene.box.http, method, path, agent: false };
  plainRequest({ ...options, headers: { host, ...headers } }, resolve).on("error", reject).end();
  const response = await promise;
  const { statusCode, headers: given } = response;
  response.resume();
  assert.equal(given["strict-transport-security"], undefined);
  if (statusCode === 308) assert.equal(given["cache-control"], "no-store");
  return `${statusCode} ${given.location ?? ""}`.trim();
}

async function state({ service }: Scene): Promise<RedirectResponse> {
  return await service.call<RedirectResponse>("GET", "/api/v1/https-redirect");
}

async function reason(scene: Scene): Promise<string> {
  const { active, reason = "" } = await state(scene);
  assert.equal(active, reason === "");
  return reason;
}

/** Requests the name over HTTPS, trusting only the authority of the test; returns the status. */
async function securely(scene: Scene, { ca }: TestAuthority, path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    host: "127.0.0.1",
    port: scene.https,
    path,
    agent: false,
    servername: NAME,
    ca,
  };
  secureRequest({ ...options, headers: { host: `${NAME}:${scene.https}` } }, resolve).on(
    "error",
    reject,
  ).end();
  const response = await promise;
  response.resume();
  return response.statusCode ?? 0;
}

/** Reasons of a box during its setup, in order. */
async function reasonsBefore(scene: Scene): Promise<void> {
  const { service } = scene;
  assert.equal(await reason(scene), "listener");
  await scene.box.end("SIGTERM");
  await scene.start();
  assert.ok(await within(WAIT, async () => await reason(scene) === "setup"));
  await service.call("POST", "/api/v1/accounts", {
    body: { name: "mum", password: "gravel ocean tulip", kind: "administrator", role: "full" },
  });
  assert.equal(await reason(scene), "name");
  const credentials = {
    server: "127.0.0.1",
    port: "9",
    key_name: "box",
    key_secret: btoa("x".repeat(32)),
  };
  await service.call("PUT", CERTIFICATE, {
    body: { mode: "domain", name: "dns.example.org", provider: "rfc2136", credentials },
  });
  assert.equal(await reason(scene), "certificate");
  await service.call("PUT", CERTIFICATE, { body: { mode: "self", name: NAME } });
  assert.equal(await reason(scene), "untrusted");
}

/** Sends raw request headers over TLS, accepting any certificate; returns the status. */
async function sent(scene: Scene, servername: string, head: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = { host: "127.0.0.1", port: scene.https, rejectUnauthorized: false };
  const socket = connect(
    { ...options, ...(servername === "" ? {} : { servername }) },
    () => socket.write(`${head}\r\n\r\n`),
  );
  socket.setEncoding("latin1").on("data", resolve).on("error", reject);
  const line = await promise;
  socket.destroy();
  return Number(line.slice(9, 12));
}

/**
 * Over HTTPS the TLS name replaces a missing host, and a host must match the name of its
 * connection.
 */
async function hostsOverTls(scene: Scene): Promise<void> {
  const get = "GET /healthz HTTP/1.1\r\n";
  const old = "GET /healthz HTTP/1.0";
  for (const servername of ["box", NAME, ""]) {
    assert.equal(await sent(scene, servername, `${get}Host: BOX.:${scene.https}`), 200, servername);
    assert.equal(await sent(scene, servername, `${get}Host: box\r\nHost: box`), 400, servername);
    assert.equal(await sent(scene, servername, `${get}Host: evil.example`), 421, servername);
    assert.equal(await sent(scene, servername, old), servername === "" ? 421 : 200, servername);
  }
  for (const host of ["box", NAME, "127.0.0.1"]) {
    assert.equal(await sent(scene, "evil.example", `${get}Host: ${host}`), 421, host);
  }
}

/**
 * Plain HTTP while all conditions hold; the test runs on the box's machine, which resolves its
 * name.
 */
async function whileActive(scene: Scene, authority: TestAuthority): Promise<void> {
  const url = `https://${NAME}:${scene.https}`;
  assert.deepEqual(await state(scene), { enabled: true, active: true, name: NAME, url });
  for (
    const host of [
      "box",
      "BOX.home.arpa.",
      `${NAME}:${scene.box.http}`,
      "127.0.0.1",
      "localhost",
      "[::1]:80",
    ]
  ) {
    assert.equal(
      await ask(scene, host, "/queries?status=blocked&q=%2F"),
      `308 ${url}/queries?status=blocked&q=%2F`,
    );
  }
  assert.equal(
    await ask(scene, "box", "/api/v1/rules/x.example", { method: "PUT" }),
    `308 ${url}/api/v1/rules/x.example`,
  );
  for (const path of ["/healthz", "/api/v1/stats", "/ask"]) {
    assert.equal(await ask(scene, "box", path), "200", path);
  }
  for (
    const path of [
      "/fonts/x",
      "/favicon.svg",
      "/wpad.dat",
      "/proxy.pac",
      "/api/v1/ha/peer/x",
      "/.well-known/x",
    ]
  ) {
    assert.doesNotMatch(await ask(scene, "box", path), /308/, path);
  }
  assert.equal(await ask(scene, "evil.example", "/"), "421");
  assert.equal(await securely(scene, authority, "/healthz"), 200);
  await hostsOverTls(scene);
  assert.match((await scene.command("https-redirect")).text, new RegExp(`Active +yes\\n.*${NAME}`));
}

/** A box with only loopback addresses: its name leads nowhere. */
async function withoutNetwork(scene: Scene, env: Record<string, string>): Promise<void> {
  await scene.box.end("SIGTERM");
  scene.box = new BoxProcess({
    command: [
      "unshare",
      "--net",
      "sh",
      "-c",
      'ip link set lo up && exec "$@"',
      "sh",
      ...FROM_SOURCE,
    ],
    folder: scene.folder,
    upstream: "127.0.0.1:9",
    https: scene.https,
    env,
    flags: ["--dot-listen=", "--doq-listen="],
  });
  assert.ok(await within(WAIT, async () => await reason(scene).catch(() => "") === "resolve"));
}

Deno.test({
  name: "Each reason is reported in order, and without any HTTP redirects to the name of the box",
  ignore: needsTool("openssl", "faketime"),
  fn: () =>
    ShiftedClock.run(async (clock) => {
      const folder = await Deno.makeTempDir();
      const authority = await makeAuthority(folder, NAME);
      const env = { SSL_CERT_FILE: `${folder}/ca.pem`, ...clock.env() };
      // The authority of mode domain is never reached.
      const flags = [
        "--advertise-addr=127.0.0.1",
        "--acme-directory=https://127.0.0.1:9/directory",
      ];
      flags.push("--dot-listen=", "--doq-listen=");
      const run = async (scene: Scene) => {
        const { service } = scene;
        await reasonsBefore(scene);
        const { cert: certificate, key } = authority;
        await service.call("PUT", CERTIFICATE, { body: { mode: "import", certificate, key } });
        assert.ok(
          await within(WAIT, async () => await reason(scene) === ""),
          await reason(scene),
        );
        await whileActive(scene, authority);
        await clock.shift(3 * DAY);
        assert.ok(
          await within(WAIT, async () => await reason(scene) === "expired"),
          await reason(scene),
        );
        assert.doesNotMatch(await ask(scene, "box", "/"), /308/);
        await clock.shift(0);
        assert.ok(await within(WAIT, async () => await reason(scene) === ""));
        const off = await scene.command("https-redirect", "off");
        assert.match(off.text, /it is turned off/);
        assert.doesNotMatch(await ask(scene, "box", "/"), /308/);
        await assert.rejects(
          service.call("PUT", "/api/v1/https-redirect", { body: {} }),
          /400|Bad value/,
        );
        await service.call("PUT", "/api/v1/https-redirect", { body: { enabled: true } });
        if (MAY_MAKE_NAMESPACES) await withoutNetwork(scene, env);
      };
      try {
        await Scene.run({ https: "later", env, flags }, run);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    }),
});
