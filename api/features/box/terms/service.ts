/** The terms of use: the current version, and who accepted which version when (A 4.9, 7.12). */
import { DomainError } from "../../../schema/errors.ts";
import type { Database, Statement } from "../../../store/database.ts";
import { TERMS_VERSION } from "./versions.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export { TERMS_VERSION, TERMS_VERSIONS } from "./versions.ts";

/** An acceptance. */
export interface Acceptance {
  readonly version: string;
  /** Unix seconds. */
  readonly at: number;
  /** Name of the account at that time. */
  readonly by: string;
}

/** The dependencies of the service. */
export interface TermsDeps {
  /** box.db. */
  readonly db: Database;
  readonly runtime: Runtime;
}

/** The acceptances of the box. Methods reject with DatabaseUnavailableError. */
export class TermsService {
  readonly #deps: TermsDeps;
  readonly #watchers: (() => void)[] = [];

  constructor(deps: TermsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the newest version that was accepted; undefined = none yet, as on a box from before the
   * terms.
   */
  async accepted(): Promise<Acceptance | undefined> {
    const [row] = await this.#deps.db.all(
      "select version, accepted, account from terms order by version desc limit 1",
    );
    return row === undefined
      ? undefined
      : { version: String(row.version), at: Number(row.accepted), by: String(row.account) };
  }

  /** Whether the current version was accepted. */
  async inForce(): Promise<boolean> {
    return (await this.accepted())?.version === TERMS_VERSION;
  }

  /** Accepts the current version in the name of an account; a second time changes nothing. */
  async accept(by: string): Promise<Acceptance> {
    const { sql, args } = this.acceptance(by);
    const { changes } = await this.#deps.db.run(sql, args);
    if (changes > 0) this.#watchers.forEach((tell) => tell());
    return (await this.accepted())!;
  }

  /** Returns the statement that records the acceptance of the current version. */
  acceptance(by: string): Statement {
    const now = Math.floor(this.#deps.runtime.now() / 1000);
    return {
      sql:
        "insert into terms (version, accepted, account) values (?, ?, ?) on conflict (version) do nothing",
      args: [TERMS_VERSION, now, by],
    };
  }

  /** Adds a callback that runs after the current terms are accepted. */
  whenAccepted(tell: () => void): void {
    this.#watchers.push(tell);
  }
}

/**
 * Returns the error when the current version was not accepted; `how` names the fields that accept
 * it.
 */
export function termsNeeded(how: string): DomainError {
  const text = sentence`Accept the terms of use in force first (${how} ${TERMS_VERSION})`;
  return new DomainError("terms_needed", text, { body: { terms_version: TERMS_VERSION } });
}
