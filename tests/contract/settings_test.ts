import "../../api/settings/with_suffixes.ts";
import assert from "node:assert/strict";
import { SETTINGS } from "../../api/settings/list.ts";
import type { Setting } from "../../api/settings/setting.ts";

const ROWS: readonly Setting[] = SETTINGS as readonly Setting[];

Deno.test("Every setting has a unique key, flag and variable", () => {
  for (const field of ["key", "flag", "env"] as const) {
    const values = ROWS.map((row) => row[field]);
    assert.deepEqual(values.filter((value, index) => values.indexOf(value) !== index), [], field);
  }
});

Deno.test("Every setting has a sentence about its effect", () => {
  for (const { key, summary } of ROWS) {
    assert.match(summary, /^[A-Z].{8,}[^.]$/, key);
    assert.match(key, /^[a-z][a-z0-9_]*$/, key);
  }
});

Deno.test("The variables in the documentation exist", () => {
  const promised = [
    "DNS_LISTEN",
    "HTTP_LISTEN",
    "HTTPS_LISTEN",
    "DATA_DIR",
    "UPSTREAMS",
    "BLOCKED_TTL",
    "ADVERTISE_ADDR",
    "CLOUD_URL",
  ];
  const known = new Set(ROWS.map(({ env }) => env));
  assert.deepEqual(promised.filter((name) => !known.has(`BOX_${name}`)), []);
});

Deno.test("Every default is valid for its setting, and parses from its own text", () => {
  for (const { key, kind, default: value } of ROWS) {
    assert.ok(kind.holds(value), `${key} does not accept its default`);
    const text = Array.isArray(value) ? value.join(",") : String(value);
    const read = kind.fromText(text);
    assert.ok(kind.holds(read), `${key} does not read its default from text: ${text}`);
    assert.deepEqual(read, value, key);
  }
});
