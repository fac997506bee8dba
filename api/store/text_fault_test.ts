import assert from "node:assert/strict";
import { createClient } from "@libsql/client/sqlite3";
import { textFault } from "./text_fault.ts";

Deno.test("textFault() finds texts that are not UTF-8", async () => {
  const client = createClient({ url: ":memory:" });
  try {
    await client.executeMultiple(`
      create table plain (a text, "odd ""name" text not null default '', n integer) strict;
      insert into plain (a, n) values ('ascii', 1), ('caf\u00e9 \u{1f30d}', 2), (null, 3), ('', 4);`);
    assert.equal(await textFault(client), "");
    await client.execute(
      `update plain set "odd ""name" = cast(x'63616663ff00ff' as text) where n = 2`,
    );
    assert.equal(await textFault(client), 'a text of plain.odd "name is damaged');
  } finally {
    client.close();
  }
});
