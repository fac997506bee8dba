/**
 * Reads zip, gzip and tar archives of other products. Sizes are limited whatever their headers
 * claim.
 */
import { Gunzip, unzipSync } from "fflate";
import { DomainError } from "../../../schema/errors.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { concatBytes } from "../../../system/bytes.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The files of an archive by their names, without a leading `./` or `/`. */
export type ArchiveFiles = ReadonlyMap<string, Uint8Array>;

/** Bytes unpacked at a time; the total size is checked after each step. */
const STEP = 64 * 1024;
const BLOCK = 512;
const latin = new TextDecoder("latin1");

/** Returns the maximum size of an entry in bytes. */
function mostOf(name: string): number {
  return name.endsWith(".db") ? IMPORT_LIMITS.database : IMPORT_LIMITS.text;
}

/**
 * Returns the wanted files of a zip archive. Throws DomainError when it is not a zip archive or
 * exceeds the limits.
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): ArchiveFiles {
  let seen = 0;
  let left: number = IMPORT_LIMITS.unpacked;
  const tooLarge = () =>
    new DomainError("bad_value", sentence`The archive is too large once unpacked`);
  try {
    const files = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        if (++seen > IMPORT_LIMITS.entries) {
          throw new DomainError("bad_value", sentence`The archive holds too many files`);
        }
        if (!wanted(plainName(name))) return false;
        // The library allocates the size in the header and never unpacks more than that.
        if (!(originalSize >= 0 && originalSize <= mostOf(name)) || size > bytes.length) {
          throw tooLarge();
        }
        left -= originalSize;
        if (left < 0) throw tooLarge();
        return true;
      },
    });
    return new Map(Object.entries(files).map(([name, content]) => [plainName(name), content]));
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : new DomainError("bad_value", sentence`The archive is damaged, or no zip file`);
  }
}

/** Unpacks a gzip file. Throws DomainError when it is not a gzip file or exceeds the limits. */
export function gunzip(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const stream = new Gunzip((part, final) => {
    length += part.length;
    if (length > IMPORT_LIMITS.unpacked) {
      throw new DomainError(
        "bad_value",
        sentence`The archive is too large once unpacked`,
      );
    }
    parts.push(part);
    ended = final;
  });
  try {
    for (let at = 0; at < bytes.length; at += STEP) {
      stream.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
    }
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : new DomainError("bad_value", sentence`The archive is damaged, or no gzip file`);
  }
  if (!ended) throw new DomainError("bad_value", sentence`The archive ends too early`);
  return concatBytes(parts);
}

/**
 * Returns the wanted files of a tar archive (POSIX ustar). Throws DomainError when it is truncated
 * or not a tar archive.
 */
export function untar(bytes: Uint8Array, wanted: (name: string) => boolean): ArchiveFiles {
  const files = new Map<string, Uint8Array>();
  let seen = 0;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header[0] === 0) break;
    if (++seen > IMPORT_LIMITS.entries) {
      throw new DomainError("bad_value", sentence`The archive holds too many files`);
    }
    const size = parseInt(latin.decode(header.subarray(124, 136)).replace(/[\0 ]/g, "") || "0", 8);
    if (!isTarHeader(header) || !(size >= 0) || at + BLOCK + size > bytes.length) {
      throw new DomainError("bad_value", sentence`The archive is damaged, or no tar file`);
    }
    const name = plainName(text(header, 345, 155) === "" ? text(header, 0, 100) : tarPath(header));
    const isFile = header[156] === 0 || header[156] === 0x30;
    if (isFile && wanted(name)) {
      if (size > mostOf(name)) {
        throw new DomainError(
          "bad_value",
          sentence`The archive is too large once unpacked`,
        );
      }
      files.set(name, bytes.subarray(at + BLOCK, at + BLOCK + size));
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (seen === 0) {
    throw new DomainError("bad_value", sentence`The archive is empty, or no tar file`);
  }
  return files;
}

function tarPath(header: Uint8Array): string {
  return `${text(header, 345, 155)}/${text(header, 0, 100)}`;
}

/**
 * Checks the checksum of a header: the sum of all its bytes, with the checksum field counted as
 * blanks.
 */
function isTarHeader(header: Uint8Array): boolean {
  const stated = parseInt(latin.decode(header.subarray(148, 156)).replace(/[\0 ]/g, ""), 8);
  return stated ===
    header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

function text(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return latin.decode(end < 0 ? field : field.subarray(0, end));
}

function plainName(name: string): string {
  return name.replace(/^(?:\.?\/)+/, "");
}
