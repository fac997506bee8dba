import assert from "node:assert/strict";
import { deviceOf } from "./sessions.ts";

Deno.test("deviceOf() names browsers as people do, and programs by their User-Agent", () => {
  const agents: readonly [string, string][] = [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      "Safari · iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
      "Chrome · Android",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0",
      "Edge · Windows",
    ],
    ["curl/8.14.1", "curl/8.14.1"],
    ["", "?"],
    ["<script>".repeat(40), "<script>".repeat(40).slice(0, 60)],
  ];
  for (const [agent, name] of agents) assert.equal(deviceOf(agent), name);
});
