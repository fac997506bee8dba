import assert from "node:assert/strict";
import fc from "fast-check";
import { boxServices } from "../../../../tests/contract/box_services.ts";
import { NOW } from "../../../../tests/contract/facts.ts";
import { adguardYaml } from "../../../../tests/support/adguard_files.ts";
import { bytesOf } from "../../../../tests/support/import_files.ts";
import { DomainError, type ErrorCode } from "../../../schema/errors.ts";
import { refusedValues } from "../../../settings/saved.ts";
import { type ImportParts, ImportService } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** Creates an import service with a box in memory and a clock that the test sets. */
async function scene(change: (parts: ImportParts) => Partial<ImportParts> = () => ({})) {
  const services = await boxServices();
  const { household } = services.control;
  const clock = { now: NOW };
  const parts: ImportParts = {
    ...services,
    settings: {
      values: () => services.settings.resolved().values,
      fixedBy: (key) => key === "upstream_strategy" ? "the option --upstream-strategy" : "",
      change: (values, by) =>
        services.settings.change({ values: values as Record<string, string>, by }),
    },
    knownDevices: async () => {
      await household.ready();
      return [...household.devices.values()];
    },
    offeredAt: (url) => services.catalogue.find((list) => list.url === url),
    protectedNames: () => ["box.home.arpa"],
  };
  let last = 0;
  const forgotten: string[] = [];
  const imports = new ImportService({
    parts: { ...parts, ...change(parts) },
    found: {
      list: () => Promise.resolve([]),
      read: () => Promise.resolve(bytesOf("||good.example^\n||bad.example^\n")),
      forget: (product) => {
        forgotten.push(product);
        return Promise.resolve();
      },
    },
    macOf: () => undefined,
    zone: () => "",
    runtime: testRuntime({
      now: () => clock.now,
      randomBytes: (length) => new Uint8Array(length).fill(++last),
    }),
  });
  const preview = (text: string) => imports.preview(bytesOf(text), "file.txt");
  return { imports, preview, services, clock, forgotten };
}

const ALL = {};
const refusal = (code: ErrorCode) => (error: Error) =>
  error instanceof DomainError && error.code === code;

Deno.test("a preview writes nothing, and an applied item exists once", async () => {
  const { imports, preview, services } = await scene();
  const text = "||import.example^\n@@||good.example^\n192.168.1.77 cam.home.example\n";
  const plan = await preview(text);
  const before = (await services.rules.page({}, 100)).length;
  assert.deepEqual(plan.items.map(({ what, status }) => `${what} ${status}`), [
    "record add",
    "rule add",
    "rule add",
  ]);
  assert.equal((await services.rules.page({}, 100)).length, before);
  const { state, outcomes } = await imports.apply(plan.id, ALL, "anna");
  assert.deepEqual([state, outcomes], ["done", ["done", "done", "done"]]);
  assert.equal((await services.rules.page({}, 100)).length, before + 2);
  assert.deepEqual((await preview(text)).items.map(({ status }) => status), [
    "same",
    "same",
    "same",
  ]);
});

Deno.test("a different rule for a name replaces the present one, and the plan shows that one", async () => {
  const { imports, preview, services } = await scene();
  await imports.apply((await preview("||import.example^\n")).id, ALL, "anna");
  const plan = await preview("@@||import.example^\n");
  assert.deepEqual(plan.items.map(({ status, before }) => [status, before]), [[
    "change",
    "||import.example^",
  ]]);
  await imports.apply(plan.id, ALL, "anna");
  const [rule] = await services.rules.page({ name: "import.example" }, 10);
  assert.deepEqual([rule.action, rule.by], ["allow", "anna"]);
});

Deno.test("the copy of found settings is deleted after an import without failures", async () => {
  const { imports, forgotten } = await scene();
  const plan = await imports.previewFound("pihole");
  assert.equal(plan.name, "Pi-hole");
  assert.deepEqual(forgotten, []);
  await imports.apply(plan.id, ALL, "anna");
  assert.deepEqual(forgotten, ["pihole"]);

  const failing = await scene(({ rules }) => ({
    rules: {
      ...rules,
      set: () => Promise.reject(new DomainError("conflict", sentence`No room`)),
    },
  }));
  const again = await failing.imports.previewFound("adguard");
  await failing.imports.apply(again.id, ALL, "anna");
  assert.deepEqual(failing.forgotten, []);
});

Deno.test("an item that is refused when written is reported, and the rest is written", async () => {
  const { imports, preview } = await scene(({ rules }) => ({
    rules: {
      ...rules,
      set: (rule, by) =>
        rule.domain === "bad.example"
          ? Promise.reject(new DomainError("conflict", sentence`No room`))
          : rules.set(rule, by),
    },
  }));
  const plan = await preview("||bad.example^\n||import.example^\n");
  const done = await imports.apply(plan.id, ALL, "anna");
  assert.deepEqual([done.outcomes, [...done.errors]], [["failed", "done"], [[0, "No room"]]]);
});

Deno.test("settings are one change; when one of them is refused, the others are written", async () => {
  const tried: string[][] = [];
  const { imports, preview } = await scene(({ settings }) => ({
    settings: {
      ...settings,
      change(values) {
        tried.push(Object.keys(values));
        return "blocked_response" in values
          ? Promise.reject(refusedValues(new Map([["blocked_response", "Not that"]])))
          : Promise.resolve();
      },
    },
  }));
  const yaml =
    "schema_version: 34\nquerylog: {interval: 48h}\nfiltering: {blocking_mode: refused}\n";
  const done = await imports.apply((await preview(yaml)).id, ALL, "anna");
  assert.deepEqual(tried, [["journal_days", "blocked_response"], ["journal_days"], [
    "blocked_response",
  ]]);
  assert.deepEqual(done.outcomes.slice(0, 2), ["done", "failed"]);
  assert.equal(done.errors.get(1), "Not that");
});

Deno.test("the preview reports fixed settings, protected names and invalid values", async () => {
  const { preview } = await scene();
  const yaml =
    "schema_version: 34\ndns: {upstream_mode: parallel, ratelimit: -5}\nuser_rules: ['||box.home.arpa^']\n";
  const { items } = await preview(yaml);
  assert.deepEqual(
    items.map((
      { key, becomes, status, why, detail },
    ) => [key || becomes, status, why, detail !== ""]),
    [
      ["upstream_strategy", "cannot", "fixed", true],
      ["rate_limit", "cannot", "bad_value", true],
      ["||box.home.arpa^", "cannot", "refused", true],
    ],
  );
});

Deno.test("people, groups and devices are written first, and a name set in the box is not replaced by default", async () => {
  const { imports, preview, services } = await scene();
  const table =
    "mac,name,person,group\n02:00:5e:00:00:01,Renamed,,\n02:00:5e:00:00:77,Tablet,Lea,\n02:00:5e:00:00:78,Lamp,,Lamps\n";
  const plan = await preview(table);
  assert.deepEqual(plan.items.map(({ what, status, why, chosen }) => [what, status, why, chosen]), [
    ["group", "add", "", true],
    ["person", "add", "", true],
    ["device", "change", "name_taken", false],
    ["device", "add", "", true],
    ["device", "add", "", true],
  ]);
  await imports.apply(plan.id, ALL, "anna");
  const [lea, lamps] = [
    (await services.people.list()).at(-1)!,
    (await services.groups.list()).find(({ name }) => name === "Lamps")!,
  ];
  const devices = await services.devices.page({}, 100);
  const made = devices.filter(({ macs }) => macs.some((mac) => /77$|78$/.test(mac)));
  assert.deepEqual(made.map(({ name, person_id, group_id }) => [name, person_id, group_id]), [
    ["Tablet", lea.id, 0],
    ["Lamp", 0, lamps.id],
  ]);
  assert.equal(devices[0].name, "Emma’s tablet");
});

Deno.test("an item for a group that was not selected is reported, not written for everyone", async () => {
  const { imports, preview } = await scene();
  const table = "mac,name,person,group\n02:00:5e:00:00:79,Lamp,,Lamps\n";
  const plan = await preview(table);
  const device = plan.items.find(({ what }) => what === "device")!;
  const done = await imports.apply(plan.id, { items: [device.id] }, "anna");
  assert.deepEqual([done.outcomes[device.id], done.errors.get(device.id)], [
    "failed",
    "Its group does not exist: Lamps",
  ]);
});

Deno.test("a kind selects all its proposed items; without numbers and kinds all items are selected", async () => {
  const { imports, preview } = await scene();
  const text = "||one.example^\n192.168.1.78 two.home.example\n";
  const done = await imports.apply(
    (await preview(text)).id,
    { items: [], kinds: ["rule"] },
    "anna",
  );
  assert.deepEqual(done.outcomes, ["left", "done"]);
  const none = await imports.apply((await preview(text)).id, { items: [], kinds: [] }, "anna");
  assert.ok(!none.outcomes.includes("done"));
});

Deno.test("plans are kept for a quarter of an hour, two of them, and are written once", async () => {
  const { imports, preview, clock } = await scene();
  const first = await preview("||one.example^\n");
  const second = await preview("||two.example^\n");
  assert.equal((await imports.get(first.id)).name, "file.txt");
  await preview("||three.example^\n");
  await assert.rejects(imports.get(first.id), refusal("not_found"));
  await imports.apply(second.id, ALL, "anna");
  await assert.rejects(imports.apply(second.id, ALL, "anna"), refusal("conflict"));
  await assert.rejects(imports.apply(second.id, { items: [99] }, "anna"), refusal("conflict"));
  clock.now += 15 * 60_000;
  await assert.rejects(imports.get(second.id), refusal("not_found"));
});

Deno.test("an item that cannot be carried over cannot be selected, and an empty file is refused", async () => {
  const { imports, preview } = await scene();
  const plan = await preview("example.org##.ad\n||one.example^\n");
  const cannot = plan.items.find(({ status }) => status === "cannot")!;
  await assert.rejects(
    imports.apply(plan.id, { items: [cannot.id] }, "anna"),
    refusal("bad_value"),
  );
  await assert.rejects(preview("# nothing\n"), refusal("bad_value"));
  await assert.rejects(imports.preview(new Uint8Array(0), ""), refusal("bad_value"));
});

Deno.test("an import stops when the database is unavailable, and reports what was left out", async () => {
  let written = 0;
  const { imports, preview } = await scene(({ rules }) => ({
    rules: {
      ...rules,
      set: (rule, by) =>
        ++written > 1 ? Promise.reject(new Error("The disk is full")) : rules.set(rule, by),
    },
  }));
  const plan = await preview("||one.example^\n||two.example^\n||three.example^\n");
  await assert.rejects(imports.apply(plan.id, ALL, "anna"), /disk is full/);
  const { state, outcomes } = await imports.get(plan.id);
  assert.deepEqual([state, outcomes], ["broken", ["done", "left", "left"]]);
});

Deno.test("a damaged file gives a plan or an error, and its proposed items are written or reported", async () => {
  const text = new TextDecoder().decode(adguardYaml(34));
  const words = ["-1", "true", "[]", "1e999", '"', "{x: 1}", "~", "0x7f", "é"];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom(...words)), {
        minLength: 1,
        maxLength: 6,
      }),
      async (changes) => {
        const { imports } = await scene();
        let damaged = text;
        for (const [at, word] of changes) {
          damaged = damaged.slice(0, at) + word + damaged.slice(at + word.length);
        }
        const plan = await imports.preview(bytesOf(damaged), "a.yaml").catch((error) => {
          assert.ok(error instanceof DomainError, error.stack);
        });
        if (plan === undefined) return;
        const { outcomes, items } = await imports.apply(plan.id, ALL, "anna");
        assert.ok(items.every(({ id, chosen }) => !chosen || /done|failed/.test(outcomes[id])));
      },
    ),
    { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 60) },
  );
});

Deno.test("upstreams of a client become those of its device, once", async () => {
  const { imports, preview, services } = await scene();
  const yaml = `schema_version: 34
clients:
  persistent:
    - name: Tablet
      ids: ["02:00:5e:00:00:99"]
      upstreams: ["tls://dns.family.example", "[/school.example/]192.0.2.9", "# mine", "quda9://x"]
      upstreams_cache_enabled: true
`;
  const plan = await preview(yaml);
  const items = plan.items.filter(({ what }) => what === "own_upstreams");
  const own = items.find(({ status }) => status === "add")!;
  const refused = items.find(({ status }) => status === "cannot")!;
  assert.deepEqual([own.whom, own.becomes], [
    "device: Tablet",
    "tls://dns.family.example, [/school.example/]192.0.2.9",
  ]);
  assert.equal(refused.why, "refused");
  await imports.apply(plan.id, ALL, "anna");
  const row = (await services.scopeUpstreams.list()).find(({ scope }) =>
    scope.startsWith("device:")
  );
  assert.deepEqual(row?.lines, ["tls://dns.family.example", "[/school.example/]192.0.2.9"]);
  const again = (await preview(yaml)).items.filter(({ what }) => what === "own_upstreams");
  assert.deepEqual(again.map(({ status }) => status).toSorted(), ["cannot", "same"]);
});

Deno.test("rules for children and denied clients are written, and found again", async () => {
  const { imports, preview, services } = await scene();
  const yaml = `schema_version: 34
dns:
  bogus_nxdomain: [198.51.100.7, 198.51.100.128/25]
  disallowed_clients: [192.168.1.66, 10.9.0.0/16, "AA-BB-CC-00-00-66", tablet, my-phone]
user_rules: ["||games.example^$ctag=user_child"]
clients:
  persistent:
    - { name: Tablet, ids: ["02:00:5e:00:00:99", tablet] }
`;
  const plan = await preview(yaml);
  assert.ok(
    plan.items.some(({ from, why }) => from.endsWith(": my-phone") && why === "unknown_device"),
  );
  await imports.apply(plan.id, ALL, "anna");
  const [rule] = await services.rules.page({ name: "games.example" }, 10);
  assert.equal(rule.scope, "profile:child");
  assert.deepEqual(services.settings.resolved().values.denied_clients, [
    "192.168.1.66/32",
    "10.9.0.0/16",
    "aa:bb:cc:00:00:66",
    "02:00:5e:00:00:99",
  ]);
  assert.deepEqual(services.settings.resolved().values.bogus_nxdomain, [
    "198.51.100.7",
    "198.51.100.128/25",
  ]);
  const again = await preview(yaml);
  const open = again.items.filter(({ status }) => status === "add" || status === "change");
  assert.deepEqual(open.map(({ what }) => what), []);
});

Deno.test("of two rules for a name the one that covers its subdomains is written", async () => {
  const { preview } = await scene();
  const { items } = await preview("|wide.example^\n||wide.example^\n@@|wide.example^$dnstype=A\n");
  assert.deepEqual(items.map(({ becomes, status, why }) => [becomes, status, why]), [
    ["@@|wide.example^$dnstype=A", "add", ""],
    ["||wide.example^", "cannot", "conflict"],
    ["|wide.example^", "cannot", "conflict"],
  ]);
  const blocks = await preview("|wide.example^\n||wide.example^\n");
  assert.deepEqual(blocks.items.map(({ becomes, status, why }) => [becomes, status, why]), [
    ["||wide.example^", "add", ""],
    ["|wide.example^", "cannot", "not_needed"],
  ]);
});

Deno.test("a list that is there for others is a change, which is written if it is selected", async () => {
  const { imports, preview, services } = await scene();
  const url = "https://lists.example/kids.txt";
  const yaml = `schema_version: 34\nfilters: [{ enabled: true, url: "${url}", name: Kids }]\n`;
  const { id } = await services.groups.add({ name: "Playroom" });
  const list = await services.lists.add({ url, scopes: [`group:${id}`], except: [] });
  const plan = await preview(yaml);
  assert.deepEqual(
    plan.items.map(({ status, before, chosen }) => [status, before, chosen]),
    [["change", "group: Playroom", false]],
  );
  assert.deepEqual(
    plan.items.map(({ before_scopes, before_except }) => [before_scopes, before_except]),
    [[["group: Playroom"], []]],
  );
  const { outcomes } = await imports.apply(plan.id, { items: [0] }, "anna");
  assert.deepEqual(outcomes, ["done"]);
  assert.deepEqual((await services.lists.get(list.id)).scopes, ["all"]);
  assert.deepEqual((await preview(yaml)).items.map(({ status }) => status), ["same"]);
});

Deno.test("a list that leaves a client out says so in words", async () => {
  const { preview } = await scene();
  const plan = await preview(`schema_version: 34
filters: [{ enabled: true, url: "https://lists.example/a.txt", name: A }]
clients:
  persistent:
    - name: TV
      ids: ["aa:bb:cc:00:00:61"]
      use_global_settings: false
      filtering_enabled: false
`);
  const list = plan.items.find(({ what }) => what === "list")!;
  assert.equal(list.whom, "except device: TV");
});

Deno.test("a device keeps the name it has in the box, and takes the group of the file", async () => {
  const { imports, preview, services } = await scene();
  const plan = await preview("mac,name,group\n02:00:5e:00:00:01,Renamed,Kids\n");
  const device = plan.items.find(({ what }) => what === "device")!;
  assert.deepEqual([device.status, device.why, device.chosen], ["change", "name_taken", true]);
  assert.match(device.becomes, /^Emma’s tablet/);
  await imports.apply(plan.id, ALL, "anna");
  const kids = (await services.groups.list()).find(({ name }) => name === "Kids")!;
  const [first] = await services.devices.page({}, 100);
  assert.deepEqual([first.name, first.group_id], ["Emma’s tablet", kids.id]);
});

Deno.test("a device that the network shows during an import takes its name and group from the file", async () => {
  const mac = "02:00:5e:00:00:98";
  let shown = 0;
  const { imports, preview, services } = await scene(({ devices }) => ({
    devices: {
      add: async (address, words) => {
        // Discovered just before the import adds it.
        if (shown === 0) shown = (await devices.add(address, {})).id;
        return await devices.add(address, words);
      },
      change: (id, words) => devices.change(id, words),
      setPeople: (id, people) => devices.setPeople(id, people),
      setGroup: (id, group) => devices.setGroup(id, group),
      merge: (id, other) => devices.merge(id, other),
    },
  }));
  const plan = await preview(`mac,name,group\n${mac},Printer,Office\n`);

  await imports.apply(plan.id, ALL, "anna");

  const office = (await services.groups.list()).find(({ name }) => name === "Office")!;
  const device = await services.devices.get(shown);
  assert.deepEqual([device.name, device.group_id, device.macs], ["Printer", office.id, [mac]]);
});
