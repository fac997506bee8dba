import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "../../policy/model/name.ts";
import { MessageWriter } from "./writer.ts";

const ANSWER = 1;
const A = 1;
const IN = 1;
const TTL = 300;
const ADDRESS = new Uint8Array([192, 0, 2, 1]);

/**
 * A response to a question for a name, with one record of it, in `room` bytes after other bytes;
 * and whether it had room.
 */
function response(
  name: Uint8Array,
  room: number,
  write: (writer: MessageWriter) => boolean,
): [Uint8Array, boolean] {
  const writer = new MessageWriter();
  const buffer = new Uint8Array(1000).fill(0xaa);
  writer.begin(buffer, 100, room, 0x1234, 0x8180);
  assert.ok(writer.question(name, 0, name.length, A, IN));
  const fits = write(writer);
  return [buffer.slice(100, 100 + writer.length), fits];
}

Deno.test("recordOfQuestion() writes the question name as a pointer", () => {
  const label = fc.constantFrom("a", "www", "ads", "example", "com", "x".repeat(63));
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 3 }),
      fc.integer({ min: 90, max: 400 }),
      (labels, more) => {
        const name = nameFromText(labels.join(".") || ".")!;
        const room = name.length + more;
        const made = response(
          name,
          room,
          (writer) => writer.record(ANSWER, name, A, IN, TTL, ADDRESS),
        );
        assert.deepEqual(
          response(name, room, (writer) => writer.recordOfQuestion(ANSWER, A, IN, TTL, ADDRESS)),
          made,
        );
      },
    ),
    { seed: 7, numRuns: 100 },
  );
});

Deno.test("recordOfQuestion() changes nothing if the record does not fit", () => {
  const name = nameFromText("www.example.com")!;
  const whole = 12 + name.length + 4 + 12 + ADDRESS.length;
  const write = (writer: MessageWriter) => writer.recordOfQuestion(ANSWER, A, IN, TTL, ADDRESS);
  assert.equal(response(name, whole, write)[1], true);
  const [bytes, fits] = response(name, whole - 1, write);
  assert.equal(fits, false);
  assert.equal(bytes.length, 12 + name.length + 4);
  assert.equal(bytes[7], 0);
});
