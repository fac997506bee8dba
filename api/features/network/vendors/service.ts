/**
 * The vendor of a machine by its hardware address: the register of the IEEE, unpacked at the first
 * use.
 */
import { isRandomMac } from "../../../../policy/model/mac.ts";
import { BLOCK_DIGITS, type Prefixes, unpackVendors, type VendorRegister } from "./pack.ts";
import packed from "./vendors.bin" with { type: "bytes" };

let register: VendorRegister | undefined;
const decoder = new TextDecoder();

/** Returns the vendor of a canonical hardware address; "" when it is not registered or random. */
export function vendorOf(mac: string): string {
  if (isRandomMac(mac)) return "";
  register ??= unpackVendors(packed);
  const digits = mac.replaceAll(":", "");
  // The longest block first: a vendor with 36 bits is inside a block of 24 bits that belongs to the
  // register.
  for (let at = BLOCK_DIGITS.length - 1; at >= 0; at--) {
    const { prefixes, names } = register.blocks[at];
    const found = search(prefixes, parseInt(digits.slice(0, BLOCK_DIGITS[at]), 16));
    if (found >= 0) return nameAt(register, names[found]);
  }
  return "";
}

function nameAt({ starts, text }: VendorRegister, number: number): string {
  return number + 1 < starts.length
    ? decoder.decode(text.subarray(starts[number], starts[number + 1] - 1))
    : "";
}

function search(prefixes: Prefixes, wanted: number): number {
  let low = 0;
  let high = prefixes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (prefixes[middle] === wanted) return middle;
    if (prefixes[middle] < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
