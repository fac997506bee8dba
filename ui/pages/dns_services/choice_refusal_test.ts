import assert from "node:assert/strict";
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { type FormFailure, Ui } from "../../ui.ts";
import { choiceRefusal } from "./choice_refusal.ts";

function refusalText(language: (typeof LANGUAGES)[number], error: string): string | undefined {
  const failed: FormFailure = { code: "bad_value", error, values: {} };
  const by = { kind: "device", name: "", address: "", rights: new Set<never>() } as const;
  const shown = {
    language,
    zone: "America/New_York",
    now: 1_790_000_000_000,
    address: "/",
    box: "box",
    version: "1",
  };
  return choiceRefusal(new Ui({ ...shown, by, failed })) as string | undefined;
}

/** Every refusal in the source of the certificate service, with sample values. */
async function sentences(): Promise<string[]> {
  const text = await Deno.readTextFile(
    new URL("../../../api/certificate/imported_certificate.ts", import.meta.url),
  );
  const calls = text.matchAll(/refuse\(\s*((?:[^()`"]|\([^()]*\)|`[^`]*`|"[^"]*")+)\)/g);
  const found = [...calls].flatMap(([, inside]) => inside.match(/`[^`]*`|"[^"]*"/g) ?? []).map((
    each,
  ) => each.slice(1, -1));
  return found.filter((each) => each !== "").map((each) =>
    each.replaceAll(/\$\{day\([^)]*\)\}/g, "2026-10-13").replaceAll("${what}", "certificate")
      .replaceAll("${clock}", "")
      .replaceAll(/\$\{[^}]*\}/g, "7")
  );
}

Deno.test("Every refusal of a certificate is translated with its values", async () => {
  const all = await sentences();
  assert.ok(all.length >= 24, `${all.length}`);
  for (const sentence of all) {
    for (const language of LANGUAGES) {
      const text = refusalText(language, sentence);
      assert.ok(text !== undefined && !/[{}]/.test(text), `${language}: ${sentence}: ${text}`);
    }
    assert.notEqual(refusalText("de", sentence), refusalText("en", sentence));
  }
});

Deno.test("Days are formatted for the language, and an unverified clock is mentioned", () => {
  const clock =
    " The clock of the box shows 2026-11-21, and nobody vouches for it: set the clock, then try again.";
  assert.equal(
    refusalText("de", `The certificate ended on 2026-10-13: have it renewed.${clock}`),
    "Das Zertifikat ist am 13.10.2026 abgelaufen. Lassen Sie es erneuern. Die Box kennt die Zeit nicht sicher: " +
      "Bei ihr ist der 21.11.2026. Stellen Sie die Uhr, dann versuchen Sie es noch einmal.",
  );
  assert.equal(
    refusalText("fr", "The certificate ended on an unknown day: have it renewed.")?.includes(
      "unknown day",
    ),
    true,
  );
  assert.match(
    refusalText("it", "A name such as dns.example.com is wanted: b\u00e4d name")!,
    /usare questo nome: b\u00e4d name/,
  );
  assert.equal(refusalText("it", "Something else"), undefined);
});

Deno.test("Every refusal of an account at an authority is translated", async () => {
  const file = new URL(
    "../../../api/features/network/dns_services/external_account.ts",
    import.meta.url,
  );
  const all = [...(await Deno.readTextFile(file)).matchAll(/"bad_value",\s*[`"]([^`"]+)/g)].map((
    [, sentence],
  ) => sentence);
  assert.equal(all.length, 3);
  for (const sentence of all) {
    for (const language of LANGUAGES) {
      assert.ok(refusalText(language, sentence) !== undefined, `${language}: ${sentence}`);
    }
  }
});
