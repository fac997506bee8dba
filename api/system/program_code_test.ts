import assert from "node:assert/strict";
import { releaseProgramCode } from "./program_code.ts";

/** Resident megabytes of mapped files of this process. */
function ofFiles(): number {
  return Number(/^RssFile:\s+(\d+) kB/m.exec(Deno.readTextFileSync("/proc/self/status"))![1]) /
    1024;
}

Deno.test("releaseProgramCode() releases library code, which is read again from its files", () => {
  const resident = () => {
    let library = false;
    let kilobytes = 0;
    for (const line of Deno.readTextFileSync("/proc/self/smaps").split("\n")) {
      if (/^[0-9a-f]+-/.test(line)) library = / r-xp .*\/libc\.so\.6$/.test(line);
      else if (library && line.startsWith("Rss:")) kilobytes += Number(/\d+/.exec(line)![0]);
    }
    return kilobytes;
  };
  new Intl.Collator("de").compare("a", "b");
  const before = resident();
  releaseProgramCode();
  assert.ok(resident() < before, `${before} kB of libc stay`);
});

Deno.test("releaseProgramCode() can run repeatedly without harm", async () => {
  const before = ofFiles();
  releaseProgramCode();
  const after = ofFiles();
  assert.ok(after < before * 0.7, `${before} MB became ${after} MB`);
  for (let round = 0; round < 20; round++) {
    const key = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
      "sign",
      "verify",
    ]);
    const data = new TextEncoder().encode(`round ${round}`);
    releaseProgramCode();
    const signature = await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      key.privateKey,
      data,
    );
    releaseProgramCode();
    assert.ok(
      await crypto.subtle.verify(
        { name: "ECDSA", hash: "SHA-256" },
        key.publicKey,
        signature,
        data,
      ),
    );
    assert.match(new Intl.DateTimeFormat("fr", { month: "long" }).format(0), /janvier/);
  }
});
