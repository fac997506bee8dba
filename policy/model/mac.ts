/** Hardware addresses (EUI-48) as octets and as text: lower case, octets parted by colons (IEEE 802). */

/** Octets of a hardware address. */
export const MAC_OCTETS = 6;

const HEX = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, "0"));

/** `aa:bb:cc:dd:ee:ff` of six octets at `at`. */
export function macToText(octets: Uint8Array, at = 0): string {
  let text = HEX[octets[at]];
  for (let i = 1; i < MAC_OCTETS; i++) text += ":" + HEX[octets[at + i]];
  return text;
}

/** Reads a hardware address in the forms people meet: octets parted by colons or hyphens, Cisco's dots, or nothing; its canonical text. */
export function readMac(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const whole = /^[0-9a-f]{2}([:-]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/.test(trimmed) ||
    /^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/.test(trimmed);
  return whole ? trimmed.replace(/[^0-9a-f]/g, "").match(/../g)!.join(":") : undefined;
}

/** The six octets of a canonical hardware address; undefined when it is none. */
export function parseMac(text: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(text)) return undefined;
  const octets = new Uint8Array(MAC_OCTETS);
  for (let i = 0; i < MAC_OCTETS; i++) octets[i] = digit(text, i * 3) << 4 | digit(text, i * 3 + 1);
  return octets;
}

/** The value of a hexadecimal digit in lower case. */
function digit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** Whether six octets can be the address of one machine: neither a group address nor all zeros. */
export function isMachineMac(octets: Uint8Array, at = 0): boolean {
  if ((octets[at] & 1) !== 0) return false;
  for (let i = 0; i < MAC_OCTETS; i++) if (octets[at + i] !== 0) return true;
  return false;
}

/** Whether a canonical hardware address was made up by the machine (the bit of local administration), as phones do for privacy. */
export function isRandomMac(mac: string): boolean {
  return (parseInt(mac.slice(0, 2), 16) & 2) !== 0;
}

/** The hardware address that an IPv6 address was made of (EUI-64, RFC 4291 appendix A); undefined when it was made of none. */
export function macOfInterfaceId(address: Uint8Array): string | undefined {
  if (address.length !== 16 || address[11] !== 0xff || address[12] !== 0xfe) return undefined;
  const mac = Uint8Array.of(
    address[8] ^ 2,
    address[9],
    address[10],
    address[13],
    address[14],
    address[15],
  );
  return isMachineMac(mac) ? macToText(mac) : undefined;
}
