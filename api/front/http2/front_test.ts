import assert from "node:assert/strict";
import { freePort } from "../../../tests/support/box_process.ts";
import { queryFor } from "../../../tests/support/flood.ts";
import { certificateFor, listenHttps, withFront } from "../../../tests/support/front_scene.ts";
import { HandingResolver } from "../../../tests/support/handing_resolver.ts";
import { needsTool } from "../../../tests/support/tool.ts";

const QUERY = queryFor("www.example", 0);
const PATH = `/dns-query?dns=${QUERY.toBase64({ alphabet: "base64url", omitPadding: true })}`;

Deno.test({
  name:
    "an HTTP/2 connection is served for queries or for everything, depending on its first request",
  ignore: needsTool("curl"),
  fn: async () => {
    const port = freePort();
    const resolver = new HandingResolver();
    const encrypted = await certificateFor("dns.example");
    const listen = { ...listenHttps({ address: "127.0.0.1", port }), dnsOverHttps: true };
    /**
     * Requests each path in turn over as few connections as possible; returns the statuses and the
     * number of connections.
     */
    const curl = async (...paths: readonly string[]) => {
      const urls = paths.flatMap((path) => ["-o", "/dev/null", `https://127.0.0.1:${port}${path}`]);
      const args = ["-sk", "-m", "20", "--http2", "-w", "%{http_code} %{num_connects}\n", ...urls];
      const { stdout } = await new Deno.Command("curl", { args }).output();
      return new TextDecoder().decode(stdout).trim().split("\n");
    };
    await withFront(
      () => new Response("main", { status: 404 }),
      async () => {
        assert.deepEqual(await curl(PATH, PATH, "/page"), ["200 1", "200 0", "421 0"]);
        assert.deepEqual(await curl("/page", PATH, PATH), ["404 1", "200 0", "200 0"]);
        assert.deepEqual(
          resolver.queries.map(({ transport }) => transport),
          new Array(4).fill("https"),
        );
      },
      // Even on a slow machine.
      { firstRequest: 10_000 },
      { listen, encrypted: { ...encrypted, names: ["dns.example"] }, handed: resolver.handed },
    ).finally(() => resolver.close());
  },
});
