/**
 * Imports from a user's view: by the command, and by the form of the page with and without scripts.
 */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { admitRequest } from "../../api/http/admission.ts";
import { apiApp } from "../../api/http/app.ts";
import { withForms } from "../../api/http/forms.ts";
import { RequestRate } from "../../api/http/sources.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { Input } from "../../cli/input.ts";
import { withInterface } from "../../ui/loader.ts";
import { bytesOf } from "../support/import_files.ts";
import { boxServices } from "./box_services.ts";
import { run, withService } from "./run_command.ts";

const RULES = "||import.example^\n@@||good.example^\nexample.org##.ad\n||\u202eevil.example^\n";

async function withFile(text: string, test: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".txt" });
  try {
    await Deno.writeTextFile(path, text);
    await test(path);
  } finally {
    await Deno.remove(path);
  }
}

/** A user who types an answer. */
function typing(answer: string): Input {
  let left = bytesOf(`${answer}\n`);
  return new Input({
    read(into) {
      if (left.length === 0) return Promise.resolve(null);
      into.set(left);
      const { length } = left;
      left = new Uint8Array(0);
      return Promise.resolve(length);
    },
    setRaw: () => {},
    isTerminal: () => true,
  });
}

Deno.test("box import shows the plan and writes nothing by default", () =>
  withFile(RULES, (path) =>
    withService(async ({ ask, services }) => {
      const before = (await services.rules.page({}, 100)).length;
      const { code, out } = await ask("import", path);
      assert.equal(code, 0);
      assert.match(out, /x\s+rules\s+add\s+\|\|import\.example\^/);
      assert.match(out, /rules\s+cannot\s+example\.org##\.ad\s+it is about pages/);
      assert.match(
        out,
        /Proposed: 2\. There already: 0\. Cannot be taken over: 2\.\n.*--yes.*\nNothing is written\.\n$/,
      );
      assert.ok(!out.includes("\u202e"));
      assert.equal((await services.rules.page({}, 100)).length, before);
    })));

Deno.test("box import writes with --yes and reports, and a second run finds everything present", () =>
  withFile(RULES, (path) =>
    withService(async ({ ask, services }) => {
      const { code, out } = await ask("import", path, "--yes");
      assert.deepEqual([code, /Written: 2\. Left out: 0\. Failed: 0\./.test(out)], [0, true], out);
      assert.deepEqual(services.audited.at(-1)?.action, "import.apply");
      assert.match(
        (await ask("import", path, "--yes")).out,
        /There already: 2.*\nNothing is written/,
      );
      const plan = JSON.parse((await ask("import", path, "--json")).out);
      assert.deepEqual([plan.state, plan.source, plan.items.length], ["ready", "rules", 4]);
    })));

Deno.test("The command asks for confirmation, and the default is no", () =>
  withFile(RULES, (path) =>
    withService(async ({ socket }) => {
      const runWith = (answer: string) =>
        run(["import", path, "--socket", socket], { input: typing(answer) });
      assert.match((await runWith("")).out, /Nothing is written/);
      const { out, err } = await runWith("y");
      assert.match(err, /Write these 2\?/);
      assert.match(out, /Written: 2\./);
    })));

Deno.test("box import takes only the named kinds, and lists what it cannot read", () =>
  withFile(
    "192.168.1.5 nas.home.example\n0.0.0.0 ads.example\n",
    (path) =>
      withService(async ({ ask }) => {
        assert.match(
          (await ask("import", path, "--yes", "--only", "records")).out,
          /Written: 1\. Left out: 1\./,
        );
        const wrong = await ask("import", path, "--only", "recods");
        assert.deepEqual([wrong.code, /Unknown kind, allowed are groups, people/.test(wrong.err)], [
          2,
          true,
        ]);
        const gone = await ask("import", `${path}.gone`);
        assert.deepEqual([gone.code, /The file cannot be read/.test(gone.err)], [1, true]);
        assert.equal((await ask("import")).code, 2);
      }),
  ));

const HOME: Connection = { door: "https", address: "192.168.1.20" };

/** The door with pages and forms, for an account with all rights. */
async function door() {
  const services = await boxServices();
  const { routes, errorPage } = withInterface(ROUTES, services);
  services.accounts.isFinished = () => Promise.resolve(true);
  const context = { services, rate: new RequestRate() };
  const app = apiApp(routes, services, { errorPage, context });
  const answer = withForms((request, connection) => app.fetch(request, connection), {
    errorPage,
    admit: (request, connection) => admitRequest(request, connection, context),
  });
  const headers = (role: string) => ({
    host: "box",
    origin: "https://box",
    cookie: `__Host-box=${role}`,
    "sec-fetch-site": "same-origin",
    accept: "text/html",
  });
  const send = async (
    act: object,
    fields: Record<string, string | File | string[]>,
    role = "full",
  ) => {
    const data = new FormData();
    data.set("act", JSON.stringify(act));
    for (const [name, value] of Object.entries(fields)) {
      for (const each of [value].flat()) data.append(name, each);
    }
    const request = new Request("http://box/act", {
      method: "POST",
      body: data,
      headers: headers(role),
    });
    return await answer(request, HOME);
  };
  const page = async (path: string) =>
    await answer(new Request(`http://box${path}`, { headers: headers("full") }), HOME);
  return { services, send, page };
}

const PREVIEW = { method: "post", path: "/api/v1/import/preview", back: "/import", result: true };

Deno.test("The form of the page shows the plan of a file at once, and writes and reports the ticked entries", async () => {
  const { services, send, page } = await door();
  const begin = await (await page("/import")).text();
  assert.match(begin, /<form [^>]*enctype="multipart\/form-data"/);
  const shown = await send(PREVIEW, { "content:file": new File([RULES], "<b>rules.txt") });
  const text = await shown.text();
  assert.equal(shown.status, 200);
  assert.match(text, /&lt;b>rules\.txt|&lt;b&gt;rules\.txt/);
  assert.match(text, /name="items:array" value="\d" checked/);
  const id = /\/import\/([0-9a-f]{32})\/apply/.exec(text)![1];
  const number =
    /name="items:array" value="(\d)"(?:(?!items:array)[^])*?import\.example/.exec(text)![1];
  const act = {
    method: "post",
    path: `/api/v1/import/${id}/apply`,
    body: { confirm: true, items: [], kinds: [] },
  };
  const done = await send({ ...act, back: `/import/${id}` }, { "items:array": [number] });
  assert.deepEqual([done.status, done.headers.get("location")], [303, `/import/${id}`]);
  const report = await (await page(`/import/${id}`)).text();
  assert.match(report, /1 thing was taken over/);
  assert.equal((await services.rules.page({ name: "import.example" }, 10)).length, 1);
  assert.equal((await services.rules.page({ name: "good.example" }, 10)).length, 0);
});

Deno.test("An unreadable file is refused on the page, and large ones are read for importers only", async () => {
  const { send } = await door();
  const refused = await send(PREVIEW, { "content:file": new File(["<!doctype html>"], "a.html") });
  assert.deepEqual([refused.status, /web page/.test(await refused.text())], [400, true]);
  const large = { "content:file": new File([new Uint8Array(2_000_000)], "a.zip") };
  assert.equal((await send(PREVIEW, large)).status, 400);
  assert.equal((await send(PREVIEW, large, "readonly")).status, 413);
  assert.equal(
    (await send(PREVIEW, { "content:file": new File(["x"], "a") }, "readonly")).status,
    403,
  );
});

Deno.test("The page of an expired plan does not exist", async () => {
  const { page } = await door();
  const { status } = await page(`/import/${"f".repeat(32)}`);
  assert.equal(status, 404);
});
