/**
 * Limits of an import. Files come from other machines and must not fill the memory. Sizes in bytes.
 */

const MIB = 1024 * 1024;

/** The limits. */
export const IMPORT_LIMITS = {
  /** The uploaded file. */
  file: 16 * MIB,
  /** Everything unpacked from an archive. */
  unpacked: 96 * MIB,
  /** One database inside an archive. */
  database: 64 * MIB,
  /** One text: hosts files, settings, lines of dnsmasq. */
  text: 8 * MIB,
  /** One YAML or TOML file: parsing takes many times its size. */
  document: 4 * MIB,
  /** Entries of an archive that are read. */
  entries: 2000,
  /** Rows that are read of one table. */
  rows: 20_000,
  /** Values of one document that are reported because nothing reads them. */
  leaves: 2000,
  /** Characters of one line; longer ones are left out. */
  line: 4096,
  /** Items in a plan; further ones are reported as a warning. */
  items: 20_000,
  /** Warnings that a plan holds. */
  warnings: 100,
  /** Characters of one displayed value. */
  shown: 300,
} as const;
