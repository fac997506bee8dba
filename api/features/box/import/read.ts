/** Detects the format of an uploaded file by its content, not by its name. */
import { DomainError } from "../../../schema/errors.ts";
import { readAdguard } from "./adguard.ts";
import { gunzip } from "./archive.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { MacOf } from "./machines.ts";
import type { ImportFindings } from "./model.ts";
import { readGravity, readPihole5, readPihole6, readTomlAlone } from "./pihole.ts";
import { readPlain } from "./plain.ts";
import { isDatabaseFile } from "./tables.ts";

/** The context in which a file is read. */
export interface ReadContext {
  /** Returns the hardware address of an address of the network. */
  readonly macOf: MacOf;
  /** Time zone of the box, such as Europe/Paris. */
  readonly zone: string;
}

const decoder = new TextDecoder();

/** Reads a file. Throws only DomainError, for a file that cannot be read. */
export function readImport(bytes: Uint8Array, place: ReadContext): ImportFindings {
  if (bytes.length === 0) throw new DomainError("bad_value", "The file is empty");
  if (bytes.length > IMPORT_LIMITS.file) {
    throw new DomainError(
      "bad_value",
      `A file of an import may have ${IMPORT_LIMITS.file / 1024 / 1024} MiB`,
    );
  }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readPihole6(bytes, place.macOf);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return readPihole5(gunzip(bytes), place.macOf);
  if (isDatabaseFile(bytes)) return readGravity(bytes, place.macOf);
  const start = bytes.subarray(0, 65_536);
  if (start.includes(0)) {
    throw new DomainError("bad_value", "The file is none of those that the box understands");
  }
  const text = decoder.decode(bytes.length > IMPORT_LIMITS.document ? start : bytes);
  if (/^schema_version:/m.test(text) || /^(?:filters|user_rules|dns):[ \t]*$/m.test(text)) {
    return readAdguard(bytes, place);
  }
  if (/^\[dns\]/m.test(text) && /^[ \t]*upstreams = \[/m.test(text)) {
    return readTomlAlone(bytes, place.macOf);
  }
  if (/^\s*</.test(text)) {
    throw new DomainError("bad_value", "The file is a web page, not the file that was meant");
  }
  return readPlain(bytes, place.macOf);
}
