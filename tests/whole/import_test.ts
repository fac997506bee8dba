/**
 * Data of other products imported into a box as a process: it answers as they did, and imports
 * nothing twice.
 */
import assert from "node:assert/strict";
import type { ImportResponse } from "../../api/features/box/import/routes.ts";
import type { RulePage } from "../../api/features/protection/rules/routes.ts";
import { adguardYaml } from "../support/adguard_files.ts";
import { askOnce } from "../support/box_process.ts";
import { bytesOf, pihole5TarGz, pihole6Zip } from "../support/import_files.ts";
import { readMessage } from "../support/message_text.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const REAL = "192.0.2.9";
/** Lists would be fetched from a network that a test does not have. */
const ONLY =
  "--only=groups,people,devices,settings,upstreams,records,rules,services,categories,safe-search";

/** The answer of the box: an address, `blocked`, a CNAME target, or the code. */
async function answerOf(scene: Scene, name: string): Promise<string> {
  const response = await askOnce(scene.box.port, name);
  if (response === undefined) return "silence";
  const { rcode, answer } = readMessage(response);
  const data = answer[0]?.data;
  if (rcode !== "NOERROR") return String(rcode);
  return data === "0.0.0.0" ? "blocked" : String(data ?? "nothing");
}

async function answersOf(scene: Scene, names: readonly string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const name of names) answers[name] = await answerOf(scene, name);
  return answers;
}

async function imported(scene: Scene, name: string, bytes: Uint8Array): Promise<string> {
  const path = `${scene.folder}/${name}`;
  await Deno.writeFile(path, bytes);
  const { code, text } = await scene.command("import", path, "--yes", ONLY);
  assert.equal(code, 0, text);
  return text;
}

async function preview(scene: Scene, name: string, bytes: Uint8Array): Promise<ImportResponse> {
  const body = { name, content: bytes.toBase64() };
  return await scene.service.call<ImportResponse>("POST", "/api/v1/import/preview", { body });
}

const PIHOLE = {
  "ads.example": "NXDOMAIN",
  "sub.ads.example": REAL,
  "shop.example": REAL,
  "office.example": REAL,
  "nas.home.example": "192.168.1.5",
  "files.home.example": "nas.home.example",
} as const;
const ADGUARD = {
  "sub.blocked.example": "NXDOMAIN",
  "allowed.example": REAL,
  "tablet.example": REAL,
  "www.moved.example": "192.168.1.60",
  "cam.home.example": "192.168.1.50",
  "x.lab.home.example": "cam.home.example",
  "gone.example": REAL,
  "www.tiktok.com": "NXDOMAIN",
} as const;

const SOURCES = [
  ["six.zip", pihole6Zip(), { ...PIHOLE, "www.intern.example": "192.168.1.3" }],
  ["five.tar.gz", pihole5TarGz(), PIHOLE],
  // In schema 20 services have no times; the other schemas allow them on Monday mornings.
  ["AdGuardHome.yaml", adguardYaml(20), ADGUARD],
] as const;

for (const [name, bytes, wanted] of SOURCES) {
  Deno.test(`A box that imported ${name} answers as it did, also after a restart, and imports nothing twice`, () =>
    Scene.run({}, async (scene) => {
      assert.match(await imported(scene, name, bytes), /Written: \d\d\./);
      assert.deepEqual(await answersOf(scene, Object.keys(wanted)), wanted);
      const again = await preview(scene, name, bytes);
      const left = again.items.filter(({ chosen, what }) => chosen && what !== "list");
      assert.deepEqual(left.map(({ becomes }) => becomes), []);
      assert.match(
        (await scene.command("import", `${scene.folder}/${name}`, "--yes", ONLY)).text,
        /Nothing is written/,
      );
      assert.match((await scene.command("audit")).text, /import\.apply .*failed=0/);
      await scene.box.end("SIGTERM");
      await scene.start();
      assert.deepEqual(await answersOf(scene, Object.keys(wanted)), wanted);
    }));
}

Deno.test("A preview writes nothing, and an import writes only the chosen numbers", () =>
  Scene.run({}, async (scene) => {
    const plan = await preview(scene, "rules.txt", bytesOf("||one.example^\n||two.example^\n"));
    assert.deepEqual(await answersOf(scene, ["one.example", "two.example"]), {
      "one.example": REAL,
      "two.example": REAL,
    });
    const { id } = plan.items.find(({ becomes }) => becomes.includes("two"))!;
    const path = `/api/v1/import/${plan.id}/apply`;
    const report = await scene.service.call<ImportResponse>("POST", path, {
      body: { items: [id], confirm: true },
    });
    assert.deepEqual(report.items.map(({ outcome }) => outcome), ["left", "done"]);
    assert.deepEqual(await answersOf(scene, ["one.example", "two.example"]), {
      "one.example": REAL,
      "two.example": "blocked",
    });
    await assert.rejects(
      scene.service.call("POST", path, { body: { confirm: true } }),
      /done already/,
    );
  }));

Deno.test("An import interrupted by a kill is finished by the same file, each entry complete and once", () =>
  Scene.run({}, async (scene) => {
    const lines = Array.from({ length: 800 }, (_, at) => `||n${at}.cut.example^`).join("\n");
    const bytes = bytesOf(lines);
    const plan = await preview(scene, "rules.txt", bytes);
    const path = `/api/v1/import/${plan.id}`;
    const applying = scene.service.call("POST", `${path}/apply`, { body: { confirm: true } }).catch(
      () => "cut off",
    );
    assert.ok(
      await within(
        WAIT,
        async () => (await scene.service.call<ImportResponse>("GET", path)).done > 20,
      ),
    );
    await scene.box.end("SIGKILL");
    await applying;
    await scene.start();
    const stored = await countOf(scene);
    assert.ok(stored >= 20 && stored <= 800, `${stored}`);
    const { items } = await preview(scene, "rules.txt", bytes);
    const count = (status: string) => items.filter((item) => item.status === status).length;
    assert.deepEqual([count("same"), count("add")], [stored, 800 - stored]);
    await imported(scene, "rules.txt", bytes);
    assert.equal(await countOf(scene), 800);
    assert.equal(await answerOf(scene, "x.n799.cut.example"), "blocked");
  }));

async function countOf(scene: Scene): Promise<number> {
  const page = await scene.service.call<RulePage>("GET", "/api/v1/rules", {
    query: { limit: 1000 },
  });
  return page.rules.length;
}
