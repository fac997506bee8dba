import assert from "node:assert/strict";
import fc from "fast-check";
import { Diagnostic } from "../../api/features/box/diagnostic/service.ts";
import { type Application, ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { SETTINGS } from "../../api/settings/list.ts";
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import { sentence } from "../../policy/model/sentence.ts";
import { boxServices } from "./box_services.ts";
import { fakeState } from "./box_edges.ts";

/** A word that identifies a person or is a secret: a diagnostic never contains it by itself. */
const word = fc.stringMatching(/^[a-z]{2,6}[0-9]{2,4}[a-z]{2,6}$/);

/** Settings with the word. */
const SAVED: Readonly<Record<string, unknown>> = {
  upstreams: ["https://dns.quad9.net/WORD?key=WORD", "[/WORD.example/]192.168.1.1"],
  fallback_upstreams: ["tls://WORD.lan"],
  local_records: ["WORD.home.arpa A 192.168.1.9", "nas.WORD.example TXT WORD"],
  local_zones: ["WORD.lab.example"],
  router_domain: "WORD.lan",
  router_address: "192.168.1.1",
  box_name: "WORD",
  local_domain: "WORD.example",
  version_text: "WORD",
  cloud_url: "https://cloud.example/WORD",
  holiday_service_url: "https://holidays.example/WORD",
  password_range_url: "https://passwords.example/WORD",
};
/** Sentences of the log and of errors with the word. */
const SENTENCES = [
  "Bad value in box.toml, key box_name: WORD",
  "The list 'WORD of WORD' cannot be taken: WORD",
  "The server https://WORD:WORD@lists.example/WORD?WORD refused /WORD/WORD.txt of WORD@example.org",
  "WORD changed it (WORD) at WORD.example from aa:bb:cc:WORD",
  'A name "WORD" and `WORD` and WORD',
];

/** Services of a box with the word in every writable place. */
async function planted(word: string, db: StoredDatabase): Promise<Application> {
  const services = await boxServices();
  const says = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("WORD", word));
  for (const [key, value] of Object.entries(says(SAVED))) {
    await services.settings.change({ values: { [key]: value }, by: word });
  }
  await services.fix({ hosts_file: says("/srv/WORD/hosts"), blocked_ttl: word });
  const sentences = SENTENCES.map((text) => sentence`${says(text)}`);
  const statistics = await services.resolver.statistics();
  const [, kept] = await services.lists.list();
  const lists = [
    {
      ...kept,
      name: word,
      url: says("https://WORD:WORD@lists.example/WORD?t=WORD"),
      lastError: sentences[1],
    },
    { ...kept, id: 2, name: word, category: word, source: "file" as const, url: says("/srv/WORD") },
  ];
  const upstreams = statistics.upstreams.map((one) => ({
    ...one,
    upstream: says("https://dns.example/WORD"),
    lastError: sentences[2],
  }));
  const { machine } = services.diagnostic;
  const dataDir = says("/home/WORD/box");
  return {
    ...services,
    state: () => ({
      ...fakeState(),
      dataDir,
      warnings: sentences,
      listeners: [says("socket /srv/WORD/box.sock")],
    }),
    lists: { ...services.lists, list: () => Promise.resolve(lists) },
    resolver: {
      ...services.resolver,
      statistics: () => Promise.resolve({ ...statistics, upstreams }),
    },
    tasks: {
      ...services.tasks,
      taskStates: () => [{ ...services.tasks.taskStates()[0], last_error: sentences[3] }],
    },
    database: (name) =>
      name === "box" ? Promise.resolve() : Promise.reject(new Error(sentences[4])),
    diagnostic: new Diagnostic({ db, install: "deb", dataDir, hostName: () => word, machine }),
  };
}

/** The diagnostic of services, as downloaded. */
async function downloaded(services: Application): Promise<string> {
  const response = await apiApp(ROUTES, services).request("/api/v1/diagnostic", {}, {
    door: "socket",
  });
  assert.equal(response.status, 200);
  const disposition = /^attachment; filename="box-diagnostic-\d{4}-\d\d-\d\d\.json"$/;
  assert.match(response.headers.get("content-disposition")!, disposition);
  return await response.text();
}

Deno.test("A diagnostic contains no name and no secret, wherever they occur in the box", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-diagnostic-" });
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  try {
    await fc.assert(
      fc.asyncProperty(word, async (word) => {
        const text = await downloaded(await planted(word, db));
        assert.ok(
          !text.toLowerCase().includes(word),
          text.slice(Math.max(0, text.indexOf(word) - 100)).slice(0, 200),
        );
      }),
      { seed: 1, numRuns: 40 },
    );
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("Plain names in the tables of the box are removed from the sentences of the diagnostic", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-diagnostic-" });
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  try {
    await db.run(
      "insert into settings (key, value, changed, changed_by) values ('country', '\"FR\"', 1, 'Anneliese')",
    );
    await db.run("update lists set name = 'Lieblinge von Oma'");
    const words = await new Diagnostic({
      db,
      install: "deb",
      dataDir: "/var/lib/box",
      hostName: () => "Wohnzimmer",
      machine: () => ({} as never),
    }).words();
    for (const name of ["anneliese", "lieblinge von oma", "wohnzimmer"]) {
      assert.ok(words.includes(name), name);
    }
    assert.ok(!words.includes("box") && !words.includes("lib"));
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("A diagnostic says whether each setting is set, and shows numbers and enumerated values", async () => {
  const services = await boxServices();
  await services.settings.change({
    values: { blocked_ttl: 7, anonymize_clients: "all" },
    by: "anna",
  });
  const response = await apiApp(ROUTES, services).request("/api/v1/diagnostic", {}, {
    door: "socket",
  });
  const { settings } = await response.json();
  assert.deepEqual(settings.map(({ key }: { key: string }) => key), SETTINGS.map(({ key }) => key));
  const of = (key: string) => settings.find((row: { key: string }) => row.key === key);
  assert.deepEqual(of("blocked_ttl"), { key: "blocked_ttl", source: "database", value: 7 });
  assert.equal(of("anonymize_clients").value, "all");
  assert.equal(of("box_name").value, "default");
  assert.deepEqual(services.audited.map(({ action }) => action), ["diagnostic.download"]);
});

Deno.test("Without box.db there is no diagnostic, because the names to remove are unknown", async () => {
  const services = await boxServices();
  services.databaseGone = true;
  const response = await apiApp(ROUTES, services).request("/api/v1/diagnostic", {}, {
    door: "socket",
  });
  assert.equal(response.status, 503);
});
