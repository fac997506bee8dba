/**
 * Secrets in URLs of lists, upstreams and webhooks: no output of the box shows them to accounts
 * that may not write them.
 */
import assert from "node:assert/strict";
import { createClient } from "@libsql/client/sqlite3";
import type { DnsServicesResponse } from "../../api/features/network/dns_services/routes.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { PAGES } from "../../ui/list.ts";
import { ask } from "../support/plain_http.ts";
import { askOnce } from "../support/box_process.ts";
import { respond } from "../support/fake_upstream.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const PASSWORD = "gravel ocean tulip";
/** The planted secrets, by place. */
const SECRETS = {
  listPath: "5eed1a2b3c4d5e6f",
  listToken: "letmein-list",
  listBare: "K9x2Lm4Pq7Rt1Vw8",
  redirect: "0ff1ce0ff1ce77",
  mistyped: "hunter-two",
  dohPath: "ab12cd",
  otherDohPath: "cd34ef",
  dotLabel: "ef5678",
  stampPath: "9a8b7c",
  hook: "T0B0X9y8z7w6v5u4",
  acmePath: "3ab1c2d3e4f5a6b7",
  acmeToken: "letmein-acme",
  accountKey: "bGV0bWVpbi1hY2NvdW50LWtleS0wMQ",
  apiToken: "letmein_cloudflare_token_1",
  desecToken: "letmein-desec-token-2",
  ovhSecret: "letmeinovhsecret3",
  ovhConsumer: "letmeinovhconsumer4",
  tsigKey: "bGV0bWVpbi10c2lnLWtleS0wMDU",
  holidayPath: "4ac1d2e3f4a5b6c7",
  holidayToken: "letmein-holiday",
  mistypedHoliday: "hunter-three",
  cloudPath: "5bd1e2f3a4b5c6d7",
};

/** A stamp of DNS over HTTPS at this machine, on a port where nothing listens. */
function stamp(): string {
  const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];
  const head = [2, 0, 0, 0, 0, 0, 0, 0, 0];
  const bytes = [
    ...head,
    ...text("127.0.0.1:9"),
    0,
    ...text("localhost:9"),
    ...text(`/${SECRETS.stampPath}`),
  ];
  return `sdns://${new Uint8Array(bytes).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** A server of lists and of a webhook that refuses, and a syslog collector over TCP. */
function servers() {
  const web = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/good/")) return new Response("ads.example\n");
    if (pathname.startsWith("/moved/")) {
      const location = `http://127.0.0.1:1/${SECRETS.redirect}/list.txt?token=${SECRETS.listToken}`;
      return new Response(null, { status: 302, headers: { location } });
    }
    return new Response("no", { status: 403 });
  });
  const holidays = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    ({ url }) => new Response(null, { status: 302, headers: { location: `${url}&again` } }),
  );
  const siem = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const received: string[] = [];
  const collecting = (async () => {
    for await (const connection of siem) {
      for await (const part of connection.readable.pipeThrough(new TextDecoderStream())) {
        received.push(part);
      }
    }
  })().catch(() => {});
  return {
    web: web.addr.port,
    holidays: holidays.addr.port,
    siem: (siem.addr as Deno.NetAddr).port,
    received,
    async close() {
      siem.close();
      await collecting;
      await holidays.shutdown();
      await web.shutdown();
    },
  };
}

/** Stores every secret where people put them. */
async function plant(
  scene: Scene,
  { web, holidays, siem }: Record<"web" | "holidays" | "siem", number>,
): Promise<void> {
  const { service } = scene;
  const account = (name: string, role: string) =>
    service.call("POST", "/api/v1/accounts", {
      body: { name, password: PASSWORD, kind: "administrator", role },
    });
  await account("mum", "full");
  await account("guest", "readonly");
  const target = { kind: "syslog", host: "127.0.0.1", port: siem, transport: "tcp" };
  await service.call("POST", "/api/v1/exports", {
    body: { name: "SIEM", config: target, audit: true },
  });
  const hook = `http://127.0.0.1:${web}/hook/${SECRETS.hook}`;
  const config = { kind: "webhook", url: hook, allow_private: true };
  await service.call("POST", "/api/v1/exports", { body: { name: "Hook", config, audit: true } });
  const origin = `http://127.0.0.1:${web}`;
  const lists = [
    `${origin}/good/${SECRETS.listPath}/a.txt?token=${SECRETS.listToken}`,
    `${origin}/good/${SECRETS.listPath}/b.txt?${SECRETS.listBare}`,
    `${origin}/gone/${SECRETS.listPath}.txt?token=${SECRETS.listToken}`,
    `${origin}/moved/${SECRETS.listPath}.txt`,
    `http://127.0.0.1:1/${SECRETS.listPath}.txt`,
  ];
  for (const url of lists) await service.call("POST", "/api/v1/lists", { body: { url } });
  await service.call("POST", "/api/v1/lists/refresh").catch(() => {});
  const refused = [
    `https://mum:${SECRETS.mistyped}@lists.example/a.txt`,
    `htps//lists.example/${SECRETS.listPath}?token=${SECRETS.listToken}`,
  ];
  for (const url of refused) {
    await assert.rejects(service.call("POST", "/api/v1/lists", { body: { url } }));
  }
  await service.call("POST", "/api/v1/exports/2/test").catch(() => {});
  await plantCertificates(scene);
  const value = `http://127.0.0.1:${holidays}/${SECRETS.holidayPath}?key=${SECRETS.holidayToken}`;
  await service.call("PUT", "/api/v1/settings/holiday_service_url", { body: { value } });
  const region = { country: "FR", region: "", lang: "fr" };
  await assert.rejects(service.call("POST", "/api/v1/holidays/import", { body: region }));
  const mistyped = `https://mum:${SECRETS.mistypedHoliday}@holidays.example`;
  await assert.rejects(
    service.call("PUT", "/api/v1/settings/holiday_service_url", { body: { value: mistyped } }),
  );
  await service.call("PUT", "/api/v1/settings", { body: { values: { metrics: "open" } } });
}

Deno.test("Addresses stored by an older version are masked at the next start", () =>
  Scene.run({}, async (scene) => {
    await scene.box.end("SIGTERM");
    const secret = "K9x2Lm4Pq7Rt1Vw8";
    const address = `https://dns.example/${secret}`;
    const rows = {
      box:
        'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, ' +
        `detail, last) values (1, 'list.failed', 'system', 5, 'administrators', 0, 0, '', '${address}', 1)`,
      journal: `insert into texts (text, day) values ('${address}', 1)`,
      stats: `insert into counters values (60, 1, 'upstream', '${address}', 1)`,
    };
    for (const [name, sql] of Object.entries(rows)) {
      const client = createClient({ url: `file:${scene.data}/${name}.db` });
      await client.executeMultiple(name === "box" ? `${sql}; delete from old_addresses;` : sql);
      client.close();
    }
    await scene.start();
    const areMasked = async () => {
      const client = createClient({ url: `file:${scene.data}/box.db` });
      const { rows } = await client.execute("select file from old_addresses");
      client.close();
      return rows.length === 3;
    };
    assert.ok(await within(WAIT, areMasked));
    await scene.box.end("SIGTERM");
    for (const name of Object.keys(rows)) {
      const bytes = await Deno.readFile(`${scene.data}/${name}.db`);
      assert.ok(!new TextDecoder("latin1").decode(bytes).includes(secret), `${name}.db`);
    }
  }));

/** Credentials of each DNS provider and of an ACME account whose orders fail. */
async function plantCertificates({ service }: Scene): Promise<void> {
  const providers = {
    cloudflare: { api_token: SECRETS.apiToken },
    desec: { token: SECRETS.desecToken },
    ovh: {
      application_key: "application1",
      application_secret: SECRETS.ovhSecret,
      consumer_key: SECRETS.ovhConsumer,
    },
    rfc2136: { server: "127.0.0.1", port: "9", key_name: "box.", key_secret: SECRETS.tsigKey },
  };
  for (const [provider, credentials] of Object.entries(providers)) {
    const body = {
      mode: "domain",
      name: "dns.gravel-ocean.org",
      provider,
      credentials,
      external_account: { key_id: "house-1", hmac_key: SECRETS.accountKey },
    };
    await service.call("PUT", "/api/v1/dns-services/certificate", { body });
    const failed = async () => {
      const path = "/api/v1/dns-services";
      const { certificate } = await service.call<DnsServicesResponse>("GET", path);
      return certificate.state === "failed";
    };
    assert.ok(await within(WAIT, failed), provider);
  }
}

Deno.test("Secrets in addresses are shown only to accounts that may write them, and appear in no log", async () => {
  const { web, holidays, siem, received, close } = servers();
  const fallback = [
    `https://127.0.0.1:9/${SECRETS.dohPath}`,
    `https://127.0.0.1:9/${SECRETS.otherDohPath}`,
    `tls://${SECRETS.dotLabel}.dns.nextdns.io:9`,
    stamp(),
  ].join(",");
  const acme = `http://127.0.0.1:9/${SECRETS.acmePath}/directory?token=${SECRETS.acmeToken}`;
  const flags = [
    `--fallback-upstreams=${fallback}`,
    "--lists-allow-private=on",
    `--acme-directory=${acme}`,
    `--cloud-url=http://127.0.0.1:9/${SECRETS.cloudPath}`,
  ];
  try {
    await Scene.run(
      {
        flags,
        script: (query) =>
          query.name.startsWith("silent") ? [] : [respond(query, { address: "192.0.2.9" })],
      },
      async (scene) => {
        await plant(scene, { web, holidays, siem });
        // The upstream is silent for these: the fallbacks are tried, and fail.
        await Promise.all(
          Array.from({ length: 20 }, (_, i) => askOnce(scene.box.port, `silent${i}.example`, 8000)),
        );
        const port = scene.box.http;
        const session = await ask(port, "POST", "/api/v1/session", {
          account: "guest",
          password: PASSWORD,
        });
        assert.equal(session.status, 200);
        const cookie = { cookie: session.cookie };
        const outputs: [string, string][] = [];
        const read = async (path: string) => {
          const fetched = () => ask(port, "GET", path, undefined, { ...cookie, accept: "*/*" });
          let { text, status } = await fetched();
          // One address may not ask for everything at once.
          for (let tries = 0; status === 429 && tries < 60; tries++) {
            await new Promise((resolve) => setTimeout(resolve, 1000));
            ({ text, status } = await fetched());
          }
          outputs.push([`GET ${path} (${status})`, text]);
        };
        const streams = /follow|live|openapi|\/page$/;
        const routes = ROUTES.filter(({ method, path, lines, page }) =>
          method === "get" && !path.includes("{") && lines !== true && page !== true &&
          !streams.test(path)
        );
        for (const { path } of routes) await read(path);
        for (
          const path of ["/metrics", "/api/v1/lists/1", "/api/v1/exports/1", "/api/v1/exports/2"]
        ) {
          await read(path);
        }
        const pages = PAGES.map(({ path }) => path).filter((path) => !path.includes("{"));
        for (
          const path of [...pages, "/lists/1", "/lists/3", "/exports/1", "/exports/2"]
        ) await read(path);
        const { text: diagnostic } = await scene.command("diagnostic");
        outputs.push(["diagnostic", diagnostic]);
        outputs.push(["audit", (await scene.command("audit", "--all")).text]);
        const { text: alerts } = await scene.command("alerts", "--all");
        outputs.push(["alerts", alerts]);
        assert.ok(
          await within(WAIT, () => Promise.resolve(received.join("").includes("list.add"))),
        );
        outputs.push(["SIEM", received.join("")]);
        const { upstreams } = await scene.service.call<{ upstreams: { upstream: string }[] }>(
          "GET",
          "/api/v1/upstreams",
        );
        const { lists } = await scene.service.call<{ lists: { url: string; name: string }[] }>(
          "GET",
          "/api/v1/lists",
        );
        assert.ok(
          lists.some(({ url }) => url.includes(SECRETS.listToken)),
          "who may write them sees them",
        );
        const ended = await scene.box.end("SIGTERM");
        outputs.push(["log", ended.output]);
        for (const file of ["journal.db", "journal.db-wal", "stats.db", "stats.db-wal"]) {
          const bytes = await Deno.readFile(`${scene.data}/${file}`).catch(() => new Uint8Array());
          outputs.push([file, new TextDecoder("latin1").decode(bytes)]);
        }
        const found = outputs.flatMap(([where, text]) =>
          Object.entries(SECRETS).filter(([, secret]) => text.includes(secret)).map(([name]) =>
            `${name} in ${where}`
          )
        );
        assert.deepEqual(found, []);
        const names = upstreams.map(({ upstream }) => upstream).slice(0, 4);
        assert.deepEqual(names, [
          "https://127.0.0.1:9/…",
          "https://127.0.0.1:9/… (2)",
          "tls://….dns.nextdns.io:9",
          "sdns://localhost:9/…",
        ], "upstreams are recognised and told apart");
        const shown = (path: string) =>
          outputs.find(([where]) => where.startsWith(`GET ${path} (`))?.join(": ") ?? "";
        assert.match(shown("/api/v1/lists"), /\/good\/…\/a\.txt\?token=…/);
        assert.match(shown("/lists"), /\/good\/…\/a\.txt/);
        assert.match(shown("/api/v1/settings"), /https:\/\/127\.0\.0\.1:9\/…/);
        assert.match(shown("/metrics"), /upstream="https:\/\/127\.0\.0\.1:9\/… \(2\)"/);
        assert.match(shown("/upstreams"), /…\.dns\.nextdns\.io:9/);
        assert.match(shown("/exports/2"), /Hook/);
        assert.match(ended.output, /Skipping upstream until it recovers: tls:\/\/…\.dns/);
      },
    );
  } finally {
    await close();
  }
});
