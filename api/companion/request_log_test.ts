import assert from "node:assert/strict";
import { createJsonLog } from "./request_log.ts";

Deno.test("each event is one line of JSON, without secrets in addresses", () => {
  const lines: string[] = [];
  const { log, onCall } = createJsonLog((line) => void lines.push(line), () => 0);
  log("warn", "No answer of https://user:secret@db.example/x?token=abc\nsecond line");
  onCall({ method: "GET", route: "/healthz", status: 200, code: "", milliseconds: 3 });
  assert.ok(lines.every((line) => line.indexOf("\n") === line.length - 1));
  const [message, call] = lines.map((line) => JSON.parse(line));
  const time = "1970-01-01T00:00:00.000Z";
  assert.deepEqual([message.time, message.level, message.event], [time, "warn", "message"]);
  assert.doesNotMatch(message.message, /secret|abc/);
  assert.deepEqual(call, {
    time,
    level: "info",
    event: "call",
    method: "GET",
    route: "/healthz",
    status: 200,
    code: "",
    milliseconds: 3,
  });
});
