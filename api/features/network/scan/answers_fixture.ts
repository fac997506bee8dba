/** Responses of machines, for tests. */
import { parseAddress } from "../../../../policy/model/address.ts";
import { parseMac } from "../../../../policy/model/mac.ts";
import { netbiosQuery } from "./netbios.ts";

/** Returns the NetBIOS status of a machine in a work group. */
export function netbiosAnswer(name: string, mac: string): Uint8Array<ArrayBuffer> {
  const names = [["WORKGROUP", 0, 0x84], [name, 0, 0x04], [name, 0x20, 0x04]] as const;
  const query = netbiosQuery();
  const text = (word: string) => [...new TextEncoder().encode(word.padEnd(15))];
  const list = names.flatMap(([word, suffix, flags]) => [...text(word), suffix, flags, 0]);
  const data = [names.length, ...list, ...parseMac(mac)!, ...Array(40).fill(0)];
  const head = [...query.slice(0, 2), 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0, ...query.slice(12, 46)];
  return Uint8Array.from([
    ...head,
    0,
    0x21,
    0,
    1,
    0,
    0,
    0,
    0,
    data.length >> 8,
    data.length & 255,
    ...data,
  ]);
}

/** A name as text, or as labels that may hold dots and spaces. */
type Name = string | readonly string[];

function wireOf(name: Name): number[] {
  const labels = typeof name === "string" ? name.split(".") : name;
  return [
    ...labels.flatMap((label) => {
      const bytes = new TextEncoder().encode(label);
      return [bytes.length, ...bytes];
    }),
    0,
  ];
}

function rdataOf(type: number, data: Name): number[] {
  if (type === 1) return [...parseAddress(String(data))!];
  return type === 16 ? wireOf(data).slice(0, -1) : wireOf(data);
}

/** Returns a response of multicast DNS: PTR to a name, TXT of words, A of an address. */
export function mdnsAnswer(
  records: readonly (readonly [owner: Name, type: number, data: Name])[],
): Uint8Array<ArrayBuffer> {
  const out = [0, 0, 0x84, 0, 0, 0, 0, records.length, 0, 0, 0, 0];
  for (const [owner, type, data] of records) {
    const rdata = rdataOf(type, data);
    out.push(
      ...wireOf(owner),
      0,
      type,
      0,
      1,
      0,
      0,
      0,
      120,
      rdata.length >> 8,
      rdata.length & 255,
      ...rdata,
    );
  }
  return Uint8Array.from(out);
}
