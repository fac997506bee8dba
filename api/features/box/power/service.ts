/** Restarting the box and powering off its machine (A 5.5). */
import { DomainError } from "../../../schema/errors.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** Milliseconds in which the response is sent before the box stops. */
const GRACE = 300;

/** Powers the machine off. */
export interface PowerSwitch {
  /** Resolves with `yes`, `no`, `challenge` or `na`; rejects when systemd cannot be reached. */
  readonly canPowerOff: () => Promise<string>;
  /** Starts to power off; rejects when that is refused. */
  readonly powerOff: () => Promise<void>;
}

/** The dependencies of the service. */
export interface PowerDeps {
  /** Stops the box in order, and restarts it in place. */
  readonly restart: () => void;
  /** Whether the box runs in a container. */
  readonly container: boolean;
  readonly machine: PowerSwitch;
  readonly runtime: Runtime;
}

/** Replies of CanPowerOff other than `yes` (org.freedesktop.login1(5)). */
const WHY: Readonly<Record<string, string>> = {
  no: "systemd does not permit it to the user of the box",
  challenge: "systemd wants the password of an administrator of the machine",
  na: "the machine cannot be powered off by programs",
};

/** Restarts and powers off after a short delay, so that the client receives the response. */
export class Power {
  readonly #deps: PowerDeps;

  constructor(deps: PowerDeps) {
    this.#deps = deps;
  }

  /** Restarts the box after accepted changes are written. */
  restart(): void {
    this.#deps.runtime.log("info", "Restarting the box, requested by an administrator");
    this.#deps.runtime.after(GRACE, this.#deps.restart);
  }

  /**
   * Powers the machine off through systemd. Rejects with DomainError when that is not permitted.
   */
  async powerOff(): Promise<void> {
    const { container, runtime, machine } = this.#deps;
    if (container) {
      throw new DomainError(
        "conflict",
        sentence`The box runs in a container; stop the container, or power off its machine`,
      );
    }
    const word = await machine.canPowerOff().catch((): undefined => undefined);
    if (word !== "yes") {
      const why = word === undefined
        ? "systemd does not run here"
        : WHY[word] ?? `systemd answers ${word}`;
      throw new DomainError(
        "conflict",
        sentence`The machine cannot be powered off from here, since ${why}; power it off by hand`,
      );
    }
    runtime.log("info", "Powering off the machine, requested by an administrator");
    runtime.after(GRACE, () => {
      machine.powerOff().catch((error: Error) =>
        runtime.log("error", `The machine could not be powered off: ${error.message}`)
      );
    });
  }
}
