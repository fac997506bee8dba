import assert from "node:assert/strict";
import { makeAuthority } from "../../tests/support/authority.ts";
import { needsTool } from "../../tests/support/tool.ts";
import { createHttpsCaller, type HttpsCall } from "./https_call.ts";

Deno.test({
  name: "an HTTPS call has limits of time and size, checks the authority and refuses HTTP",
  ignore: needsTool("openssl"),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const { ca, cert, key } = await makeAuthority(folder);
    const held: (() => void)[] = [];
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
      async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/silent") await new Promise<void>((resolve) => held.push(resolve));
        if (pathname === "/long") return new Response("x".repeat(5_000));
        const said = `${request.method} ${request.headers.get("user-agent")} ${await request
          .text()}`;
        return new Response(request.method === "HEAD" ? null : said, {
          headers: { "replay-nonce": "n1" },
        });
      },
    );
    const lookup = (host: string) => Promise.resolve(host === "localhost" ? ["127.0.0.1"] : []);
    const base = { lookup, userAgent: "box/1", ca, most: 4_096 };
    const { signal } = new AbortController();
    const to = (path: string, more: Partial<HttpsCall> = {}): HttpsCall => ({
      destination: "certificate_authority",
      method: "GET",
      url: new URL(`https://localhost:${server.addr.port}${path}`),
      signal,
      ...more,
    });
    try {
      const call = createHttpsCaller(base);
      const { status, text, headers } = await call(to("/", { method: "POST", body: "é" }));
      assert.deepEqual([status, text, headers["replay-nonce"]], [200, "POST box/1 é", "n1"]);
      assert.equal((await call(to("/", { method: "HEAD" }))).text, "");
      await assert.rejects(call(to("/long")), /longer than 4096 bytes/);
      await assert.rejects(
        createHttpsCaller({ ...base, deadline: 50 })(to("/silent")),
        /no whole answer came within 1 seconds/,
      );
      const gone = new AbortController();
      const leaving = call(to("/silent", { signal: gone.signal }));
      gone.abort(new Error("the box ends"));
      await assert.rejects(leaving, /the box ends/);
      await assert.rejects(
        createHttpsCaller({ lookup, userAgent: "box/1" })(to("/")),
        /certificate/i,
      );
      await assert.rejects(
        call(to("/", { url: new URL("http://localhost/") })),
        /only https is called/,
      );
      await assert.rejects(
        call(to("/", { url: new URL("https://nowhere.example/") })),
        /no address/,
      );
    } finally {
      held.forEach((release) => release());
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    }
  },
});
