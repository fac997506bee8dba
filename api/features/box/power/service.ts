/** Restarting the box and powering off its machine (A 5.5). */

/** Milliseconds that the answer has to leave before the box ends. */
const GRACE = 300;

/** What a program said. */
export interface ProgramOutcome {
  readonly code: number;
  readonly text: string;
}

/** What the service needs. */
export interface PowerDeps {
  /** Ends the box in order, and starts it again where it stands. */
  readonly restart: () => void;
  /** Whether the box runs in a container. */
  readonly container: boolean;
  /** Runs a program to its end; rejects when there is none of that name. */
  readonly run: (program: string, args: readonly string[]) => Promise<ProgramOutcome>;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

/** The machine cannot be powered off from here; the message says why and what to do. */
export class PowerRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PowerRefused";
  }
}

const LOGIND = ["org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"] as const;
/** Answers of CanPowerOff that are no yes (org.freedesktop.login1(5)). */
const WHY: Readonly<Record<string, string>> = {
  no: "systemd does not permit it to the user of the box",
  challenge: "systemd wants the password of an administrator of the machine",
  na: "the machine cannot be powered off by programs",
};

/** Restarts and powers off, a moment later so that whoever asked is answered. */
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

  /** Powers the machine off through systemd. Rejects with PowerRefused where that is not permitted. */
  async powerOff(): Promise<void> {
    const { container, log, after, run } = this.#deps;
    if (container) throw new PowerRefused("The box runs in a container; stop the container, or power off its machine");
    const answer = await this.#tried("busctl", ["call", ...LOGIND, "CanPowerOff"]);
    const word = /^s "(\w+)"/.exec(answer.text)?.[1];
    if (word !== "yes") {
      const why = word === undefined ? "systemd does not run here" : WHY[word] ?? `systemd answers ${word}`;
      throw new PowerRefused(`The machine cannot be powered off from here, since ${why}; power it off by hand`);
    }
    log("info", "The machine is powered off, as an administrator asked");
    after(GRACE, () => {
      run("systemctl", ["poweroff", "--no-ask-password"]).then(
        ({ code, text }) => code === 0 || log("error", `The machine could not be powered off: ${text.trim()}`),
        (error: Error) => log("error", `The machine could not be powered off: ${error.message}`),
      );
    });
  }

  async #tried(program: string, args: readonly string[]): Promise<ProgramOutcome> {
    return await this.#deps.run(program, args).catch((error: Error) => ({ code: 127, text: error.message }));
  }
}
