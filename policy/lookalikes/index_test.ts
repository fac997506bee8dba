import assert from "node:assert/strict";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import {
  CARRIER_DOMAINS,
  GENERIC_LABELS,
  ORDINARY_LABELS,
  ORDINARY_WORDS,
  TRAP_WORDS,
} from "../catalogue/lookalike_words.ts";
import { PROTECTED_NAMES } from "../catalogue/protected_names.ts";
import { registrableName } from "../lists/public_suffix.ts";
import { nameFromText } from "../model/name.ts";
import { LookalikeIndex, type LookalikeNames } from "./index.ts";
import { readLabel } from "./reading.ts";

const indexOf = (names: Partial<LookalikeNames> = {}) =>
  new LookalikeIndex({ visited: [], allowed: [], ...names });
const index = indexOf();

/** "kind imitated domain", or "". */
function found(name: string, of = index): string {
  const ascii = domainToASCII(name) || name;
  const lookalike = of.find(nameFromText(ascii)!);
  assert.deepEqual(of.findText(ascii), lookalike, `${name}: the index overlooks it`);
  if (lookalike === undefined) return "";
  const { kind, imitates, domain } = lookalike;
  return `${kind} ${imitates} ${domain}`;
}

Deno.test("find() names homographs: mixed alphabets, look-alike letters, marks", () => {
  for (
    const [name, expected] of [
      ["pаypal.com", "homograph paypal.com xn--pypal-4ve.com"],
      ["www.pаypal.com", "homograph paypal.com xn--pypal-4ve.com"],
      // "lapyap" behind a right-to-left override, and "paypal" with one at its end.
      ["xn--lapyap-9l0c.com", "homograph paypal.com xn--lapyap-9l0c.com"],
      ["xn--paypal-gm0c.com", "homograph paypal.com xn--paypal-gm0c.com"],
      ["аррӏе.com", "homograph apple.com xn--80ak6aa92e.com"],
      ["ámazon.fr", "homograph amazon.fr xn--mazon-wqa.fr"],
      ["ámazon.shop", "homograph amazon.com xn--mazon-wqa.shop"],
      ["wоrd.com", "homograph  xn--wrd-sed.com"],
      ["pаypal.example.com", "homograph paypal.com xn--pypal-4ve.example.com"],
      ["a.pаypal.example.com", "homograph paypal.com xn--pypal-4ve.example.com"],
      ["paypal.рф", ""],
      ["müller.de", ""],
      ["почта.рф", ""],
      ["東京tower.jp", ""],
      ["orangé.fr", ""],
      ["súbito.es", ""],
      ["idéal.fr", ""],
      ["posté.fr", ""],
      ["protón.es", ""],
      ["impôts.com", ""],
      ["décathlon.fr", ""],
    ]
  ) assert.equal(found(name), expected, name);
});

Deno.test("find() names typing errors under near endings", () => {
  for (
    const [name, expected] of [
      ["paypa1.com", "typosquat paypal.com paypa1.com"],
      ["paypai.fr", "typosquat paypal.fr paypai.fr"],
      ["app1e.xyz", "typosquat apple.com app1e.xyz"],
      ["gooogle.com", "typosquat google.com gooogle.com"],
      ["gogle.com", "typosquat google.com gogle.com"],
      ["googel.com", "typosquat google.com googel.com"],
      ["papyal.com", "typosquat paypal.com papyal.com"],
      ["arnazon.de", "typosquat amazon.de arnazon.de"],
      ["amazom.co.uk", "typosquat amazon.co.uk amazom.co.uk"],
      ["amazom.top", "typosquat amazon.com amazom.top"],
      ["www.netflux.top", "typosquat netflix.com netflux.top"],
      ["facebok.de", ""],
      ["appel.com", ""],
      ["paypal.dk", ""],
      ["paypal.de", ""],
      ["google.co.in", ""],
      ["hotmail.com", ""],
    ]
  ) assert.equal(found(name), expected, name);
});

Deno.test("find() names protected names in front of other domains, and trap words", () => {
  for (
    const [name, expected] of [
      ["paypal.com.check.net", "brandsub paypal.com check.net"],
      ["www.paypal.com.a.check.co.uk", "brandsub paypal.com check.co.uk"],
      ["impots.gouv.fr.remb.net", "brandsub impots.gouv.fr remb.net"],
      ["amazon.de.check.net", "brandsub amazon.de check.net"],
      ["www.amazon.co.uk.check.net", "brandsub amazon.co.uk check.net"],
      ["paypal.check.net", ""],
      ["www.google.com.edgekey.net", ""],
      ["paypal.com.multi.surbl.org", ""],
      ["paypal-login.com", "combosquat paypal.com paypal-login.com"],
      ["secure-paypal24.net", "combosquat paypal.com secure-paypal24.net"],
      ["paypallogin.com", "combosquat paypal.com paypallogin.com"],
      ["my-secure-netflix.com", "combosquat netflix.com my-secure-netflix.com"],
      ["credit-agricole-securite.fr", "combosquat credit-agricole.fr credit-agricole-securite.fr"],
      // Its hash is by chance that of a protected label.
      [
        "support-deutsche-banksupport-.com",
        "combosquat deutsche-bank.de support-deutsche-banksupport-.com",
      ],
      ["n26-login.com", "combosquat n26.com n26-login.com"],
      ["paypal-history.com", ""],
      ["free-account.com", ""],
      ["login-account.com", ""],
      ["ing-login.com", "combosquat ing.com ing-login.com"],
      ["inglogin.com", "combosquat ing.com inglogin.com"],
      ["mijn-ing.nl", "combosquat ing.nl mijn-ing.nl"],
      ["accounting.by", ""],
      ["connectingcare.com", ""],
      ["bankingreviewservices.co.uk", ""],
      ["signups.com", ""],
    ]
  ) assert.equal(found(name), expected, name);
});

Deno.test("find() leaves out real companies with a name near a protected one", () => {
  for (
    const name of [
      "pcloud.com",
      "acloud.com",
      "lacoste.com",
      "lacoste.fr",
      "laporte.fr",
      "libeo.io",
      "tibero.com",
      "correas.es",
      "stripo.email",
      "openair.com",
      "openal.org",
      "hledger.org",
      "protos.com",
      "vinten.com",
      "elsner.de",
      "sparkassen.de",
      "societe-generale.fr",
      "bouygues-telecom.fr",
      "media-markt.de",
      "static-eu.payments-amazon.com",
      "microsoft.com.nsatc.net",
      "www.apple.com.wscloudcdn.com",
    ]
  ) assert.equal(found(name), "", name);
  assert.equal(found("lcloud.com"), "typosquat icloud.com lcloud.com");
});

Deno.test("find() compares with the names that the household asks most", () => {
  const of = indexOf({ visited: ["mueller.de", "muller.de", "xn--mller-kva.com", "muellers.de"] });
  assert.equal(found("müller.de", of), "homograph muller.de xn--mller-kva.de");
  assert.equal(found("müller.shop", of), "homograph muller.de xn--mller-kva.shop");
  // Another company under another ending, unless letters of another alphabet imitate.
  assert.equal(found("müller.fr", of), "");
  assert.equal(found("mulleг.fr", of), "homograph muller.de xn--mulle-rwe.fr");
  // A Latin letter without a mark, the dotless i.
  const mirror = indexOf({ visited: ["mirror.de"] });
  assert.equal(found("mırror.fr", mirror), "homograph mirror.de xn--mrror-n4a.fr");
  assert.equal(found("mueler.de", of), "typosquat mueller.de mueler.de");
  // Asked often itself, and no protected name of the catalogue.
  assert.equal(found("muellers.de", of), "");
  assert.equal(found("müller.com", of), "");
  // An international name is never protected.
  assert.equal(found("muller-login.com", indexOf({ visited: ["xn--mller-kva.com"] })), "");
  // A look-alike of the catalogue stays one, however often the household asks for it.
  for (const name of ["paypal-login.com", "paypal.com.example-check.net", "amazom.com"]) {
    const visited = ["paypal-login.com", "example-check.net", "amazom.com"];
    assert.notEqual(found(name), "");
    assert.equal(found(name, indexOf({ visited })), found(name));
  }
  const both = ["mueller.de", "mueller-login.de", "box.com"];
  assert.equal(found("mueller-login.de", indexOf({ visited: both })), "");
  assert.equal(found("mueller.de.box.com", indexOf({ visited: both })), "");
  assert.equal(
    found("mueller-login.de", indexOf({ visited: ["mueller.de"] })),
    "combosquat mueller.de mueller-login.de",
  );
  assert.equal(found("paypai.com", indexOf({ visited: ["paypai.com"] })), found("paypai.com"));
  assert.equal(of.protectedCount, PROTECTED_NAMES.length);
});

Deno.test("isAllowed() covers a domain and names below it", () => {
  const of = indexOf({ allowed: ["paypai.com", "a.check.net"] });
  for (const name of ["paypai.com", "www.paypai.com", "a.check.net", "b.a.check.net"]) {
    assert.ok(of.isAllowed(name), name);
  }
  for (const name of ["com", "apaypai.com", "check.net", "b.check.net"]) {
    assert.ok(!of.isAllowed(name), name);
  }
  assert.ok(indexOf({ allowed: ["Bücher.example."] }).isAllowed("www.xn--bcher-kva.example"));
});

Deno.test("find() overlooks nothing that the exact rules find, and never throws", () => {
  const labels = PROTECTED_NAMES.map(({ name }) => name.split(".")[0]);
  const edited = fc.tuple(
    fc.constantFrom(...labels),
    fc.constantFrom("", "-", "login", "-secure", "1", "support-"),
    fc.nat(20),
    fc.constantFrom("", "a", "1", "0", "rn", "vv", "-", "é"),
    fc.boolean(),
    fc.constantFrom("com", "net.example.org", "fr", "co.uk", "com.evil.net", "com.a.co.uk"),
  );
  fc.assert(
    fc.property(edited, ([label, word, at, letter, deletes, ending]) => {
      const rest = label.slice(at + (deletes ? 1 : 0));
      found(`${word}${label.slice(0, at)}${letter}${rest}${word}.${ending}`.toLowerCase());
    }),
    { seed: 20261121, numRuns: 3000 },
  );
  const any = fc.uint8Array({ minLength: 1, maxLength: 255 });
  fc.assert(fc.property(any, (bytes) => {
    index.find(bytes);
  }));
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
    index.findText(text);
    index.findText(`xn--${text}.com`);
  }));
});

Deno.test("find() reads labels of 63 look-alike letters", () => {
  const label = `xn--${"80ak6aa92e".repeat(5)}80ak6aa92`;
  assert.equal(label.length, 63);
  const name = nameFromText(`${label}.${label}.${label}.com`)!;
  const began = performance.now();
  for (let i = 0; i < 200; i++) index.find(name);
  assert.ok(performance.now() - began < 2000);
});

Deno.test("find() judges names made to be slow in little time", () => {
  const best = (text: string) => {
    const name = nameFromText(text)!;
    let least = Infinity;
    for (let round = 0; round < 10; round++) {
      const began = performance.now();
      for (let i = 0; i < 50; i++) index.find(name);
      least = Math.min(least, performance.now() - began);
    }
    return least;
  };
  const usual = best("paypal.com.check.net") + best("paypal-login.com");
  for (
    const name of [
      `${"a.".repeat(100)}paypal.com.check.net`,
      `${"paypallogin".repeat(6).slice(0, 63)}.com`,
    ]
  ) {
    assert.notEqual(index.suspicions(nameFromText(name)!), 0, name);
    const ratio = best(name) / usual;
    assert.ok(ratio < 20, `${name}: ${ratio.toFixed(1)} times an ordinary look-alike`);
  }
});

Deno.test("Protected names are registrable, different, and lower case", () => {
  const names = PROTECTED_NAMES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length >= 150 && names.length <= 190, `${names.length}`);
  const domains = PROTECTED_NAMES.flatMap(({ domains }) => domains);
  for (const domain of domains) assert.equal(registrableName(domain), domain);
  assert.equal(new Set(domains).size, domains.length);
});

Deno.test("Words and exceptions have an effect", () => {
  const labels = new Set(PROTECTED_NAMES.map(({ name }) => name.split(".")[0]));
  for (const label of GENERIC_LABELS) assert.ok(labels.has(label), label);
  for (const word of TRAP_WORDS) assert.match(word, /^[a-z-]{2,17}$/);
  for (const word of TRAP_WORDS) {
    assert.ok(!labels.has(word) || GENERIC_LABELS.includes(word), word);
  }
  for (const word of ORDINARY_WORDS) {
    const reading = readLabel([...word].map((letter) => letter.codePointAt(0)!));
    assert.ok(labels.has(reading!), word);
  }
  for (const domain of CARRIER_DOMAINS) assert.equal(registrableName(domain), domain);
  for (const label of ORDINARY_LABELS) {
    // Without the exception it would be a typing error of some name.
    const near = [...labels].some((other) => other !== label && distance(other, label) === 1);
    assert.ok(near, label);
  }
});

/** The number of edits between two labels; two swapped letters are one. */
function distance(a: string, b: string): number {
  const rows = Array.from(
    { length: a.length + 1 },
    (_, i) => Array.from({ length: b.length + 1 }, (_, j) => Math.min(i, j) === 0 ? i + j : 0),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i][j] = Math.min(
        rows[i - 1][j] + 1,
        rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + change,
        isSwap ? rows[i - 2][j - 2] + 1 : Infinity,
      );
    }
  }
  return rows[a.length][b.length];
}
