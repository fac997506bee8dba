/** The Home Assistant add-on: its configuration, its texts and its start. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { buildAddon } from "../../packaging/homeassistant/build.ts";
import { runTool } from "../../packaging/tools.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { ROOT } from "../support/source_files.ts";
import { needsTool } from "../support/tool.ts";

const FOLDER = `${ROOT}packaging/homeassistant`;
/** Keys of an add-on that the Supervisor reads and this one uses; it ignores others silently. */
const KEYS = new Set([
  ...["name", "version", "slug", "description", "arch", "startup", "stage", "host_network"],
  ...["tmpfs", "webui", "watchdog", "timeout", "backup", "backup_exclude", "options", "schema"],
]);
/** Forms of the Supervisor for addresses and types. */
const WEBUI = /^(?:https?|\[PROTO:\w+\]):\/\/\[HOST\]:\[PORT:\d+\].*$/;
const WATCHDOG = /^(?:https?|\[PROTO:\w+\]|tcp):\/\/\[HOST\]:(\[PORT:\d+\]|\d+).*$/;
const TYPE =
  /^(bool|email|url|port|match\(.*\)|str(\(.*\))?|int(\(.*\))?|float(\(.*\))?|list\(.+\))\??$/;

const yaml = async (path: string) => parse(await Deno.readTextFile(`${FOLDER}/${path}`));

Deno.test("The configuration of the add-on has the form that the Supervisor checks", async () => {
  const config = await yaml("config.yaml");
  assert.deepEqual(Object.keys(config).filter((key) => !KEYS.has(key)), []);
  assert.match(config.slug, /^[-_.A-Za-z0-9]+$/);
  assert.match(config.webui, WEBUI);
  assert.match(config.watchdog, WATCHDOG);
  assert.ok(["initialize", "system", "services", "application", "once"].includes(config.startup));
  assert.ok(["stable", "experimental", "deprecated"].includes(config.stage));
  assert.ok(["hot", "cold"].includes(config.backup));
  assert.ok(config.timeout >= 10 && config.timeout <= 300);
  assert.deepEqual(Object.keys(config.options), Object.keys(config.schema));
  for (const type of Object.values(config.schema).flat()) assert.match(type as string, TYPE);

  const build = await yaml("build.yaml");
  assert.deepEqual(Object.keys(build.build_from), config.arch);
});

Deno.test("Every option has a name and a description in each language of the box", async () => {
  const { options } = await yaml("config.yaml");
  const names = [...Deno.readDirSync(`${FOLDER}/translations`)].map(({ name }) => name);
  assert.deepEqual(names.sort(), LANGUAGES.map((language) => `${language}.yaml`).sort());
  for (const name of names) {
    const { configuration } = await yaml(`translations/${name}`);
    assert.deepEqual(Object.keys(configuration), Object.keys(options), name);
    for (const texts of Object.values(configuration)) {
      assert.deepEqual(Object.keys(texts as object), ["name", "description"], name);
      for (const text of Object.values(texts as object)) assert.ok(text.length > 5, name);
    }
  }
});

/** What the start script passes to the box. */
async function startedWith(
  options: Readonly<Record<string, unknown>>,
  sockets = "",
): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "box-addon-" });
  try {
    const write = async (name: string, text: string) => {
      await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o755 });
    };
    await write("options.json", JSON.stringify(options));
    await write("sockets", sockets);
    await write("program", '#!/bin/sh\necho "$@"\n');
    // Two interfaces of the home, and those of containers.
    await write(
      "ip",
      "#!/bin/sh\n" +
        [
          "2: end0 inet 192.168.1.5/24",
          "3: wlan0 inet 192.168.1.6/24",
          "4: hassio inet 172.30.32.1/23",
        ]
          .concat("5: docker0 inet 172.17.0.1/16", "6: veth1 inet 169.254.1.1/16")
          .map((line) => `echo '${line} scope global'\n`).join(""),
    );
    const { code, output, transcript } = await runTool(["sh", `${FOLDER}/run.sh`], {
      limit: 20,
      env: {
        OPTIONS: `${folder}/options.json`,
        PROGRAM: `${folder}/program`,
        SOCKETS: `${folder}/sockets`,
        PATH: `${folder}:${Deno.env.get("PATH")}`,
      },
    });
    assert.equal(code, 0, transcript);
    return output.trim();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "The start script turns options into arguments, beside a resolver of the system too",
  ignore: needsTool("jq", "awk"),
  fn: async () => {
    const ports = { http_port: 80, https_port: 443 };
    const rest = (http: number, https: number) => `--http-listen :${http} --https-listen :${https}`;
    const serve = "serve --data-dir /data --dns-listen";
    assert.equal(await startedWith({ addresses: [], ...ports }), `${serve} :53 ${rest(80, 443)}`);
    assert.equal(
      await startedWith({
        addresses: ["192.168.1.5", "fd00::5"],
        http_port: 8080,
        https_port: 8443,
      }),
      `${serve} 192.168.1.5:53,[fd00::5]:53 ${rest(8080, 8443)}`,
    );
    const stub =
      "  12: 3500007F:0035 00000000:0000 07 00000000:00000000 00:00000000 00000000  193\n";
    assert.equal(
      await startedWith({ addresses: [], ...ports }, stub),
      `${serve} 127.0.0.1:53,192.168.1.5:53,192.168.1.6:53 ${rest(80, 443)}`,
    );
  },
});

Deno.test("The add-on holds its recipe with the version, and the programs of its machines", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-addon-" });
  try {
    const executables = new Map<"amd64" | "arm64" | "arm", string>();
    for (const name of ["amd64", "arm64", "arm"] as const) {
      await Deno.writeTextFile(`${folder}/${name}`, `for ${name}`);
      executables.set(name, `${folder}/${name}`);
    }
    const release = { version: "1.2.3", epoch: 1_790_000_000, executables };
    const [one, two] = await Promise.all(
      ["one", "two"].map((out) => buildAddon({ ...release, out: `${folder}/${out}` })),
    );
    assert.equal((await runTool(["cmp", one!.path, two!.path], { limit: 20 })).code, 0);
    const listed = await runTool(["tar", "-tf", one!.path], { limit: 20 });
    const files = listed.output.trim().split("\n").filter((path) => !path.endsWith("/"));
    assert.deepEqual(
      files,
      [
        ...["DOCS.md", "Dockerfile", "box-aarch64", "box-amd64", "build.yaml", "config.yaml"],
        "run.sh",
        ...LANGUAGES.map((language) => `translations/${language}.yaml`).sort(),
      ].map((path) => `box/${path}`),
    );
    const config = await runTool(["tar", "-xOf", one!.path, "box/config.yaml"], { limit: 20 });
    assert.equal(parse(config.output).version, "1.2.3");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
