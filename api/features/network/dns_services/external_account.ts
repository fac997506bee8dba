/**
 * The account that some authorities require people to create on the authority's pages first (RFC
 * 8555 7.3.4). Its key is stored sealed beside the credentials of the DNS provider, under names
 * that no provider field has.
 */
import type { ExternalAccount } from "../../../certificate/source.ts";
import { DomainError } from "../../../schema/errors.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The input of a request; absent fields keep the previous values, null removes the account. */
export type AccountInput = {
  readonly key_id?: string | undefined;
  readonly hmac_key?: string | undefined;
} | null;

/** The fields in sealed form. */
export type SealedFields = Readonly<Record<string, string>>;

const KEY_ID = "external_account.key_id";
const HMAC_KEY = "external_account.hmac_key";
/** A key of at least 16 bytes, in either alphabet of RFC 4648. */
const BASE64 = /^[\w+/-]{22,700}={0,2}$/;

/** Splits the sealed fields into those of the provider, and the account when there is one. */
export function splitFields(
  fields: SealedFields,
): { readonly credentials: SealedFields; readonly account?: ExternalAccount } {
  const { [KEY_ID]: keyId = "", [HMAC_KEY]: hmacKey = "", ...credentials } = fields;
  return keyId === "" ? { credentials } : { credentials, account: { keyId, hmacKey } };
}

/** Returns the fields to seal for an account; `before` is the previous one. Throws DomainError. */
export function accountFields(
  given: AccountInput | undefined,
  before: ExternalAccount | undefined,
): SealedFields {
  if (given === null) return {};
  const id = given?.key_id?.trim() ?? "";
  const key = given?.hmac_key?.trim() ?? "";
  const keyId = id || (before?.keyId ?? "");
  const isSame = keyId === before?.keyId;
  const hmacKey = key || (isSame ? before.hmacKey : "");
  if (keyId === "" && hmacKey === "") return {};
  if (keyId === "" || hmacKey === "") {
    const missing = keyId === "" ? "key_id" : "hmac_key";
    throw new DomainError(
      "bad_value",
      sentence`The account at the authority needs both its identifier and its key: ${missing}`,
    );
  }
  if (!/^[\x21-\x7e]{1,512}$/.test(keyId)) {
    throw new DomainError(
      "bad_value",
      sentence`The identifier of the account is printable ASCII without spaces: key_id`,
    );
  }
  if (!BASE64.test(hmacKey)) {
    throw new DomainError(
      "bad_value",
      sentence`The key of the account is base64 of 16 bytes at least: hmac_key`,
    );
  }
  return {
    [KEY_ID]: keyId,
    [HMAC_KEY]: hmacKey.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_"),
  };
}
