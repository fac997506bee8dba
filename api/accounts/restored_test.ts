import assert from "node:assert/strict";
import { openDatabase } from "../store/open.ts";
import { TABLES } from "../app/tables.ts";

const workerUrl = new URL("../store/thread.ts", import.meta.url);

Deno.test("an older copy restores no sessions, pending invitations or consents and adds notices", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-restored-" });
  const restored = TABLES.flatMap(({ name: table, restored: sql }) =>
    sql === undefined ? [] : [{ table, sql }]
  );
  const copies = `${folder}/copies`;
  const options = { name: "box", path: `${folder}/box.db`, copies, restored, workerUrl } as const;
  try {
    const first = await openDatabase(options);
    await first.run(
      "insert into people (name, profile, detailed_reports, created, changed) values ('Mum', 'adult', 1, 1, 1)",
    );
    const account = `insert into accounts
      (name, name_key, kind, role, rights, person_id, language, email, disabled, password, changed, changed_by, last_sign_in,
       last_address, created) values (?, ?, 'member', 'readonly', '[]', ?, '', '', 0, 'x', 1, '', 0, '', 1)`;
    await first.run(account, ["mum", "mum", 1]);
    await first.run(account, ["dad", "dad", 0]);
    await first.run(
      `insert into sessions (account_id, secret, host, address, user_agent, created, seen, remembered)
         values (1, 's', 'box', '', '', 1, 1, 0)`,
    );
    await first.run("insert into invitations values (1, 'hash', 1, 'box', 9999999999, 0, 0)");
    await first.run("insert into invitations values (2, '', 1, 'box', 9999999999, 5, 0)");
    await first.copy(`${copies}/box-2026-11-20.db`);
    await first.close();
    await Deno.writeFile(options.path, new Uint8Array(4096));
    const again = await openDatabase(options);
    assert.deepEqual(await again.all("select * from sessions"), []);
    const invitations = await again.all(
      "select secret, withdrawn > 0 as over, accepted from invitations order by account_id",
    );
    assert.deepEqual(invitations, [
      { secret: "", over: 1, accepted: 0 },
      { secret: "", over: 0, accepted: 5 },
    ]);
    assert.deepEqual(await again.all("select detailed_reports from people"), [
      { detailed_reports: 0 },
    ]);
    const notices = await again.all("select account_id, kind, consent_ended from account_notices");
    assert.deepEqual(notices, [{ account_id: 1, kind: "restored", consent_ended: 1 }]);
    await again.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
