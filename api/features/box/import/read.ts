/** Detects the format of an uploaded file by its content, not by its name. */
import { DomainError } from "../../../schema/errors.ts";
import { readAdguard } from "./adguard.ts";
import { type ArchiveFiles, gunzip, untar, unzip } from "./archive.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { MacOf } from "./machines.ts";
import { type ImportFindings, withOtherFiles } from "./model.ts";
import {
  isPihole5File,
  isPihole6File,
  isPihole6Folder,
  readGravity,
  readPihole5,
  readPihole6,
  readTomlAlone,
} from "./pihole.ts";
import { readPlain } from "./plain.ts";
import { isDatabaseFile } from "./tables.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The context in which a file is read. */
export interface ReadContext {
  /** Returns the hardware address of an address of the network. */
  readonly macOf: MacOf;
  /** Time zone of the box, such as Europe/Paris. */
  readonly zone: string;
}

const decoder = new TextDecoder();
const ADGUARD = /(?:^|\/)AdGuardHome\.yaml$/;
const LEASES = /(?:^|\/)leases\.json$/;

/** Whether a file of an archive is read; the names of the others are collected. */
function isWanted(
  name: string,
  isOfPihole: (name: string) => boolean,
  others: string[],
): boolean {
  if (isOfPihole(name) || ADGUARD.test(name) || LEASES.test(name)) return true;
  if (!name.endsWith("/")) others.push(name);
  return false;
}

/** Reads the folder of AdGuard Home as an archive; undefined = it is none. */
function readAdguardFiles(
  files: ArchiveFiles,
  others: readonly string[],
  place: ReadContext,
): ImportFindings | undefined {
  const find = (path: RegExp) => [...files].find(([name]) => path.test(name))?.[1];
  const yaml = find(ADGUARD);
  if (yaml === undefined) return undefined;
  return withOtherFiles(readAdguard(yaml, { ...place, leases: find(LEASES) }), others);
}

/** Reads a file. Throws only DomainError, for a file that cannot be read. */
export function readImport(bytes: Uint8Array, place: ReadContext): ImportFindings {
  if (bytes.length === 0) throw new DomainError("bad_value", sentence`The file is empty`);
  if (bytes.length > IMPORT_LIMITS.file) {
    throw new DomainError(
      "bad_value",
      sentence`A file of an import may have ${IMPORT_LIMITS.file / 1024 / 1024} MiB`,
    );
  }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const names: string[] = [];
    const files = unzip(bytes, (name) => isWanted(name, isPihole6File, names));
    return readAdguardFiles(files, names, place) ?? readPihole6(files, names, place.macOf);
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const names: string[] = [];
    const isOfPihole = (name: string) => isPihole5File(name) || isPihole6File(name);
    const files = untar(gunzip(bytes), (name) => isWanted(name, isOfPihole, names));
    const readPihole = isPihole6Folder(files) ? readPihole6 : readPihole5;
    return readAdguardFiles(files, names, place) ?? readPihole(files, names, place.macOf);
  }
  if (isDatabaseFile(bytes)) return readGravity(bytes, place.macOf);
  const start = bytes.subarray(0, 65_536);
  if (start.includes(0)) {
    throw new DomainError(
      "bad_value",
      sentence`The box does not know this kind of file`,
    );
  }
  const text = decoder.decode(bytes.length > IMPORT_LIMITS.document ? start : bytes);
  if (/^schema_version:/m.test(text) || /^(?:filters|user_rules|dns):[ \t]*$/m.test(text)) {
    return readAdguard(bytes, place);
  }
  if (/^\[dns\]/m.test(text) && /^[ \t]*upstreams = \[/m.test(text)) {
    return readTomlAlone(bytes, place.macOf);
  }
  if (/^\s*</.test(text)) {
    throw new DomainError(
      "bad_value",
      sentence`This file is a web page; download the file itself`,
    );
  }
  return readPlain(bytes, place.macOf);
}
