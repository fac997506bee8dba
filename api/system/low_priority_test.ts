import assert from "node:assert/strict";

Deno.test("lowerThreadPriority() affects only its thread and revokes native calls", async () => {
  const worker = new Worker(import.meta.resolve("./low_priority_fixture.ts"), {
    type: "module",
    deno: { permissions: { ffi: "inherit" } },
  });
  try {
    const report = await new Promise<{ before: number; after: number; ffi: string }>(
      (resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => {
          event.preventDefault();
          return reject(new Error(event.message));
        };
      },
    );
    assert.ok(report.before < 19);
    assert.equal(report.after, 19);
    assert.notEqual(report.ffi, "granted");
    assert.equal(Deno.permissions.querySync({ name: "ffi" }).state, "granted");
    const libc = Deno.dlopen("libc.so.6", {
      gettid: { parameters: [], result: "i32" },
      getpriority: { parameters: ["i32", "u32"], result: "i32" },
    });
    assert.equal(libc.symbols.getpriority(0, libc.symbols.gettid()), report.before);
    libc.close();
  } finally {
    worker.terminate();
  }
});
