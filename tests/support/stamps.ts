/** Creates DNS stamps byte by byte (dnscrypt.info/stamps-specifications). */

const text = (value: string) => new TextEncoder().encode(value);

/** A part after its length. */
export function part(value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === "string" ? text(value) : value;
  return Uint8Array.of(bytes.length, ...bytes);
}

/** A list of parts. */
export function partList(...values: readonly (string | Uint8Array)[]): Uint8Array {
  if (values.length === 0) return Uint8Array.of(0);
  return Uint8Array.from(values.flatMap((value, i) => {
    const [length, ...bytes] = part(value);
    return [i < values.length - 1 ? length | 0x80 : length, ...bytes];
  }));
}

/** A stamp of a kind with no properties set. */
export function stampOf(kind: number, ...parts: readonly Uint8Array[]): string {
  const bytes = Uint8Array.from([
    kind,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...parts.flatMap((each) => [...each]),
  ]);
  return `sdns://${bytes.toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** A stamp of DNSCrypt: address with port, the provider's key and name. */
export function dnscryptStamp(address: string, key: Uint8Array, provider: string): string {
  return stampOf(1, part(address), part(key), part(provider));
}

/** A stamp of DNS over HTTPS. */
export function dohStamp(
  address: string,
  pins: readonly string[],
  host: string,
  path: string,
): string {
  return stampOf(
    2,
    part(address),
    partList(...pins.map((pin) => Uint8Array.fromHex(pin))),
    part(host),
    part(path),
  );
}

/** A stamp of DNS over TLS (3) or over QUIC (4). */
export function dotStamp(
  kind: 3 | 4,
  address: string,
  pins: readonly string[],
  host: string,
): string {
  return stampOf(
    kind,
    part(address),
    partList(...pins.map((pin) => Uint8Array.fromHex(pin))),
    part(host),
  );
}
