import assert from "node:assert/strict";
import fc from "fast-check";
import { DomainError } from "../../../schema/errors.ts";
import { allowedAddresses, parseListUrl } from "./target.ts";

Deno.test("an address in another notation is parsed before it is checked", async () => {
  for (const host of ["2130706433", "0x7f.1", "017700000001", "127.1", "[::ffff:7f00:1]"]) {
    const url = parseListUrl(`http://${host}/list.txt`);
    await assert.rejects(
      allowedAddresses(url, () => Promise.resolve(["9.9.9.9"]), false),
      /inside this network/,
      host,
    );
  }
});

Deno.test("only public addresses of a name are used", async () => {
  const url = parseListUrl("https://lists.example/");
  const lookup = () => Promise.resolve(["10.0.0.1", "9.9.9.9"]);
  assert.deepEqual(await allowedAddresses(url, lookup, false), ["9.9.9.9"]);
  assert.deepEqual(await allowedAddresses(url, lookup, true), ["10.0.0.1", "9.9.9.9"]);
  await assert.rejects(allowedAddresses(url, () => Promise.resolve([]), false), /not found/);
});

Deno.test("any text as a URL is parsed or refused with a sentence", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl(), fc.string().map((text) => `http://${text}`)),
      (text) => {
        try {
          assert.match(parseListUrl(text).protocol, /^https?:$/);
        } catch (error) {
          assert.ok(error instanceof DomainError);
        }
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});
