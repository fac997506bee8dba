import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { nameFromText } from "../../../policy/model/name.ts";
import { directQuery } from "../acme/dns_exchange.ts";
import { sign, type TsigKey, verify } from "./tsig.ts";

const random = (length: number) => new Uint8Array(length).fill(7);
const NOW = 1_795_000_000;
const MAC = 32;
const key: TsigKey = {
  name: nameFromText("k.example")!,
  algorithm: "hmac-sha256",
  secret: random(32),
};
const request = sign(directQuery("x.example", 6, random), key, NOW);

/** A response that a server signed with the key at a given time (RFC 8945 5.3). */
function signedAt(
  at: number,
  forgery: Partial<Record<"secret" | "mac", Uint8Array>> = {},
): Uint8Array {
  const bare = directQuery("x.example", 6, random);
  bare[2] = 0x84;
  // The record is that of a request with another MAC: its timers precede the MAC and six bytes
  // follow it.
  const { message } = sign(bare, key, at);
  const macAt = message.length - 6 - MAC;
  const timers = message.subarray(macAt - 10, macAt - 2);
  const algorithm = nameFromText(key.algorithm)!;
  const fixed = [...key.name, 0, 255, 0, 0, 0, 0, ...algorithm, ...timers, 0, 0, 0, 0];
  const { secret = key.secret, mac = request.mac } = forgery;
  const signed = createHmac("sha256", secret).update(
    Uint8Array.of(0, mac.length, ...mac, ...bare, ...fixed),
  ).digest();
  message.set(signed, macAt);
  return message;
}

Deno.test("verify() accepts a response signed with the key for this request within 300 seconds", () => {
  const kind = (response: Uint8Array) => verify(response, key, request.mac, NOW).kind;
  for (const off of [0, 299, -300]) assert.equal(kind(signedAt(NOW + off)), "sound", `${off}`);
  // A replayed response belongs to another request or another time.
  for (const off of [301, -301, 86_400 * 365]) {
    assert.equal(kind(signedAt(NOW + off)), "forged", `${off}`);
  }
  assert.equal(kind(signedAt(NOW, { mac: random(32) })), "forged");
  assert.equal(kind(signedAt(NOW, { secret: new Uint8Array(32) })), "forged");
});
