/**
 * The certificate of the block page at the door: its access rules, its formats, and its renewal (A
 * 4.6, 7.7).
 */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { parse } from "plist";
import { blockPageRoutes } from "../../api/features/protection/block_page/routes.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { TEXTS } from "../../ui/text/list.ts";
import { withInterface } from "../../ui/loader.ts";
import { type BoxServices, boxServices } from "./box_services.ts";
import { PASSWORD } from "./people.ts";
import { withService } from "./run_command.ts";

const PHONE: Connection = { door: "http", address: "192.168.1.21" };

async function asking(given: BoxServices | Promise<BoxServices> = boxServices()) {
  const services = await given;
  const { routes, errorPage } = withInterface(ROUTES, services);
  const app = apiApp(routes, services, { errorPage });
  const get = async (
    path: string,
    headers: Record<string, string> = {},
    connection: Connection = PHONE,
  ) => await app.request(path, { headers: { host: "box", ...headers } }, connection);
  return { services, get };
}

Deno.test("The three files are served without sign-in over plain HTTP and contain the same certificate", async () => {
  const { services, get } = await asking();
  const { cert } = await services.authority.use();
  const { raw } = new X509Certificate(cert);
  const types = {
    "box-ca.crt": "application/x-x509-ca-cert",
    "box-ca.pem": "application/x-pem-file",
    "box-ca.mobileconfig": "application/x-apple-aspen-config",
  };
  const files = new Map<string, Uint8Array>();
  for (const [name, type] of Object.entries(types)) {
    const response = await get(`/certificate/${name}`);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, type]);
    assert.equal(response.headers.get("content-disposition"), `attachment; filename="${name}"`);
    assert.equal(response.headers.get("cache-control"), "no-store");
    files.set(name, await response.bytes());
  }
  assert.deepEqual(files.get("box-ca.crt"), new Uint8Array(raw));
  assert.equal(new TextDecoder().decode(files.get("box-ca.pem")), cert);
  const profile = parse(
    new TextDecoder().decode(files.get("box-ca.mobileconfig")),
  ) as unknown as Profile;
  assert.equal(profile.PayloadType, "Configuration");
  const [root] = profile.PayloadContent;
  assert.equal(root.PayloadType, "com.apple.security.root");
  assert.deepEqual(new Uint8Array(root.PayloadContent), new Uint8Array(raw));
  const ids = [profile.PayloadUUID, root.PayloadUUID];
  for (const id of ids) {
    assert.match(id, /^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
  }
  assert.equal(new Set(ids).size, 2);
  const again = await (await get("/certificate/box-ca.mobileconfig")).bytes();
  assert.deepEqual(again, files.get("box-ca.mobileconfig"), "installed again it replaces itself");
});

interface Profile {
  readonly PayloadType: string;
  readonly PayloadUUID: string;
  readonly PayloadContent: readonly {
    readonly PayloadType: string;
    readonly PayloadUUID: string;
    readonly PayloadContent: Uint8Array;
  }[];
}

Deno.test("The certificate is served only under the box's names, to allowed networks, rate-limited", async () => {
  const { services, get } = await asking();
  const paths = ["/certificate", "/certificate/box-ca.crt", "/api/v1/certificate"];
  for (const path of paths) {
    for (const host of ["box", "localhost", "192.168.1.2", "[fd00::2]:8080"]) {
      assert.equal((await get(path, { host })).status, 200, host);
    }
    // The block page links here from another site.
    assert.equal((await get(path, { "sec-fetch-site": "cross-site" })).status, 200);
    assert.equal((await get(path, { host: "games.example" })).status, 421);
    assert.equal((await get(path, {}, { door: "http", address: "203.0.113.7" })).status, 403);
  }
  Object.assign(services.authority, { admits: () => false });
  for (const path of paths) assert.equal((await get(path)).status, 429, path);
});

Deno.test("The page explains the client's system first, in seven languages and without scripts", async () => {
  const { get, services } = await asking();
  const agents = {
    "iPhone, iPad": [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)",
      "box-ca.mobileconfig",
    ],
    macOS: ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "box-ca.crt"],
    Android: ["Mozilla/5.0 (Linux; Android 15; Pixel 9)", "box-ca.crt"],
    Windows: ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "box-ca.crt"],
    ChromeOS: ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)", "box-ca.pem"],
    Linux: ["Mozilla/5.0 (X11; Linux x86_64)", "box-ca.pem"],
  } as const;
  for (const [system, [agent, file]] of Object.entries(agents)) {
    for (const language of LANGUAGES) {
      // One address gets a few pages at once, then one each second.
      await services.pass(1000);
      const response = await get("/certificate", {
        "user-agent": agent,
        "accept-language": language,
      });
      const text = await response.text();
      assert.doesNotMatch(text, /<script|style=|undefined|NaN|\{\w+\}/);
      assert.match(text, new RegExp(`<h2>[^<]*: ?${system}</h2>`), `${system} ${language}`);
      assert.equal(/href="\/certificate\/([\w.-]+)"/.exec(text)?.[1], file, system);
      for (const all of ["crt", "pem", "mobileconfig"]) {
        assert.ok(text.includes(`/certificate/box-ca.${all}`));
      }
    }
  }
  const other = await (await get("/certificate", { "user-agent": "<script>Linux" })).text();
  assert.doesNotMatch(other, /<script>/);
});

Deno.test("For every system the page explains installation and removal, its purpose, and the whole fingerprint", async () => {
  const { services, get } = await asking();
  const { name, fingerprint } = await services.authority.use();
  const { certificate: texts } = TEXTS;
  const systems = ["windows", "macos", "ios", "android", "linux", "chromeos", "firefox"] as const;
  for (const language of LANGUAGES) {
    const page = await (await get("/certificate", { "accept-language": language })).text();
    const read = page.replace(/<[^>]+>/g, "").replaceAll("&#39;", "'").replaceAll("&amp;", "&")
      .replace(/\s+/g, "");
    const says = (text: string) => {
      for (const line of text.replaceAll("{name}", name).split("\n")) {
        assert.ok(read.includes(line.replace(/\s+/g, "")), `${language}: ${line}`);
      }
    };
    for (const system of systems) {
      says(texts[`${system}_steps`][language]);
      says(`${texts.remove[language]} ${texts[`${system}_remove`][language]}`);
    }
    [texts.own_title, texts.own, texts.optional].forEach((text) => says(text[language]));
    says(fingerprint.replaceAll(":", ""));
  }
});

Deno.test("While no certificate can be made, the page says so and the files are refused", async () => {
  const { services, get } = await asking();
  Object.assign(services.authority, {
    use: () => Promise.reject(new Error("The time of day is not known")),
  });
  const page = await get("/certificate");
  assert.equal(page.status, 200);
  assert.match(await page.text(), /cannot be made at the moment/);
  assert.equal((await get("/certificate/box-ca.pem")).status, 409);
});

Deno.test("Renewal is written to the administration log and shown to the network", async () => {
  const services = await boxServices();
  const app = apiApp(blockPageRoutes, services);
  const before = await services.authority.use();
  const response = await app.request("/api/v1/dns-services/block-authority/regenerate", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  }, { door: "socket" });
  const made = await response.json();
  assert.notEqual(made.fingerprint, before.fingerprint);
  assert.deepEqual(Object.keys(made), ["name", "fingerprint", "made", "until", "url"]);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["blockpage.authority", { fingerprint: made.fingerprint }],
  ]);
  Object.assign(services.authority, {
    regenerate: () => Promise.reject(new Error("the disk is full")),
  });
  const refused = await app.request("/api/v1/dns-services/block-authority/regenerate", {
    method: "POST",
  }, {
    door: "socket",
  });
  assert.deepEqual([refused.status, (await refused.json()).error], [
    409,
    "The certificate of the block page cannot be made: the disk is full",
  ]);
});

Deno.test("Only administrators who confirm their password renew it, and the box does not count as one", async () => {
  const services = await boxServices();
  const app = apiApp(blockPageRoutes, services);
  const anew = async (person: string, body: unknown, kind = "session") => {
    const credentials = kind === "token"
      ? { authorization: `Bearer ${person}` }
      : { cookie: `__Host-box=${person}` };
    const response = await app.request("/api/v1/dns-services/block-authority/regenerate", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { host: "box", "content-type": "application/json", ...credentials },
    }, { door: "https", address: "192.168.1.20" });
    return [response.status, (await response.json()).code ?? ""];
  };
  for (const person of ["member", "readonly", "everyday"]) {
    assert.deepEqual(await anew(person, { confirm_password: PASSWORD }), [403, "no_right"], person);
  }
  assert.deepEqual(await anew("full", {}), [403, "password_needed"]);
  assert.deepEqual(await anew("full", { confirm_password: "wrong" }), [403, "wrong_password"]);
  assert.deepEqual(services.audited, []);
  assert.deepEqual(await anew("full", { confirm_password: PASSWORD }), [200, ""]);
  assert.deepEqual(await anew("full", {}, "token"), [200, ""]);
  Object.assign(services.authority, { admits: () => false });
  const asked = await app.request("/api/v1/certificate", {}, { door: "socket" });
  assert.equal(asked.status, 200);
});

Deno.test("box certificate shows it, prints it as PEM and renews it", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => {
      const { code, out, err } = await ask("certificate", ...argv);
      assert.equal(code, 0, err);
      return out;
    };
    const SHOWN =
      /Name +Block page of the box [0-9A-F]{8}\nSHA-256 +((?:[0-9A-F]{2}:){31}[0-9A-F]{2})\n/;
    const [, before] = SHOWN.exec(await output())!;
    assert.match(await output("pem"), /^-----BEGIN CERTIFICATE-----\n/);
    const [, after] = /((?:[0-9A-F]{2}:){31}[0-9A-F]{2})/.exec(await output("regenerate"))!;
    assert.notEqual(after, before);
    assert.equal(JSON.parse(await output("--json")).fingerprint, after);
    assert.equal((await ask("certificate", "renew")).code, 2);
  }));
