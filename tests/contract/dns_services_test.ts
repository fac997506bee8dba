/** The routes and the command of encrypted DNS: what they show, refuse and log. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { parse } from "plist";
import { dnsServiceRoutes } from "../../api/features/network/dns_services/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { Input } from "../../cli/input.ts";
import { type BoxServices, boxServices } from "./box_services.ts";
import { run, withService } from "./run_command.ts";

/** The own name of a box with the secret of the tests. */
const NAME = "box-rmyqjq.home.arpa";
/** A key without its certificate. */
const KEY = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
}).privateKey;
const TOKEN = "hushhushhushhushhushhushhush";

/** A box whose own authority issued a certificate. */
async function certified(services: BoxServices): Promise<void> {
  await services.dnsServices.choose({ mode: "self" }, "admin");
}

async function asking() {
  const services = await boxServices({ flags: { cloud_url: "https://cloud.example" } });
  await certified(services);
  const app = apiApp(dnsServiceRoutes, services);
  const send = async (method: string, path?: string, body?: unknown) => {
    const sent = body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    return await app.request(`/api/v1/dns-services${path ?? ""}`, { method, ...sent }, {
      door: "socket",
    });
  };
  return {
    services,
    send,
    async ask(method: string, path?: string, body?: unknown) {
      const response = await send(method, path, body);
      return { status: response.status, json: await response.json() };
    },
  };
}

Deno.test("Encrypted DNS is shown with its endpoints, and credentials never are", async () => {
  const { ask } = await asking();
  const { status, json } = await ask("GET");
  assert.equal(status, 200);
  assert.equal(json.certificate.serving, NAME);
  assert.equal(json.protocols.https.url, `https://${NAME}/dns-query`);
  assert.deepEqual([json.protocols.tls.port, json.protocols.quic.port], [853, 853]);
  assert.deepEqual(json.providers[1], {
    id: "desec",
    name: "deSEC",
    fields: [{ name: "token", secret: true, optional: false }],
  });
  assert.equal(json.encrypted.name, NAME);
  assert.equal(typeof json.encrypted.http_redirect.enabled, "boolean");
  const domain = {
    mode: "domain",
    name: "dns.example.com",
    provider: "desec",
    credentials: { token: TOKEN },
  };
  const obtaining = await ask("PUT", "/certificate", domain);
  assert.equal(obtaining.status, 202);
  assert.ok(!JSON.stringify([obtaining.json, (await ask("GET")).json]).includes("hush"));
});

Deno.test("A certificate is chosen in each mode and logged without secrets, or refused with a sentence", async () => {
  const { ask, services } = await asking();
  assert.equal((await ask("PUT", "/certificate", { mode: "self" })).status, 200);
  assert.equal((await ask("PUT", "/certificate", { mode: "box" })).status, 202);
  const refused = await ask("PUT", "/certificate", {
    mode: "import",
    certificate: "no",
    key: KEY,
  });
  assert.deepEqual([refused.status, refused.json.code], [400, "bad_value"]);
  assert.match(refused.json.error, /There is no certificate/);
  for (
    const body of [
      {},
      { mode: "x" },
      { mode: "import", certificate: "a" },
      { mode: "self", key: "a" },
      { mode: "domain", name: "", provider: "desec" },
      { mode: "import", certificate: "a".repeat(100_001), key: "" },
    ]
  ) {
    assert.equal(
      (await ask("PUT", "/certificate", body)).status,
      400,
      JSON.stringify(body).slice(0, 80),
    );
  }
  assert.equal((await ask("PUT", "/certificate", { mode: "none" })).status, 200);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["dns.certificate", { mode: "self", name: NAME }],
    ["dns.certificate", { mode: "box", name: NAME }],
    ["dns.certificate", { mode: "none", name: "" }],
  ]);
});

Deno.test("Protocols are turned on and off while there is a certificate, and only off without one", async () => {
  const { ask, services } = await asking();
  const { status, json } = await ask("PUT", "/protocols", { quic: false, tls: true });
  assert.equal(status, 200);
  assert.deepEqual(
    [json.protocols.tls.port, json.protocols.quic.port, json.protocols.quic.enabled],
    [853, 0, false],
  );
  assert.deepEqual(services.audited.at(-1)?.detail, { protocols: "tls on, quic off" });
  assert.equal((await ask("PUT", "/protocols", {})).status, 200);
  await ask("PUT", "/certificate", { mode: "none" });
  const refused = await ask("PUT", "/protocols", { tls: true });
  assert.deepEqual([refused.status, refused.json.code], [409, "conflict"]);
  assert.match(refused.json.error, /choose one first/);
  assert.equal((await ask("PUT", "/protocols", { tls: false })).status, 200);
  await services.fix({ dns_over_quic: "on" });
  assert.equal((await ask("PUT", "/protocols", { quic: false })).json.code, "setting_fixed");
});

Deno.test("The profile suits Apple devices, and protocols that are off have none", async () => {
  const { ask, send, services } = await asking();
  const response = await send("GET", "/profile");
  assert.equal(response.headers.get("content-type"), "application/x-apple-aspen-config");
  assert.match(response.headers.get("content-disposition") ?? "", /\.mobileconfig"$/);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const profile = parse(await response.text()) as { PayloadContent: { PayloadType: string }[] };
  assert.deepEqual(profile.PayloadContent.map(({ PayloadType }) => PayloadType), [
    "com.apple.security.root",
    "com.apple.dnsSettings.managed",
  ]);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [[
    "dns.profile",
    { name: NAME },
  ]]);
  await services.fix({ advertise_addr: "192.168.7.7" });
  const tls = await (await send("GET", "/profile?protocol=tls")).text();
  assert.match(tls, /<string>TLS<\/string>/);
  assert.match(tls, /<array>\s*<string>192\.168\.7\.7<\/string>/);
  await ask("PUT", "/protocols", { https: false });
  assert.match((await ask("GET", "/profile")).json.error, /DNS over HTTPS is turned off/);
  await ask("PUT", "/certificate", { mode: "none" });
  assert.equal((await ask("GET", "/profile")).status, 409);
});

Deno.test("box dns-services shows the state, and chooses in every mode", () =>
  withService(async ({ ask, socket, services }) => {
    await certified(services);
    const shown = await ask("dns-services");
    assert.match(shown.out, /Name\s+box-\w{6}\.home\.arpa/);
    assert.match(shown.out, /DNS over HTTPS\s+https:\/\/box-\w{6}\.home\.arpa\/dns-query/);
    assert.equal(JSON.parse((await ask("dns-services", "--json")).out).certificate.mode, "self");
    assert.match(
      (await ask("dns-services", "certificate", "self")).out,
      /^The certificate is ready: box-\w{6}\.home\.arpa, until /,
    );
    const read = (bytes: Uint8Array) => {
      bytes.set(new TextEncoder().encode(`${TOKEN}\n`));
      return Promise.resolve(TOKEN.length + 1);
    };
    const input = new Input({ read, setRaw: () => {}, isTerminal: () => false });
    const domain = [
      "dns-services",
      "certificate",
      "domain",
      "dns.example.com",
      "--provider",
      "desec",
      "--background",
    ];
    const chosen = await run([...domain, "--socket", socket], { input });
    assert.deepEqual([chosen.code, chosen.err], [0, ""]);
    assert.match(chosen.out, /A certificate is being obtained for dns\.example\.com/);
    assert.equal((await ask("dns-services", "certificate", "none")).code, 0);
    assert.match(
      (await ask("dns-services", "protocols", "tls=on")).err,
      /There is no certificate yet/,
    );
    assert.match((await ask("dns-services", "profile", "-")).err, /There is no certificate yet/);
  }));

Deno.test("box dns-services explains what it refuses", () =>
  withService(async ({ ask }) => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [["certificate"], /box dns-services certificate MODE/],
      [["certificate", "selv"], /allowed are self, import, domain, box and none: selv/],
      [["certificate", "import", "a"], /Give both files/],
      [["certificate", "none", "a"], /Too many arguments for the mode none: a/],
      [["certificate", "domain", "a.example"], /--provider/],
      [
        ["certificate", "domain", "a.example", "--provider", "x"],
        /allowed are cloudflare, desec, ovh, rfc2136: x/,
      ],
      [["protocols", "smtp=on"], /tls, https or quic/],
      [["protocols", "tls=1"], /=on or =off: tls=1/],
    ];
    for (const [words, text] of wrong) {
      const { code, err } = await ask("dns-services", ...words);
      assert.equal(code, 2, err);
      assert.match(err, text);
    }
    const missing = await ask("dns-services", "certificate", "import", "/nowhere/a", "/nowhere/b");
    assert.deepEqual([missing.code, /cannot be read/.test(missing.err)], [1, true]);
  }));
