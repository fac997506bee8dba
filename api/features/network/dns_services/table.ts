/**
 * Table `dns_certificate`: the choice of a certificate for encrypted DNS and its progress; at most
 * one row (A 2.7, 7.9).
 */
import { maskText } from "../../../../policy/model/masked_address.ts";
import type { Database, Row, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";
import type { CertificateMode } from "../../../certificate/source.ts";

/**
 * The declaration of the table. A certificate belongs to one box: it moves with a backup, so that
 * the devices of a box that died need nothing new, and a secondary has its own.
 */
export const DNS_CERTIFICATE_TABLE: Table = {
  name: "dns_certificate",
  database: "box",
  doc: "The certificate of encrypted DNS: the choice, who made it, and its progress",
  keep: "forever",
  inBackups: true,
  toSecondary: false,
  sealed: { column: "credentials", row: "id" },
};

/** The progress of a choice: `none` = no certificate is wanted. */
export const CERTIFICATE_STATES = ["none", "obtaining", "ready", "failed"] as const;
/** A state of `CERTIFICATE_STATES`. */
export type CertificateProgress = (typeof CERTIFICATE_STATES)[number];

/** The row. Times in Unix milliseconds, 0 = never. */
export interface StoredChoice {
  /** "" = none is wanted. */
  readonly mode: CertificateMode | "";
  /** The requested name; "" = not known yet (mode box). */
  readonly name: string;
  /** The provider of the domain's DNS, "" = none. */
  readonly provider: string;
  /** Sealed JSON, "" = none. */
  readonly credentials: string;
  readonly email: string;
  /**
   * When it was chosen; no two choices have the same time, so files can name the choice they belong
   * to.
   */
  readonly chosenAt: number;
  readonly chosenBy: string;
  readonly state: CertificateProgress;
  /** The current step in one word; "" = none. */
  readonly step: string;
  /** Why the last attempt failed; "" = it did not. */
  readonly error: string;
  readonly tried: number;
  /** Number of consecutive failed attempts. */
  readonly tries: number;
  /** When the box made the certificate again automatically. */
  readonly remadeAt: number;
  /** Days before expiry of the last notification, 0 = none yet. */
  readonly notified: number;
}

/** The default before any choice. */
export const NO_CHOICE: StoredChoice = {
  mode: "",
  name: "",
  provider: "",
  credentials: "",
  email: "",
  chosenAt: 0,
  chosenBy: "",
  state: "none",
  step: "",
  error: "",
  tried: 0,
  tries: 0,
  remadeAt: 0,
  notified: 0,
};

/** The field that holds sealed credentials. */
export const CREDENTIALS_FIELD = {
  table: "dns_certificate",
  row: 1,
  field: "credentials",
} as const;

/** Reads the row; undefined = no choice was made yet. */
export async function readChoice(db: Pick<Database, "all">): Promise<StoredChoice | undefined> {
  return (await db.all("select * from dns_certificate")).map(choiceOf)[0];
}

/** Writes the row. */
export function keptChoice(choice: StoredChoice): Statement {
  return {
    sql:
      `insert or replace into dns_certificate (id, mode, name, provider, credentials, email, chosen_at, chosen_by, state,
      step, error, tried, tries, remade_at, told) values (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [
      choice.mode,
      choice.name,
      choice.provider,
      choice.credentials,
      choice.email,
      choice.chosenAt,
      choice.chosenBy,
      choice.state,
      choice.step,
      choice.error,
      choice.tried,
      choice.tries,
      choice.remadeAt,
      choice.notified,
    ],
  };
}

function choiceOf(row: Row): StoredChoice {
  const state = CERTIFICATE_STATES.find((each) => each === row.state) ?? "failed";
  return {
    mode: String(row.mode) as StoredChoice["mode"],
    name: String(row.name),
    provider: String(row.provider),
    credentials: String(row.credentials),
    email: String(row.email),
    chosenAt: Number(row.chosen_at),
    chosenBy: String(row.chosen_by),
    state,
    step: String(row.step),
    error: maskText(String(row.error)),
    tried: Number(row.tried),
    tries: Number(row.tries),
    remadeAt: Number(row.remade_at),
    notified: Number(row.told),
  };
}
