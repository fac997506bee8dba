import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../../tests/support/any_character.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import { ScanEvidence } from "./evidence.ts";
import { mdnsInquiry, mdnsQuery, readMdns } from "./mdns.ts";
import { netbiosQuery, readNetbios } from "./netbios.ts";
import { mdnsAnswer, netbiosAnswer } from "./answers_fixture.ts";
import { readDescription, readSsdp, ssdpSearch } from "./ssdp.ts";

const latin = (text: string) => new TextEncoder().encode(text);

Deno.test("a NetBIOS status has a name and hardware address, with Samba no address", () => {
  assert.equal(netbiosQuery().length, 50);
  assert.deepEqual(readNetbios(netbiosAnswer("NOAHS-PC", "00:1b:63:00:00:01")), {
    name: "NOAHS-PC",
    mac: "00:1b:63:00:00:01",
  });
  assert.deepEqual(readNetbios(netbiosAnswer("CELLAR", "00:00:00:00:00:00")), {
    name: "CELLAR",
    mac: "",
  });
  assert.equal(readNetbios(netbiosQuery()), undefined, "a question");
  assert.equal(
    readNetbios(netbiosAnswer("NOAHS-PC", "00:1b:63:00:00:01").slice(0, 70)),
    undefined,
    "cut short",
  );
});

Deno.test("a response of multicast DNS has names, services and model", () => {
  const answer = mdnsAnswer([
    ["_services._dns-sd._udp.local", TYPE.PTR, "_airplay._tcp.local"],
    ["_airplay._tcp.local", TYPE.PTR, ["Living Room", "_airplay", "_tcp", "local"]],
    [["Living Room", "_airplay", "_tcp", "local"], TYPE.TXT, [
      "deviceid=00:11",
      "model=AppleTV14,1",
    ]],
    ["Living-Room.local", TYPE.A, "192.168.1.30"],
  ]);
  assert.deepEqual(readMdns(answer, "192.168.1.30"), {
    services: ["_airplay._tcp"],
    name: "Living Room",
    model: "AppleTV14,1",
  });
  const reverse = mdnsAnswer([["30.1.168.192.in-addr.arpa", TYPE.PTR, "kitchen.local"]]);
  assert.deepEqual(readMdns(reverse, "192.168.1.30"), { services: [], name: "kitchen", model: "" });
  const cast = mdnsAnswer([
    ["_googlecast._tcp.local", TYPE.PTR, ["Chromecast-0123", "_googlecast", "_tcp", "local"]],
    [["Chromecast-0123", "_googlecast", "_tcp", "local"], TYPE.TXT, [
      "fn=Wohnzimmer \u{1F4FA}",
      "md=Chromecast",
    ]],
  ]);
  assert.deepEqual(readMdns(cast, "192.168.1.31"), {
    services: ["_googlecast._tcp"],
    name: "Wohnzimmer \u{1F4FA}",
    model: "Chromecast",
  });
});

Deno.test("an address in the response of another machine gives no name", () => {
  const answer = mdnsAnswer([["router.local", TYPE.A, "192.168.1.1"]]);
  assert.equal(readMdns(answer, "192.168.1.66"), undefined);
  assert.equal(readMdns(mdnsQuery(["_ipp._tcp.local"]), "192.168.1.66"), undefined, "a question");
  assert.equal(mdnsInquiry("192.168.1.66")[5], 2);
});

Deno.test("a UPnP device announces its type, and its description is read only at its own address", () => {
  const answer = (location: string) =>
    latin(
      `HTTP/1.1 200 OK\r\nST: urn:schemas-upnp-org:device:MediaRenderer:1\r\nSERVER: Linux UPnP/1.0 Sonos/70\r\nLOCATION: ${location}\r\n\r\n`,
    );
  const own = readSsdp(answer("http://192.168.1.9:1400/xml/d.xml"), "192.168.1.9")!;
  assert.deepEqual([own.text.includes("MediaRenderer"), own.location], [
    true,
    "http://192.168.1.9:1400/xml/d.xml",
  ]);
  for (
    const foreign of [
      "http://10.0.0.1/",
      "https://192.168.1.9/",
      "http://a@192.168.1.9/",
      "http://192.168.1.9.evil.example/",
      "file:///etc/passwd",
      "x",
    ]
  ) {
    assert.equal(readSsdp(answer(foreign), "192.168.1.9")!.location, "", foreign);
  }
  assert.equal(readSsdp(ssdpSearch(2), "192.168.1.9"), undefined, "a search");
});

Deno.test("a description contains the name of its device", () => {
  const xml =
    "<root><device><deviceType>urn:x:ZonePlayer:1</deviceType><friendlyName>Caf&#xe9; &amp; Bar</friendlyName>" +
    "<modelName>Play:1</modelName></device></root>";
  assert.deepEqual(readDescription(xml), {
    name: "Caf\u00e9 & Bar",
    text: "urn:x:ZonePlayer:1 Play:1",
  });
});

Deno.test("any bytes are parsed or ignored", () => {
  const seeds = [
    netbiosAnswer("PC", "00:1b:63:00:00:01"),
    mdnsAnswer([["_ipp._tcp.local", TYPE.PTR, ["P", "_ipp", "_tcp", "local"]]]),
  ];
  const changed = fc.tuple(
    fc.constantFrom(...seeds),
    fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
  )
    .map(([seed, edits]) => {
      const bytes = seed.slice();
      for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
      return bytes;
    });
  const evidence = new ScanEvidence();
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), changed), fc.ipV4(), (bytes, from) => {
      const mdns = readMdns(bytes, from);
      const netbios = readNetbios(bytes);
      const ssdp = readSsdp(bytes, from);
      if (mdns !== undefined) evidence.mdns(from, mdns);
      if (netbios !== undefined) evidence.netbios(from, netbios);
      if (ssdp !== undefined) evidence.ssdp(from, ssdp);
      for (const name of [mdns?.name, netbios?.name]) {
        assert.ok(name === undefined || name.length <= 64);
      }
    }),
    { seed: 5, numRuns: 2000 },
  );
  fc.assert(
    fc.property(
      fc.string({ unit: ANY_CHARACTER, maxLength: 300 }),
      (xml) => void readDescription(xml),
    ),
    {
      seed: 6,
      numRuns: 300,
    },
  );
  assert.ok([...evidence.all()].length <= 4 * 4096);
});

Deno.test("a flood of responses takes bounded memory", () => {
  const evidence = new ScanEvidence();
  for (let i = 0; i < 6000; i++) {
    for (let j = 0; j < 3; j++) {
      evidence.mdns(`10.0.${i >> 8}.${i & 255}`, {
        services: Array.from({ length: 64 }, (_, k) => `_s${j}-${k}._tcp`),
        name: "n",
        model: "",
      });
    }
  }
  const all = [...evidence.all()];
  assert.equal(all.length, 4096);
  assert.equal(evidence.services().length, 64);
});
