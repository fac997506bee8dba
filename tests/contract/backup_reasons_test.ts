import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import {
  BACKUP_REASONS,
  type BackupReason,
  backupReasonOf,
  backupReasonSentence,
} from "../../api/schema/backup_reasons.ts";
import { type Language, LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../../ui/html.ts";
import { errorText } from "../../ui/layout.ts";
import { backupReason } from "../../ui/parts/backup_reason.ts";
import { backupReasons } from "../../ui/text/backup_reasons.ts";
import { Ui } from "../../ui/ui.ts";

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
  const said = (text: string) => render(html`<p>${backupReason(ui, text)}</p>`);
  assert.equal(
    said("Nothing is mounted at /mnt/<nas>: it is on the disk of the box"),
    "<p>Unter <bdi>/mnt/&lt;nas></bdi> ist nichts eingehängt: " +
      "Der Ordner liegt auf der Platte der Box</p>",
  );
  assert.equal(said("invalid data length"), `<p><span lang="en">invalid data length</span></p>`);
  const refused = errorText(ui, "backup_failed", BACKUP_REASONS.key_damaged);
  assert.match(render(html`<p>${refused}</p>`), /<p>Die gespeicherte Hälfte des Wiederher/);
  assert.doesNotMatch(render(html`<p>${refused}</p>`), /recovery key/);
});
