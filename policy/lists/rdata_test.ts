import assert from "node:assert/strict";
import { rdataFromFields } from "./rdata.ts";
import { TYPE, typeFromText } from "./record_types.ts";

const hex = (type: number, ...fields: string[]) => rdataFromFields(type, fields)?.toHex();

Deno.test("RDATA is encoded as the RFCs define it", () => {
  assert.equal(hex(TYPE.A, "192.0.2.1"), "c0000201");
  assert.equal(hex(TYPE.NS, "a.b."), "0161016200");
  assert.equal(hex(TYPE.MX, "10", "m."), "000a016d00");
  assert.equal(hex(TYPE.SRV, "1", "2", "3", "."), "00010002000300");
  assert.equal(hex(TYPE.TXT, 'a\\"b', "\\065"), "03612262" + "0141");
  assert.equal(hex(TYPE.TXT, ""), "00");
  assert.equal(rdataFromFields(TYPE.TXT, ["x".repeat(300)])?.length, 302);
  assert.equal(
    hex(TYPE.CAA, "0", "issue", "ca.example"),
    "00056973737565" + "63612e6578616d706c65",
  );
  assert.equal(
    hex(TYPE.SVCB, "1", ".", "port=53", "alpn=h2,h3"),
    "000100" + "0001000602683202 6833".replace(" ", "") + "000300020035",
  );
  assert.equal(
    hex(TYPE.HTTPS, "1", ".", "ipv4hint=192.0.2.1,192.0.2.2"),
    "000100" + "00040008c0000201c0000202",
  );
  assert.equal(
    hex(TYPE.HTTPS, "1", ".", "mandatory=port,alpn", "alpn=h2", "port=1"),
    "000100" + "0000000400010003" + "00010003026832" + "000300020001",
  );
  assert.equal(hex(TYPE.HTTPS, "1", ".", "key667=hello"), "000100" + "029b000568656c6c6f");
  assert.equal(hex(4242, "\\#", "3", "ab", "cdef"), "abcdef");
  assert.equal(
    hex(TYPE.NAPTR, "1", "2", "S", "SIP+D2U", "", "r."),
    "00010002" + "0153" + "075349502b443255" + "00" + "017200",
  );
  assert.equal(hex(TYPE.TLSA, "3", "1", "1", "abcd", "ef"), "030101abcdef");
  assert.equal(hex(TYPE.DS, "60485", "5", "1", "2BB1"), "ec4505012bb1");
  assert.equal(hex(TYPE.SSHFP, "2", "1", "12"), "020112");
  assert.equal(hex(TYPE.HINFO, "PC", ""), "025043" + "00");
  assert.equal(hex(TYPE.URI, "10", "1", "a:b"), "000a0001613a62");
  assert.equal(hex(TYPE.RP, "a.", "."), "016100" + "00");
});

Deno.test("invalid fields yield no RDATA", () => {
  for (
    const [type, ...fields] of [
      [TYPE.A, "2001:db8::1"],
      [TYPE.AAAA, "192.0.2.1"],
      [TYPE.A],
      [TYPE.MX, "70000", "m."],
      [TYPE.MX, "m."],
      [TYPE.TXT, "\\999"],
      [TYPE.TXT],
      [TYPE.HTTPS, "1"],
      [TYPE.HTTPS, "1", ".", "port=1", "port=2"],
      [TYPE.HTTPS, "1", ".", "nokey=1"],
      [TYPE.HTTPS, "1", ".", "ech=%"],
      [TYPE.SRV, "1", "2", "3"],
      [TYPE.NAPTR, "1", "2", "S", "x".repeat(256), "", "r."],
      [TYPE.TLSA, "3", "1", "1"],
      [TYPE.TLSA, "256", "1", "1", "ab"],
      [TYPE.SSHFP, "2", "1", "1"],
      [TYPE.CAA, "0", "is sue", "x"],
      [TYPE.HINFO, "PC"],
      [4242, "x"],
      [4242, "\\#", "2", "ab"],
      [TYPE.SOA, "a.", "b."],
    ] as const
  ) {
    assert.equal(
      rdataFromFields(type, fields as readonly string[]),
      undefined,
      `${type} ${fields}`,
    );
  }
});

Deno.test("types are found by name and number", () => {
  assert.equal(typeFromText("https"), 65);
  assert.equal(typeFromText("TYPE65535"), 65_535);
  assert.equal(typeFromText("TYPE65536"), undefined);
  assert.equal(typeFromText("constructor"), undefined);
});
