/** Restarting the box and powering off its machine (A 5.5). */
import { DomainError } from "../../../schema/errors.ts";

/** Milliseconds that the answer has to leave before the box ends. */
const GRACE = 300;

/** What powers the machine off. */
export interface PowerSwitch {
  /** `yes`, `no`, `challenge` or `na`; rejects where the system cannot be asked. */
  readonly canPowerOff: () => Promise<string>;
  /** Begins to power off; rejects when that is refused. */
  readonly powerOff: () => Promise<void>;
}

/** What the service needs. */
export interface PowerDeps {
  /** Ends the box in order, and starts it again where it stands. */
  readonly restart: () => void;
  /** Whether the box runs in a container. */
  readonly container: boolean;
  readonly machine: PowerSwitch;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

/** Answers of CanPowerOff that are no yes (org.freedesktop.login1(5)). */
const WHY: Readonly<Record<string, string>> = {
  no: "systemd does not permit it to the user of the box",
  challenge: "systemd wants the password of an administrator of the machine",
  na: "the machine cannot be powered off by programs",
};

/** Restarts and powers off, after a moment so that the client gets its response. */
export class Power {
  readonly #deps: PowerDeps;

  constructor(deps: PowerDeps) {
    this.#deps = deps;
  }

  /** Restarts the box: everything accepted is written before. */
  restart(): void {
    this.#deps.log("info", "The box restarts, as an administrator asked");
    this.#deps.after(GRACE, this.#deps.restart);
  }

  /** Powers the machine off through systemd. Rejects with DomainError where that is not permitted. */
  async powerOff(): Promise<void> {
    const { container, log, after, machine } = this.#deps;
    if (container) {
      throw new DomainError(
        "conflict",
        "The box runs in a container; stop the container, or power off its machine",
      );
    }
    const word = await machine.canPowerOff().catch((): undefined => undefined);
    if (word !== "yes") {
      const why = word === undefined
        ? "systemd does not run here"
        : WHY[word] ?? `systemd answers ${word}`;
      throw new DomainError(
        "conflict",
        `The machine cannot be powered off from here, since ${why}; power it off by hand`,
      );
    }
    log("info", "The machine is powered off, as an administrator asked");
    after(GRACE, () => {
      machine.powerOff().catch((error: Error) =>
        log("error", `The machine could not be powered off: ${error.message}`)
      );
    });
  }
}
