/** Golden packets: what real clients send, byte for byte, and how the box reads it. */
import assert from "node:assert/strict";
import { nameToText } from "../../policy/model/name.ts";
import { createEdnsParameters } from "../../resolver/wire/edns.ts";
import { classToText, rcodeToText, typeToText } from "../../resolver/wire/codes.ts";
import { readMessage } from "../../resolver/wire/message.ts";
import { ParsedQuery, parseQuery, QUERY_COOKIE, QUERY_DROP } from "../../resolver/wire/query.ts";
import { messageToText } from "../../resolver/wire/text.ts";
import { writeError } from "../../resolver/answers/error_response.ts";

const golden = await Deno.readTextFile(new URL("queries.txt", import.meta.url));

/** Paragraphs of `# title`, lines of hexadecimal bytes, and `= how it is read`. */
function packets(): { title: string; bytes: Uint8Array; expected: string }[] {
  return golden.trim().split(/\n\n+/).map((paragraph) => {
    const lines = paragraph.split("\n");
    const hex = lines.filter((line) => /^[0-9a-f]+$/.test(line)).join("");
    return {
      title: lines[0].slice(2),
      bytes: Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)),
      expected: lines.at(-1)!.slice(2),
    };
  });
}

function described(result: number, query: ParsedQuery): string {
  if (result === QUERY_DROP) return "dropped";
  const parts = [result === QUERY_COOKIE ? "COOKIE" : rcodeToText(result)];
  if (query.hasQuestion) {
    parts.push(
      nameToText(query.name.slice(0, query.nameLength)),
      classToText(query.class),
      typeToText(query.type),
    );
  }
  parts.push(`size=${query.size}`);
  const flags = ["edns", "dnssecOk", "nsid", "padding", "keepalive", "clientSubnet"] as const;
  for (const flag of flags) if (query[flag]) parts.push(flag);
  if (query.cookieLength > 0) parts.push(`cookie=${query.cookieLength}`);
  return parts.join(" ");
}

Deno.test("Queries of dig and kdig are parsed as intended", () => {
  const query = new ParsedQuery();
  for (const { title, bytes, expected } of packets()) {
    assert.equal(described(parseQuery(bytes, 0, bytes.length, query), query), expected, title);
  }
});

Deno.test("A query at an offset of a shared buffer reads the same as on its own", () => {
  const query = new ParsedQuery();
  const shared = new Uint8Array(700).fill(0xc0);
  for (const { title, bytes, expected } of packets()) {
    shared.set(bytes, 100);
    assert.equal(
      described(parseQuery(shared, 100, 100 + bytes.length, query), query),
      expected,
      title,
    );
  }
});

Deno.test("Every prefix of a golden query is refused or dropped, and the refusal is readable", () => {
  const query = new ParsedQuery();
  const out = new Uint8Array(600);
  for (const { title, bytes } of packets()) {
    for (let length = 0; length < bytes.length; length++) {
      const result = parseQuery(bytes, 0, length, query);
      assert.ok(result !== 0, `${title}, ${length} bytes`);
      if (result === QUERY_DROP) continue;
      const written = writeError(query, Math.max(result, 0), createEdnsParameters(512), out, 0);
      assert.ok(
        readMessage(out.slice(0, written)) !== undefined,
        messageToText(out.slice(0, written)),
      );
    }
  }
});
