/**
 * Names and notes entered by people: every text in the body of a write route is either such a
 * label, which refuses characters that move, turn or hide the text next to it, or listed here as
 * something else. A new field fails until it is one of them.
 */
import assert from "node:assert/strict";
import type { z } from "@hono/zod-openapi";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Route } from "../../api/http/route.ts";
import { boxServices } from "./box_services.ts";
import { GOOD, keyOf } from "./good_requests.ts";

/** Initial bodies where the valid request lacks the field. */
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "post /api/v1/devices": { mac: "aa:bb:cc:dd:ee:01" },
  "post /api/v1/learning/apply": { ids: ["device:1"] },
};

/** Labels, by the key of the route and the path of the field. */
const LABELS = [
  "post /api/v1/backups/targets .name",
  "put /api/v1/backups/targets/{id} .name",
  "post /api/v1/setup/restore/preview .name",
  "post /api/v1/me/passkeys .name",
  "put /api/v1/me/passkeys/{id} .name",
  "post /api/v1/accounts .name",
  "put /api/v1/accounts/{id} .name",
  "post /api/v1/people/{id}/accounts .name",
  "post /api/v1/tokens .name",
  "post /api/v1/people .name",
  "put /api/v1/people/{id} .name",
  "post /api/v1/groups .name",
  "put /api/v1/groups/{id} .name",
  "post /api/v1/devices .name",
  "post /api/v1/devices .system",
  "put /api/v1/devices/{id} .name",
  "put /api/v1/devices/{id} .system",
  "post /api/v1/vacations .name",
  "post /api/v1/holidays/file .name",
  "post /api/v1/learning/apply .names{}",
  "post /api/v1/exports .name",
  "put /api/v1/exports/{id} .name",
  "post /api/v1/lists .name",
  "post /api/v1/lists .category",
  "post /api/v1/dns-records .comment",
  "put /api/v1/dns-records/{id} .comment",
  "post /api/v1/services .name",
  "put /api/v1/services/{id} .name",
  "post /api/v1/setup .account.name",
  "post /api/v1/import/preview .name",
] as const;

/** Fields that are not labels, by the end of their path, with their kind. */
const OTHERS: readonly (readonly [path: RegExp, what: string])[] = [
  [/^post \/api\/v1\/session \.account$/, "an account to be found"],
  [/^post \/api\/v1\/tokens \.account$/, "an account to be found"],
  [/\.(password|secret|old|new|code|hmac_key|key_id|key|credentials\{\})$/, "a secret"],
  [/\.credential\./, "what a browser made"],
  [/\.(email|user|from|to\[\])$/, "a mailbox, or a login of a server"],
  [/^post \/api\/v1\/breaches \.address$/, "a mailbox, without such characters"],
  [/ \.networks\[\]$/, "a range"],
  [/threats \.rebinding_allowed\[\]$/, "a domain"],
  [/lookalike \.allowed\[\]$/, "a domain"],
  [/ \.(grid|week\|\..*|week\|\[\]\..*|schedules\{\}\|.*)$/, "hours"],
  [/lists(\/check|\/\{id\})? \|?\.hours\|.*$/, "hours"],
  [/lists(\/check|\/\{id\})? \|?\.(scopes|except)\[\]$/, "scopes"],
  [/^put \/api\/v1\/upstreams\/scopes \.scope$/, "a scope"],
  [/ \.(first_day|last_day)$/, "a day"],
  [/^post \/api\/v1\/lists\/check \|\.category$/, "a label, in one of two kinds of body"],
  [/ \.(country|region|zone|time_zone|terms_version|version|provider|class|as|type)$/, "a code"],
  [/ \.(ids\[\]|upstreams\[\]|lists\[\]|items\[\]\||types\[\])$/, "identifiers"],
  [/ \.mac$/, "a hardware address"],
  [/ \.message$/, "words of a child, made one line without such characters"],
  [/ \.(content|text|certificate)$/, "a file"],
  [/ \|\.(text|url|certificate|key|name|provider|email|credentials\{\})$/, "a file, or a host"],
  [/ \|\.external_account\.\w+$/, "an account of an authority"],
  [/\.config\|\.(host|ca|url)$/, "an address of a server"],
  [/targets(\/\{id\})? \.config\|\.\w+$/, "where backups go, with control characters refused"],
  [
    /restore\/preview \|?\.(content|recovery_key|file)$/,
    "a file, its key, or the name of a backup",
  ],
  [/ \.(url|path)$/, "where a list is"],
  [
    / \|?\.(lines\[\]|domains\[\]|domain|to\[\]|except\[\]|value|data\{\}|router)$/,
    "names and records of DNS",
  ],
  [/^(post|put) \/api\/v1\/(query|cache\/flush|dns-records(\/\{id\})?) \.name$/, "a domain name"],
  [/^put \/api\/v1\/settings.* \.(values|seen|value)\b/, "a setting, checked by its kind"],
];

const HOSTILE = ["a\u202eb", "a\u2066b", "a\u0000b", "a\nb", "a\u001b[2Jb", "a\u0085b", "a\u2028b"];

/** The texts in the body of a route, by path. */
function textsOf(route: Route): string[] {
  const found: string[] = [];
  const walk = (schema: z.ZodType, path: string) => {
    const def = schema.def as unknown as Record<string, unknown> & { readonly type: string };
    const inner = (name: string) => def[name] as z.ZodType;
    switch (def.type) {
      case "object":
        for (const [key, value] of Object.entries(def.shape as Record<string, z.ZodType>)) {
          walk(value, `${path}.${key}`);
        }
        break;
      case "array":
        return walk(inner("element"), `${path}[]`);
      case "record":
        return walk(inner("valueType"), `${path}{}`);
      case "union":
        return (def.options as z.ZodType[]).forEach((option) => walk(option, `${path}|`));
      case "pipe":
        return walk(inner("in"), path);
      case "string":
        found.push(path);
        break;
      default:
        if (def.innerType !== undefined) walk(inner("innerType"), path);
    }
  };
  if (route.body !== undefined) walk(route.body as z.ZodType, "");
  return found;
}

const WRITES = ROUTES.filter(({ method }) => method !== "get");
const FIELDS = WRITES.flatMap((route) =>
  textsOf(route).map((path) => ({ route, path, key: `${keyOf(route)} ${path}` }))
);

Deno.test("Every text of a write route is a label or known to be something else", () => {
  const known = new Set<string>(LABELS);
  const unknown = FIELDS.map(({ key }) => key)
    .filter((key) => !known.has(key) && !OTHERS.some(([path]) => path.test(key)));
  assert.deepEqual(unknown, []);
  const gone = LABELS.filter((key) => !FIELDS.some((field) => field.key === key));
  assert.deepEqual(gone, []);
});

/** The body with a text instead of one field. */
function withText(body: unknown, path: string, text: string): unknown {
  const [, first, rest] = /^\.(\w+)(.*)$/.exec(path)!;
  const held = (body ?? {}) as Record<string, unknown>;
  if (rest === "") return { ...held, [first]: text };
  if (rest === "{}") return { ...held, [first]: { "device:1": text } };
  return { ...held, [first]: withText(held[first], rest, text) };
}

for (const key of LABELS) {
  Deno.test(`${key} refuses misleading characters, and accepts names of any script`, async () => {
    const { route, path } = FIELDS.find((field) => field.key === key)!;
    const good = GOOD[keyOf(route)];
    const start = good?.body ?? BODIES[keyOf(route)];
    const send = async (text: string) => {
      const app = apiApp(ROUTES, await boxServices());
      const request = new Request(`http://box${good?.path ?? route.path}`, {
        method: route.method.toUpperCase(),
        headers: { host: "box", "content-type": "application/json" },
        body: JSON.stringify(withText(start, path, text)),
      });
      const response = await app.fetch(request, { door: "socket" });
      return { status: response.status, text: await response.text() };
    };
    for (const text of HOSTILE) {
      const { status, text: said } = await send(text);
      assert.equal(status, 400, `${JSON.stringify(text)}: ${said}`);
      assert.match(said, /control characters/, said);
    }
    const { text } = await send("Zoé Øst 名前 مريم");
    assert.doesNotMatch(text, /control characters|has 1 to \d+ characters|Bad value in body/, text);
  });
}
