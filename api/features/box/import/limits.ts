/** What an import may hold: files come from other machines, so that nothing in them may fill the memory. Sizes in bytes. */

const MIB = 1024 * 1024;

/** The limits. */
export const IMPORT_LIMITS = {
  /** The file as it is given. */
  file: 16 * MIB,
  /** All that is read out of an archive. */
  unpacked: 96 * MIB,
  /** One database inside. */
  database: 64 * MIB,
  /** One text: hosts files, settings, lines of dnsmasq. */
  text: 8 * MIB,
  /** One YAML or TOML file: reading them takes many times their size. */
  document: 4 * MIB,
  /** Entries of an archive that are looked at. */
  entries: 2000,
  /** Rows that are read of one table. */
  rows: 20_000,
  /** Characters of one line; longer ones are left out. */
  line: 4096,
  /** Items in a plan; further ones are reported as a warning. */
  items: 20_000,
  /** Warnings that a plan holds. */
  warnings: 100,
  /** Characters of one value as it is shown. */
  shown: 300,
} as const;
