/**
 * Detects the type of a fetched document by its first bytes: captive portals return HTML, mirrors
 * may return archives (rule-syntax E1).
 */

/** No line of a list begins with a tag. */
const HTML = /^<[!?a-z]/i;
/** Bytes needed to detect the type. */
const SAMPLE_BYTES = 1024;
/** gzip, zip, zstd, xz, bzip2, 7z, PDF, PNG, JPEG, GIF, ELF, UTF-16 in either order. */
const MAGIC: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x50, 0x4b, 0x03, 0x04],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x42, 0x5a, 0x68],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x7f, 0x45, 0x4c, 0x46],
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/**
 * Whether a document with these first bytes can be a list, or is a web page or a binary file.
 * Examines 1024 bytes at most.
 */
export function detectContent(firstBytes: Uint8Array): "html" | "binary" | "list" {
  if (MAGIC.some((magic) => magic.every((byte, i) => firstBytes[i] === byte))) return "binary";
  const sample = firstBytes.subarray(0, SAMPLE_BYTES);
  let control = 0;
  for (const byte of sample) {
    if (byte === 0) return "binary";
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) control++;
  }
  if (control * 10 > sample.length) return "binary";
  return HTML.test(new TextDecoder().decode(sample).trimStart()) ? "html" : "list";
}
