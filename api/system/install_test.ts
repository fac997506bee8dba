import assert from "node:assert/strict";
import { installKind, isThere } from "./install.ts";

Deno.test("installKind() decides by existing files, a container first", () => {
  const of = (...files: string[]) => installKind((path) => files.includes(path));
  assert.equal(of(), "archive");
  assert.equal(of("/var/lib/dpkg/info/box.list"), "deb");
  assert.equal(of("/etc/box-image", "/var/lib/dpkg/info/box.list"), "pi");
  assert.equal(of("/run/.containerenv", "/var/lib/dpkg/info/box.list"), "docker");
  assert.deepEqual([isThere("/"), isThere("/nonexistent/file")], [true, false]);
});
