/** A database of countries by address, in the format of MaxMind (A 7.12.2). */
import { Buffer } from "node:buffer";
import { Reader, type Response } from "mmdb-lib";
import { isPublicAddress } from "../../../../policy/model/public_address.ts";
import { parseAddress } from "../../../../policy/model/address.ts";

/** A database that cannot be used, or could not be downloaded. */
export class CountryDatabaseError extends Error {
  override name = "CountryDatabaseError";
}

/** First bytes of the addresses that a database is tried with: the public ones of IPv4. */
const TRIED = Array.from({ length: 222 }, (_, i) => i + 1);
/** Share of the tried addresses that must have a country. */
const LEAST_KNOWN = 0.25;
/** Bytes between the tree and the data. */
const SEPARATOR = 16;

/** The countries. */
export class CountryDatabase {
  readonly #reader: Reader<Response>;

  private constructor(reader: Reader<Response>) {
    this.#reader = reader;
  }

  /** Reads a database and tries it. Throws a CountryDatabaseError if it is none of countries. */
  static read(bytes: Uint8Array): CountryDatabase {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const database = new CountryDatabase(readerOf(buffer));
    const { searchTreeSize, ipVersion } = database.#reader.metadata;
    if (!(searchTreeSize + SEPARATOR < bytes.length) || ![4, 6].includes(ipVersion)) {
      throw new CountryDatabaseError("the database of countries is not complete");
    }
    const known = TRIED.filter((first) => isCode(database.#codeOf(`${first}.8.8.8`)));
    if (known.length < TRIED.length * LEAST_KNOWN) {
      throw new CountryDatabaseError("the database holds no countries");
    }
    return database;
  }

  /** Unix milliseconds at which its owner made it. */
  get built(): number {
    return this.#reader.metadata.buildEpoch.getTime();
  }

  /** The country of a public address, `FR`; "" = unknown. */
  countryOf(address: string): string {
    const bytes = parseAddress(address);
    if (bytes === undefined || !isPublicAddress(address)) return "";
    if (bytes.length === 16 && this.#reader.metadata.ipVersion === 4) return "";
    const code = this.#codeOf(address);
    return isCode(code) ? code : "";
  }

  /** Throws a CountryDatabaseError if the place of the address cannot be read. */
  #codeOf(address: string): unknown {
    try {
      return codeIn(this.#reader.get(address));
    } catch (error) {
      const { message } = error as Error;
      throw new CountryDatabaseError(`the database of countries is damaged: ${message}`);
    }
  }
}

function readerOf(buffer: Buffer): Reader<Response> {
  try {
    return new Reader<Response>(buffer);
  } catch (error) {
    const { message } = error as Error;
    throw new CountryDatabaseError(`the file is no database of countries (MMDB): ${message}`);
  }
}

/** The code in a record of MaxMind and DB-IP, or of ip-location-db. */
function codeIn(record: unknown): unknown {
  if (typeof record !== "object" || record === null) return undefined;
  const { country, country_code: code } = record as {
    readonly country?: unknown;
    readonly country_code?: unknown;
  };
  if (typeof country !== "object" || country === null) return code;
  return (country as { readonly iso_code?: unknown }).iso_code ?? code;
}

function isCode(code: unknown): code is string {
  return typeof code === "string" && /^[A-Z]{2}$/.test(code);
}
