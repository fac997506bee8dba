/** Turns the errors of an authority into sentences for the owner (RFC 8555 6.7, RFC 9457). */
import * as z from "zod";
import { sanitizeRemoteText } from "../../system/repeated_words.ts";
import { type Sentence, sentence } from "../../../policy/model/sentence.ts";
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

const SENTENCES: Readonly<Record<string, Sentence>> = {
  rateLimited:
    sentence`The authority issues no more certificates for now; the box tries again later`,
  caa:
    sentence`A CAA record of the domain does not let this authority certify it: allow the authority there, or remove the record`,
  dns: sentence`The authority cannot resolve the name`,
  unauthorized: sentence`The authority did not find the record that it looked for`,
  incorrectResponse: sentence`The authority found another record than the one it looked for`,
  rejectedIdentifier: sentence`The authority certifies no such name`,
  unsupportedIdentifier: sentence`The authority certifies no such name`,
  invalidContact: sentence`The authority does not take this e-mail address`,
  unsupportedContact: sentence`The authority does not take this e-mail address`,
  externalAccountRequired:
    sentence`This authority wants an account made on its own pages first: give the identifier and the key that it shows there`,
  userActionRequired: sentence`The authority wants its terms agreed to on its own pages`,
  serverInternal: sentence`The authority has internal problems; the box tries again later`,
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
    const why = SENTENCES[short] ??
      (status === 0
        ? sentence`The authority refused`
        : sentence`The authority refused (status ${status})`);
    super(said === "" ? why : sentence`${why}; the authority says: ${said}`, retryAfter);
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
    super(
      sentence`The authority answered with something that is no ACME (${what}): check its address`,
    );
    this.name = "NotAcmeError";
  }
}
