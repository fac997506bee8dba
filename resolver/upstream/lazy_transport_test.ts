import assert from "node:assert/strict";
import { question } from "../../tests/support/upstream_pool.ts";
import { LazyTransport } from "./lazy_transport.ts";
import type { Transport } from "./transport.ts";

/** Queries a transport and returns the result. */
function asked(transport: Transport): Promise<string> {
  return new Promise((resolve) =>
    transport.ask({
      question: question("a.example"),
      timeout: 1000,
      onAnswer: () => resolve("answered"),
      onFailure: (_why, detail) => resolve(detail),
    })
  );
}

const ANSWERING: Transport = {
  ask: (attempt) => attempt.onAnswer(new Uint8Array(12)),
  sweep() {},
  close() {},
};

Deno.test("code that failed to load is loaded again with the next question", async () => {
  let loads = 0;
  const lazy = new LazyTransport(() =>
    ++loads === 1 ? Promise.reject(new Error("Too many open files")) : Promise.resolve(ANSWERING)
  );
  assert.deepEqual(await Promise.all([asked(lazy), asked(lazy)]), [
    "Too many open files",
    "Too many open files",
  ]);
  assert.deepEqual([await asked(lazy), await asked(lazy), loads], ["answered", "answered", 2]);
});

Deno.test("a transport closed while its code loads opens nothing", async () => {
  const loaded = Promise.withResolvers<Transport>();
  const lazy = new LazyTransport(() => loaded.promise);
  const outcome = asked(lazy);
  lazy.close();
  loaded.resolve(ANSWERING);
  assert.equal(await outcome, "the upstream was removed");
});
