/** Defines an account: its data, the rules for its name, and its rights (A 5.2). */
import type { Language } from "../../policy/catalogue/languages.ts";
import { LIMITS } from "../../policy/limits.ts";
import { parseAddress } from "../../policy/model/address.ts";
import type { PrincipalAccount } from "../http/principal.ts";
import {
  type AccountKind,
  isRight,
  MATRIX,
  type Right,
  rightsOf,
  type Role,
} from "../http/rights.ts";
import type { Row } from "../store/database.ts";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";

/** Name and password of the account of a new installation, valid for the setup only (A 5.7). */
export const DEFAULT_ACCOUNT = { name: "admin", password: "admin" } as const;

/**
 * Stored instead of a hash until the person has accepted the invitation; no password matches it.
 */
export const NO_PASSWORD = "-";

/** The fields of an account that users choose. */
export interface AccountChoices {
  readonly name: string;
  readonly kind: AccountKind;
  readonly role: Role;
  /** The rights of the role `custom`. */
  readonly rights: readonly Right[];
  /** The linked person; 0 = none. */
  readonly personId: number;
  /** Empty = the language of the browser. */
  readonly language: Language | "";
  /** The address for notifications; empty = none. */
  readonly email: string;
  readonly disabled: boolean;
}

/** An account as it is stored. Times are Unix seconds, 0 = never. */
export interface Account extends AccountChoices {
  readonly id: number;
  /** PHC string; empty = the default password, valid for the setup only; NO_PASSWORD = none yet. */
  readonly password: string;
  readonly created: number;
  /** When it was last changed. It grows with every change, so it also serves as the version. */
  readonly changed: number;
  readonly changedBy: string;
  readonly lastSignIn: number;
  readonly lastAddress: string;
}

/** Whether it is the account of a new installation, which still has the default password. */
export function isDefault({ password }: Account): boolean {
  return password === "";
}

/** Whether it is an enabled account with all rights; one such account must remain. */
export function isFullAdministrator({ kind, role, disabled }: AccountChoices): boolean {
  return kind === "administrator" && role === "full" && !disabled;
}

/** Whether it can sign in now; an account with a pending invitation cannot. */
export function canSignIn({ disabled, password }: Account): boolean {
  return !disabled && password !== NO_PASSWORD;
}

/** Whether it can sign in as a full administrator now. */
export function isAbleAdministrator(account: Account): boolean {
  return isFullAdministrator(account) && canSignIn(account);
}

/** The current rights of an account. */
export function rightsOfAccount(account: Account): ReadonlySet<Right> {
  if (account.disabled) return MATRIX.member;
  return isDefault(account) ? MATRIX.setup : rightsOf(account.kind, account.role, account.rights);
}

/** The account fields of a principal. */
export function principalAccount(
  { id, name, kind, role, personId, language }: Account,
): PrincipalAccount {
  return { id, name, kind, role, personId, language };
}

/** Why a name is invalid, as a sentence; empty = it is valid. */
export function nameProblem(name: string): Sentence | "" {
  const length = [...name].length;
  if (length < 1 || length > LIMITS.accounts.nameCharacters) {
    return sentence`A name can have 1 to ${LIMITS.accounts.nameCharacters} characters`;
  }
  if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(name) || /^ | $| {2}/.test(name)) {
    return sentence`A name can have printable characters, and single spaces between words`;
  }
  const key = nameKey(name);
  if (/^\p{M}/u.test(name) || key.trim() === "") {
    return sentence`A name must begin with a letter, a number or a sign`;
  }
  // The log uses these names for the local socket and for devices without account.
  if (key === "box" || parseAddress(key) !== undefined) {
    return sentence`The box uses this name in its own log; choose another one`;
  }
  return "";
}

/** A name as it is stored: composed (NFC), so that it does not depend on the keyboard. */
export function nameText(name: string): string {
  return name.normalize("NFC");
}

/** The key by which two names count as equal: case and the encoding of characters do not matter. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/** Whether a text has the form of an e-mail address; the empty text is valid and means none. */
export function isEmail(text: string): boolean {
  return text === "" ||
    (text.length <= 254 &&
      /^[^\s@\p{C}"<>,;]{1,64}@[^\s@\p{C}"<>,;]+\.[^\s@\p{C}"<>,;]+$/u.test(text));
}

/** The account of a database row. */
export function accountOfRow(row: Row): Account {
  return {
    id: Number(row.id),
    name: String(row.name),
    kind: row.kind === "administrator" ? "administrator" : "member",
    role: row.role as Role,
    rights: rightsOfText(String(row.rights)),
    personId: Number(row.person_id),
    language: row.language as Language | "",
    email: String(row.email),
    password: String(row.password),
    disabled: row.disabled === 1,
    created: Number(row.created),
    changed: Number(row.changed),
    changedBy: String(row.changed_by),
    lastSignIn: Number(row.last_sign_in),
    lastAddress: String(row.last_address),
  };
}

/** The rights in a column; rights unknown to this version are left out. */
export function rightsOfText(text: string): Right[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.filter((word): word is Right => typeof word === "string" && isRight(word))
      : [];
  } catch {
    return [];
  }
}
