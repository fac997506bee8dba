/** Memory of the box after many names: bounded for any queries (long run). */
import assert from "node:assert/strict";
import { type FakeQuery, type FakeScript, respond } from "../support/fake_upstream.ts";
import { needsTool } from "../support/tool.ts";
import { openDescriptors, pause, residentMegabytes, runText, Scene } from "../support/whole_box.ts";

const NAMES = 200_000;

Deno.test({
  name: `Memory after ${NAMES} new names, as many again, and a minute of rest is bounded`,
  ignore: Deno.env.get("BOX_LONG") !== "1" || needsTool("dnsperf"),
  fn: () => {
    const kept: FakeQuery[][] = [];
    const script: FakeScript = (query) => {
      // The fake records its queries, which must not count here.
      for (const queries of kept) queries.length = 0;
      return [respond(query, { address: "192.0.2.9" })];
    };
    return Scene.run({ script }, async (scene) => {
      kept.push(scene.upstream.queries);
      const { pid, port } = scene.box;
      const figures: string[] = [];
      const seen = (what: string) => {
        const megabytes = residentMegabytes(pid);
        figures.push(`${what} ${megabytes.toFixed(0)} MB, ${openDescriptors(pid)} descriptors`);
        return megabytes;
      };
      const ask = async (round: number) => {
        const file = `${scene.folder}/names`;
        let text = "";
        for (let i = 0; i < NAMES; i++) text += `r${round}-${i}.example${i % 5000} A\n`;
        await Deno.writeTextFile(file, text);
        await runText([
          "dnsperf",
          "-s",
          "127.0.0.1",
          "-p",
          String(port),
          "-d",
          file,
          "-n",
          "1",
          "-q",
          "200",
        ]);
      };
      seen("idle");
      await ask(1);
      const first = seen("after the first");
      await ask(2);
      const second = seen("after the second");
      await pause(60_000);
      const rested = seen("after a minute");
      console.log(`memory: ${figures.join("; ")}`);
      assert.ok(
        second < first * 1.3 + 30,
        `memory grew from ${first.toFixed(0)} to ${second.toFixed(0)} MB`,
      );
      assert.ok(rested < second * 1.1 + 10);
    });
  },
});
