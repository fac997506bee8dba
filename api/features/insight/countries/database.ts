/** A database of countries by address, in the format of MaxMind (A 7.12.2). */
import { isPublicAddress } from "../../../../policy/model/public_address.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { Mmdb, type MmdbValue } from "./mmdb.ts";

/** A database that cannot be used, or could not be downloaded. */
export class CountryDatabaseError extends Error {
  override name = "CountryDatabaseError";
}

/** First bytes of the public IPv4 addresses that a database is tried with. */
const TRIED = Array.from({ length: 222 }, (_, i) => i + 1);
/** Share of the tried addresses that must have a country. */
const LEAST_KNOWN = 0.25;

/** The countries. */
export class CountryDatabase {
  readonly #file: Mmdb;

  private constructor(file: Mmdb) {
    this.#file = file;
  }

  /** Reads a database and tries it. Throws a CountryDatabaseError if it holds no countries. */
  static read(bytes: Uint8Array): CountryDatabase {
    const database = new CountryDatabase(fileOf(bytes));
    const known = TRIED.filter((first) => isCode(database.#codeOf(Uint8Array.of(first, 8, 8, 8))));
    if (known.length < TRIED.length * LEAST_KNOWN) {
      throw new CountryDatabaseError("the database holds no countries");
    }
    return database;
  }

  /** Unix milliseconds at which its owner made it. */
  get built(): number {
    return this.#file.built;
  }

  /** The country of a public address, `FR`; "" = unknown. */
  countryOf(address: string): string {
    const bytes = parseAddress(address);
    if (bytes === undefined || !isPublicAddress(address)) return "";
    const code = this.#codeOf(bytes);
    return isCode(code) ? code : "";
  }

  /** Throws a CountryDatabaseError if the record of the address cannot be read. */
  #codeOf(address: Uint8Array): unknown {
    try {
      return codeIn(this.#file.get(address));
    } catch (error) {
      const { message } = error as Error;
      throw new CountryDatabaseError(`the database of countries is damaged: ${message}`);
    }
  }
}

function fileOf(bytes: Uint8Array): Mmdb {
  try {
    return new Mmdb(bytes);
  } catch (error) {
    const { message } = error as Error;
    throw new CountryDatabaseError(`the file is no database of countries (MMDB): ${message}`);
  }
}

/** The country code in a record of MaxMind and DB-IP, or of ip-location-db. */
function codeIn(record: MmdbValue): unknown {
  if (!(record instanceof Map)) return undefined;
  const country = record.get("country");
  const code = country instanceof Map ? country.get("iso_code") : undefined;
  return code ?? record.get("country_code");
}

function isCode(code: unknown): code is string {
  return typeof code === "string" && /^[A-Z]{2}$/.test(code);
}
