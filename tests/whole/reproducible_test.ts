/** Two builds of the same source give the same bytes. */
import assert from "node:assert/strict";
import { RELEASED, VERSION } from "../../api/system/version.ts";
import { buildArchive } from "../../packaging/archive/build.ts";
import { compile } from "../../packaging/compile.ts";
import { executableName, TARGETS } from "../../packaging/target.ts";
import { runTool } from "../../packaging/tools.ts";
import { ROOT } from "../support/source_files.ts";

/** The long run has built each executable before. */
const isLong = Deno.env.get("BOX_LONG") === "1";

for (const target of TARGETS) {
  Deno.test({
    name: `The archive for ${target.name} is the same when it is built again`,
    ignore: !isLong,
    fn: async () => {
      const folder = await Deno.makeTempDir({ prefix: "box-archive-again-" });
      try {
        const release = { version: VERSION, epoch: Math.floor(RELEASED / 1000) };
        const executable = `${ROOT}dist/${executableName(target)}`;
        const [one, two] = await Promise.all(
          ["one", "two"].map((out) =>
            buildArchive(target.name, executable, { ...release, out: `${folder}/${out}` })
          ),
        );
        const compared = await runTool(["cmp", one, two], { limit: 60 });
        assert.equal(compared.code, 0, compared.output);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });

  Deno.test({
    name: `The executable for ${target.name} is the same when it is built again`,
    ignore: !isLong,
    fn: async () => {
      const folder = await Deno.makeTempDir({ prefix: "box-again-" });
      try {
        const root = ROOT.replace(/\/$/, "");
        const options = { by: "launcher", withLibrary: true, into: folder } as const;
        const again = await compile(root, target, options);
        const compared = await runTool(["cmp", `${ROOT}dist/${executableName(target)}`, again], {
          limit: 60,
        });
        assert.equal(compared.code, 0, compared.output);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}
