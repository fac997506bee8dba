import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import {
  BACKUP_REASONS,
  type BackupReason,
  backupReasonOf,
  backupReasonSentence,
} from "../../api/schema/backup_reasons.ts";
import type { DomainError } from "../../api/schema/errors.ts";
import { type Language, LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../../ui/html.ts";
import { errorText } from "../../ui/layout.ts";
import { refusalOrEnglish } from "../../ui/parts/refusal.ts";
import { backupReasons } from "../../ui/text/backup_reasons.ts";
import { Ui } from "../../ui/ui.ts";
import { withTarget } from "../support/backup_box.ts";

const REASONS = Object.keys(BACKUP_REASONS) as BackupReason[];
const PLACES = ["/mnt/nas", "nas.example:8443", "/mnt/a is no folder", "<b>$&\n", ""];

const uiIn = (language: Language) =>
  new Ui({
    language,
    zone: "UTC",
    now: 1_790_000_000_000,
    address: "/",
    box: "box",
    version: "1",
    by: { kind: "device", name: "", address: "", rights: new Set() },
  });

Deno.test("Each reason of a failed backup has one sentence in the API and in the pages", () => {
  assert.deepEqual(Object.keys(backupReasons), REASONS);
  for (const reason of REASONS) {
    assert.equal(backupReasons[reason].en, BACKUP_REASONS[reason]);
    const hasPlace = BACKUP_REASONS[reason].includes("{place}");
    for (const language of LANGUAGES) {
      assert.equal(backupReasons[reason][language].includes("{place}"), hasPlace, reason);
    }
  }
});

Deno.test("The code of a sentence is found again, whatever the place is called", () => {
  for (const reason of REASONS) {
    for (const place of PLACES) {
      assert.equal(backupReasonOf(backupReasonSentence(reason, place)), reason, place);
    }
  }
  for (const text of ["", "invalid data length", "The backup is damaged"]) {
    assert.equal(backupReasonOf(text), undefined, text);
  }
});

Deno.test("Pages give the reason in their language, and mark what an older version left", () => {
  const ui = uiIn("de");
  const said = (text: string) => render(html`<p>${refusalOrEnglish(ui, text)}</p>`);
  assert.equal(
    said("Nothing is mounted at /mnt/<nas>: it is on the disk of the box"),
    "<p>Unter <bdi>/mnt/&lt;nas></bdi> ist nichts eingehängt: " +
      "Der Ordner liegt auf der Platte der Box</p>",
  );
  assert.equal(said("invalid data length"), `<p><span lang="en">Invalid data length.</span></p>`);
  const refused = errorText(ui, "backup_failed", BACKUP_REASONS.key_damaged);
  assert.match(render(html`<p>${refused}</p>`), /<p>Die gespeicherte Hälfte des Wiederher/);
  assert.doesNotMatch(render(html`<p>${refused}</p>`), /recovery key/);
});

Deno.test("What backups refuse is said in the language of the page, without English", () =>
  withTarget(async ({ backups, restores, database }) => {
    const refusals: DomainError[] = [];
    const refused = (work: Promise<unknown>) =>
      work.then(() => assert.fail("it is not refused"), (error) => refusals.push(error));
    const webdav = { kind: "webdav", url: "https://nas.example/dav", user: "", ca: "" } as const;
    const target = { name: "NAS", enabled: true, config: webdav, secret: undefined };
    await refused(backups.changeTarget(1, target));
    await refused(backups.addTarget({ ...target, name: "nas" }));
    await refused(backups.cancel());
    await refused(restores.takeBack("anna"));
    await refused(Promise.resolve().then(() => restores.plan("0".repeat(32))));
    for (let number = 0; number < 9; number++) {
      await backups.addTarget({ ...target, name: `target ${number}` });
    }
    await refused(backups.addTarget({ ...target, name: "one more" }));
    await refused(backups.begin([]));
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const running = backups.alone(() => end);
    await refused(backups.begin());
    resolve();
    await running;
    await database.run("delete from backup_key");
    await refused(backups.begin());
    assert.equal(refusals.length, 9);
    for (const { code, message } of refusals) {
      for (const language of LANGUAGES) {
        const said = render(html`<p>${errorText(uiIn(language), code, message)}</p>`);
        assert.doesNotMatch(said, /lang="en"/, message);
        if (language !== "en") assert.ok(!said.includes(message), message);
      }
    }
  }));
