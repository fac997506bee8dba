/**
 * Obtains a certificate from an ACME authority by DNS-01 challenges (RFC 8555 7.4, 8.4; A 7.9.3).
 * The process may be killed at any moment: the pending order and the records at the provider are
 * stored, and the next call continues from there.
 */
import * as z from "zod";
import type { Pem } from "../../front/protocol.ts";
import { CertificateError, type ChallengeWriter } from "./challenge_writer.ts";
import { checkChain } from "./chain.ts";
import { type AcmeMemory, newKey } from "./memory.ts";
import { AcmeError, NotAcmeError } from "./problem.ts";
import type { ExternalAccount } from "../source.ts";
import { AcmeSession, type SessionDeps } from "./session.ts";
import type { Zones } from "./zones.ts";
import type { Runtime } from "../../system/runtime.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** The current step, as a word that the interface translates. */
export type AcmeStep = "order" | "record" | "propagation" | "authority" | "certificate";

/** The certificate to obtain. */
export interface AcmeRequest {
  /** The https address of the authority's directory. */
  readonly directory: string;
  /** In ASCII; the first is the main name; `*.example` is a wildcard. */
  readonly names: readonly string[];
  /** Contact address for the authority; "" = none. */
  readonly email: string;
  /** Absent = none. */
  readonly account?: ExternalAccount;
  readonly tell: (step: AcmeStep) => void;
  readonly signal: AbortSignal;
}

/** Dependencies of an order. */
export interface AcmeDeps extends SessionDeps {
  readonly memory: AcmeMemory;
  readonly writer: ChallengeWriter;
  /** The identifier of the writer, stored with its records. */
  readonly writtenBy: string;
  readonly zones: Pick<Zones, "target" | "shown">;
  readonly runtime: Runtime;
}

/** Maximum number of polls of a pending object, and the most seconds between two. */
const LOOKS = 60;
const LONGEST_LOOK = 15;
/** Milliseconds for removing records: normally, and after the caller aborted. */
const CLEANING = 60_000;
const HASTE = 5_000;
/** Maximum number of orders in one call: a failed order is followed by another. */
const ORDERS = 3;

const statusShape = z.object({ status: z.string() });
const orderShape = statusShape.extend({
  url: z.string(),
  authorizations: z.array(z.string()).max(100),
  finalize: z.string(),
  certificate: z.string().optional(),
  error: z.unknown().optional(),
});
const authorizationShape = statusShape.extend({
  identifier: z.object({ value: z.string() }),
  challenges: z.array(z.object({
    type: z.string(),
    status: z.string().default("pending"),
    url: z.string().default(""),
    token: z.string().default(""),
    error: z.unknown().optional(),
  })).max(20),
});
type Order = z.infer<typeof orderShape>;
type Authorization = z.infer<typeof authorizationShape>;

/** An order or an authorization reached a final state without a stated reason. */
class DeadOrderError extends CertificateError {}

/**
 * The chain and key of a new certificate. Rejects with a CertificateError, or with the reason of
 * the signal.
 */
export async function obtainCertificate(request: AcmeRequest, deps: AcmeDeps): Promise<Pem> {
  const ordering = new Ordering(request, deps);
  try {
    return await ordering.run();
  } finally {
    ordering.end();
    await ordering.clean();
  }
}

class Ordering {
  readonly #request: AcmeRequest;
  readonly #deps: AcmeDeps;
  readonly #session: AcmeSession;
  /** Whether the order is from an earlier call: its failure then starts a new order. */
  #isResumed = false;

  constructor(request: AcmeRequest, deps: AcmeDeps) {
    this.#request = request;
    this.#deps = deps;
    this.#session = new AcmeSession(request.directory, deps, request.signal);
  }

  /** Ends the session with the authority. */
  end(): void {
    this.#session.end();
  }

  async run(): Promise<Pem> {
    this.#request.tell("order");
    this.#session.use(await this.#deps.memory.accountKey(), this.#request.account);
    for (let left = ORDERS;; left--) {
      try {
        const order = await this.#order();
        if (order.status === "pending") await this.#authorize(order);
        return await this.#finish(order);
      } catch (error) {
        if (!isOver(error)) throw error;
        await this.#deps.memory.keep({ order: undefined });
        const isTriedAgain = left > 1 && (error instanceof DeadOrderError || this.#isResumed);
        if (!isTriedAgain) throw error;
      }
    }
  }

  /**
   * Removes all stored records of the writer. Written records that cannot be removed stay stored
   * and are logged. Others may never have existed, so they are dropped.
   */
  async clean(): Promise<void> {
    const { memory, writer, writtenBy, runtime } = this.#deps;
    const signal = AbortSignal.timeout(this.#request.signal.aborted ? HASTE : CLEANING);
    for (const record of (await memory.state()).records.filter(({ by }) => by === writtenBy)) {
      const { name, value } = record;
      try {
        await writer.remove(name, value, signal);
        await memory.forget(record);
      } catch (error) {
        if (!record.written) await memory.forget(record);
        else {runtime.log(
            "warn",
            `The record ${name} remains, because it could not be removed: ${
              (error as Error).message
            }`,
          );}
      }
    }
  }

  /** The pending order, or a new one; the account is created when it is missing. */
  async #order(): Promise<Order> {
    const { memory } = this.#deps;
    const { directory, names, email, account: external } = this.#request;
    const { account, order } = await memory.state();
    const bound = external?.keyId ?? account?.bound;
    const isKnown = account?.directory === directory && account.bound === bound;
    // A key can be bound once, so another external account needs another key (RFC 8555 7.3.4).
    if (!isKnown && account?.directory === directory) await this.#anotherKey();
    this.#isResumed = false;
    if (!isKnown) await this.#account().catch((error) => this.#otherAccount(error));
    else {
      this.#session.known(account.url);
      if (order?.directory === directory && order.names.join() === names.join()) {
        // An order that no longer exists, or whose account does not, is replaced.
        const kept = await this.#read(order.url).catch((error) =>
          isOver(error) ? undefined : Promise.reject(error)
        );
        this.#isResumed = kept !== undefined && kept.status !== "invalid";
        if (kept !== undefined && this.#isResumed) return kept;
      }
    }
    try {
      if (isKnown && account.email !== email) {
        await this.#session.contact(email);
        await memory.keep({ account: { ...account, email } });
      }
      return await this.#newOrder();
    } catch (error) {
      if (error instanceof AcmeError && error.type === "accountDoesNotExist") {
        await this.#account().catch((second) => this.#otherAccount(second));
      } else await this.#otherAccount(error);
      return await this.#newOrder();
    }
  }

  async #account(): Promise<void> {
    const { directory, email, account: { keyId: bound } = {} } = this.#request;
    const url = await this.#session.newAccount(email);
    await this.#deps.memory.keep({
      account: { directory, url, email, ...(bound === undefined ? {} : { bound }) },
    });
  }

  /** Creates an account with another key when the authority rejects the previous account. */
  async #otherAccount(error: unknown): Promise<void> {
    if (!(error instanceof AcmeError) || !isAccountGone(error)) throw error;
    await this.#anotherKey();
    await this.#account();
  }

  async #anotherKey(): Promise<void> {
    this.#session.use(await this.#deps.memory.newAccountKey(), this.#request.account);
  }

  async #newOrder(): Promise<Order> {
    const { directory, names } = this.#request;
    const { memory } = this.#deps;
    const order = orderOf(await this.#session.newOrder(names, await memory.replaced(directory)));
    await memory.keep({ order: { directory, names: [...names], url: order.url, key: newKey() } });
    return order;
  }

  async #read(url: string): Promise<Order> {
    return orderOf(await this.#session.order(url));
  }

  /** Writes all records, waits until they are visible, and lets the authority validate them. */
  async #authorize(order: Order): Promise<void> {
    const { tell, signal } = this.#request;
    const { zones } = this.#deps;
    const waiting: {
      url: string;
      isAsked: boolean;
      authorization: string;
      name: string;
      value: string;
    }[] = [];
    for (const authorization of order.authorizations) {
      const read = await this.#authorization(authorization);
      if (read.status === "valid") continue;
      if (read.status !== "pending") {
        throw new DeadOrderError(sentence`The authority closed an authorization: ${read.status}`);
      }
      const challenge = read.challenges.find(({ type }) => type === "dns-01");
      if (challenge === undefined) {
        throw new CertificateError(
          sentence`The authority offers no check by a DNS record (dns-01)`,
        );
      }
      const record = await this.#write(read.identifier.value, challenge.token);
      waiting.push({
        url: challenge.url,
        isAsked: challenge.status !== "pending",
        authorization,
        ...record,
      });
    }
    if (waiting.length > 0) tell("propagation");
    for (const { name, value } of waiting) {
      await zones.shown(name, value, signal, () => tell("propagation"));
    }
    tell("authority");
    for (const { url, isAsked } of waiting) if (!isAsked) await this.#session.complete(url);
    for (const { authorization } of waiting) await this.#valid(authorization);
  }

  async #authorization(url: string): Promise<Authorization> {
    const read = authorizationShape.safeParse(await this.#session.authorization(url));
    if (!read.success) throw new NotAcmeError("no authorization");
    return read.data;
  }

  /** Writes the record of one challenge and returns its name and value. */
  async #write(identifier: string, token: string): Promise<{ name: string; value: string }> {
    const { names, tell, signal } = this.#request;
    const { zones, writer, writtenBy, memory } = this.#deps;
    const isOurs = names.some((name) => name.replace(/^\*\./, "") === identifier);
    // No record is written for a name that was not ordered.
    if (!isOurs || !/^[\w-]{20,200}$/.test(token)) {
      throw new NotAcmeError("a challenge for something else");
    }
    tell("record");
    const asked = `_acme-challenge.${identifier}`;
    const value = await this.#session.proof(token);
    const name = await zones.target(asked, signal);
    const record = { name, value, by: writtenBy };
    await memory.remember({ ...record, written: false });
    await writer.write(name, value, signal).catch((error) => {
      if (name === asked || !(error instanceof CertificateError)) throw error;
      throw new CertificateError(
        sentence`${asked} points on to ${name} (CNAME): ${error.message}`,
        error.retryAfter,
      );
    });
    await memory.remember({ ...record, written: true });
    return { name, value };
  }

  async #valid(url: string): Promise<void> {
    const { status, challenges } = await this.#ended(() => this.#authorization(url), [
      "pending",
      "processing",
    ]);
    if (status === "valid") return;
    const failure = challenges.find(({ error }) => error !== undefined && error !== null)?.error;
    if (failure !== undefined) throw new AcmeError(0, failure, 0);
    throw new DeadOrderError(
      sentence`The authority closed an authorization: ${status.slice(0, 40)}`,
    );
  }

  /** Finalizes the order and returns the certificate. */
  async #finish(order: Order): Promise<Pem> {
    const { memory } = this.#deps;
    const { names, tell } = this.#request;
    const look = () => this.#read(order.url);
    tell("certificate");
    const key = (await memory.state()).order?.key;
    let { status, certificate, error } = await this.#ended(look, ["pending", "processing"]);
    if (status === "ready" && key !== undefined) {
      await this.#session.finalize(order, names, key);
      ({ status, certificate, error } = await this.#ended(look, [
        "ready",
        "pending",
        "processing",
      ]));
    }
    if (status === "invalid" && error !== undefined && error !== null) {
      throw new AcmeError(0, error, 0);
    }
    if (status !== "valid" || certificate === undefined || key === undefined) {
      throw new DeadOrderError(sentence`The authority closed the order: ${status.slice(0, 40)}`);
    }
    const chain = checkChain(
      await this.#session.certificate(certificate),
      key,
      names,
      this.#deps.runtime.now(),
    );
    await memory.keep({ order: undefined, renewal: undefined });
    return { cert: chain, key };
  }

  /** Polls until the status is final. */
  async #ended<Found extends { readonly status: string }>(
    look: () => Promise<Found>,
    passing: readonly string[],
  ): Promise<Found> {
    for (let left = LOOKS, wait = 1;; left--, wait = Math.min(wait * 2, LONGEST_LOOK)) {
      const found = await look();
      if (!passing.includes(found.status)) return found;
      if (left === 1) {
        throw new CertificateError(
          sentence`The authority did not finish in time: the box tries again later`,
        );
      }
      await this.#session.wait(Math.min(Math.max(wait, this.#session.retryAfter), LONGEST_LOOK));
    }
  }
}

function orderOf(response: unknown): Order {
  const order = orderShape.safeParse(response);
  if (!order.success) throw new NotAcmeError("no order");
  return order.data;
}

/** Whether the order cannot be continued. */
function isOver(error: unknown): boolean {
  if (error instanceof DeadOrderError || error instanceof NotAcmeError) return true;
  return error instanceof AcmeError && error.type !== "rateLimited" && error.status < 500 &&
    error.status !== 429;
}

function isAccountGone({ type }: AcmeError): boolean {
  return type === "accountDoesNotExist" || type === "unauthorized";
}
