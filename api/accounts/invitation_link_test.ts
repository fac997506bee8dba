import assert from "node:assert/strict";
import { type BoxAddresses, invitationUrl } from "./invitation_link.ts";

const AT: BoxAddresses = {
  trusted: "",
  host: "box",
  listeners: ["udp 0.0.0.0:53", "http [::]:80", "https [::]:443"],
  addresses: ["192.168.1.2", "fd00::2"],
};

Deno.test("invitationUrl() prefers HTTPS at an address that browsers reach", () => {
  const dev = { ...AT, listeners: ["http 127.0.0.1:8053", "https 0.0.0.0:8443"] };
  const cases: readonly (readonly [BoxAddresses, string])[] = [
    [AT, "https://box"],
    [{ ...AT, trusted: "https://dns.example.com" }, "https://dns.example.com"],
    [{ ...AT, host: "192.168.1.2:9443" }, "https://192.168.1.2:9443"],
    [{ ...AT, host: "" }, "https://192.168.1.2"],
    [{ ...AT, host: "", addresses: ["fd00::2"] }, "https://[fd00::2]"],
    [{ ...dev, host: "127.0.0.1:8053" }, "https://127.0.0.1:8443"],
    [{ ...dev, host: "[::1]:8053" }, "https://[::1]:8443"],
    [{ ...dev, host: "" }, "https://192.168.1.2:8443"],
    [
      { ...AT, listeners: ["http 127.0.0.1:8053"], host: "127.0.0.1:8053" },
      "http://127.0.0.1:8053",
    ],
  ];
  for (const [reached, origin] of cases) {
    assert.equal(invitationUrl("abc", reached), `${origin}/invitation?code=abc`);
  }
  assert.equal(invitationUrl("abc", { ...AT, host: "", addresses: [] }), "");
  assert.equal(invitationUrl("abc", { ...AT, host: "", listeners: [] }), "");
});
