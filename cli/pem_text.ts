/** Reads files of certificates and keys: PEM in any encoding of text, and DER. */
import { CommandError } from "./command_error.ts";
import { clean } from "./terminal.ts";

/** The tag of a sequence in DER, and the first byte of a length of several bytes. */
const SEQUENCE = 0x30;
const LONG_LENGTH = 0x80;

/** What follows the header of the outer sequence, as hexadecimal digits. */
const KINDS: readonly (readonly [beginning: RegExp, label: string])[] = [
  [/^020100(?=30)/, "PRIVATE KEY"],
  [/^020100(?=02)/, "RSA PRIVATE KEY"],
  [/^020101(?=04)/, "EC PRIVATE KEY"],
  [/^30/, "CERTIFICATE"],
];

/** Bytes before the content of the one sequence of a file; undefined = it is no sequence in DER. */
function headerLength({ 0: tag, 1: length, length: size }: Uint8Array): number | undefined {
  if (tag !== SEQUENCE) return undefined;
  // Keys of elliptic curves are shorter than 128 bytes; the length is then one byte.
  if (length < LONG_LENGTH) return size === 2 + length ? 2 : undefined;
  return length > LONG_LENGTH && length <= LONG_LENGTH + 4 ? 2 + length - LONG_LENGTH : undefined;
}

/** The content of a file as PEM; throws a CommandError that says how to convert other files. */
export function pemText(bytes: Uint8Array, path: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const header = headerLength(bytes);
  if (header === undefined) return new TextDecoder().decode(bytes);

  const content = bytes.subarray(header, header + 10).toHex();
  const label = KINDS.find(([beginning]) => beginning.test(content))?.[1];
  if (label === undefined) {
    throw new CommandError(
      `The file is no PEM, most likely PKCS #12; write it as PEM first: openssl pkcs12 -nodes -in ${
        clean(path)
      } -out certificate.pem`,
    );
  }
  const lines = bytes.toBase64().match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
