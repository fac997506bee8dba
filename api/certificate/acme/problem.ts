/** Turns the errors of an authority into sentences for the owner (RFC 8555 6.7, RFC 9457). */
import * as z from "zod";
import { sanitizeRemoteText } from "../../system/repeated_words.ts";
import { CertificateError } from "./challenge_writer.ts";

/** A problem document; other content is read as an empty one. */
export const problem = z.object({
  type: z.string().catch(""),
  detail: z.string().catch(""),
  subproblems: z.array(z.object({ detail: z.string().catch("") })).catch([]),
}).partial();

const URN = "urn:ietf:params:acme:error:";
/** Maximum length of the authority's own text in a message, in characters. */
const WORDS = 300;

const SENTENCES: Readonly<Record<string, string>> = {
  rateLimited: "The authority issues no more certificates for now; the box tries again later",
  caa:
    "A CAA record of the domain does not let this authority certify it: allow the authority there, or remove the record",
  dns: "The authority cannot resolve the name",
  unauthorized: "The authority did not find the record that it looked for",
  incorrectResponse: "The authority found another record than the one it looked for",
  rejectedIdentifier: "The authority certifies no such name",
  unsupportedIdentifier: "The authority certifies no such name",
  invalidContact: "The authority does not take this e-mail address",
  unsupportedContact: "The authority does not take this e-mail address",
  externalAccountRequired:
    "This authority wants an account made on its own pages first: give the identifier and the key that it shows there",
  userActionRequired: "The authority wants its terms agreed to on its own pages",
  serverInternal: "The authority has internal problems; the box tries again later",
};

/** An error that the authority reported with its type. */
export class AcmeError extends CertificateError {
  /** Without the URN prefix: `rateLimited`; "" = another type or none. */
  readonly type: string;
  readonly status: number;
  /** The authority's own text; "" = none. */
  readonly said: string;

  /** `retryAfter` in seconds. */
  constructor(status: number, body: unknown, retryAfter: number) {
    const { type = "", detail = "", subproblems = [] } = problem.safeParse(body).data ?? {};
    const short = type.startsWith(URN) ? type.slice(URN.length) : "";
    const said = sanitizeRemoteText(
      [detail, ...subproblems.map((each) => each.detail)].filter(Boolean).join("; "),
      WORDS,
    );
    const sentence = SENTENCES[short] ??
      (status === 0 ? "The authority refused" : `The authority refused (status ${status})`);
    super(said === "" ? sentence : `${sentence}: ${said}`, retryAfter);
    this.name = "AcmeError";
    this.type = short;
    this.status = status;
    this.said = said;
  }
}

/** A response that is not ACME. */
export class NotAcmeError extends CertificateError {
  /** `what` names the missing or wrong part. */
  constructor(what: string) {
    super(`The authority answered with something that is no ACME (${what}): check its address`);
    this.name = "NotAcmeError";
  }
}
