import assert from "node:assert/strict";
import { needsTool } from "../../../tests/support/tool.ts";
import { signingRequest } from "./library.ts";
import { newKey } from "./memory.ts";

Deno.test({
  name: "openssl finds a signing request sound, with one name or with a hundred long ones",
  ignore: needsTool("openssl"),
  fn: async () => {
    const many = Array.from({ length: 100 }, (_, at) => `${"x".repeat(60)}.n${at}.home.example`);
    for (const names of [["dns.home.example"], ["dns.home.example", "*.dns.home.example"], many]) {
      const path = await Deno.makeTempFile();
      await Deno.writeTextFile(path, await signingRequest(names, newKey()));
      const args = ["req", "-in", path, "-verify", "-noout", "-text"];
      const { stdout, stderr } = await new Deno.Command("openssl", { args }).output();
      await Deno.remove(path);
      const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assert.match(text, /verify OK/);
      assert.match(text, /ecdsa-with-SHA256/);
      assert.match(text, /Subject: *\n/);
      assert.ok(text.includes(names.map((name) => `DNS:${name}`).join(", ")), text);
    }
  },
});
