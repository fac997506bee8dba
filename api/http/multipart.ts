/** The parts of a form with files (multipart/form-data, RFC 7578), read within bounds. */
import { Buffer } from "node:buffer";

/** A part: a field, or a file with its name. */
export interface FormPart {
  readonly name: string;
  /** Absent = not a file. */
  readonly fileName?: string;
  readonly bytes: Uint8Array;
}

/** Bytes of the headers of one part, and of a boundary (RFC 2046 5.1.1). */
const MOST_HEADERS = 2048;
const MOST_BOUNDARY = 70;
const decoder = new TextDecoder();

/** The boundary in a media type; undefined = not a form with files. */
export function boundaryOf(type: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  return boundary !== undefined && boundary.length <= MOST_BOUNDARY ? boundary : undefined;
}

/**
 * The parts, up to a maximum; undefined = not such a form, or more parts. Bytes are views, not
 * copies.
 */
export function formParts(
  bytes: Uint8Array,
  boundary: string,
  most: number,
): FormPart[] | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: FormPart[] = [];
  let at = all.indexOf(delimiter);
  if (at !== 0) return undefined;
  for (;;) {
    at += delimiter.length;
    if (all[at] === 0x2d && all[at + 1] === 0x2d) return parts;
    if (all[at] !== 0x0d || all[at + 1] !== 0x0a || parts.length === most) return undefined;
    const head = all.indexOf("\r\n\r\n", at);
    const end = head < 0 ? -1 : all.indexOf(`\r\n--${boundary}`, head + 2);
    if (end < 0 || head - at > MOST_HEADERS) return undefined;
    const part = partOf(
      decoder.decode(all.subarray(at, head)),
      bytes.subarray(Math.min(head + 4, end), end),
    );
    if (part === undefined) return undefined;
    parts.push(part);
    at = end + 2;
  }
}

/** Browsers write quotes and line ends in names as %22, %0D and %0A. */
function partOf(headers: string, bytes: Uint8Array): FormPart | undefined {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers)?.[1] ?? "";
  const value = (key: string) =>
    new RegExp(`;\\s*${key}="([^"]*)"`, "i").exec(disposition)?.[1].replace(
      /%(22|0D|0A)/gi,
      (code) => decodeURIComponent(code),
    );
  const name = value("name");
  const fileName = value("filename");
  return name === undefined
    ? undefined
    : { name, bytes, ...(fileName === undefined ? {} : { fileName }) };
}
