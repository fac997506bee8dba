/** The state of the running box, as the status, the diagnostic and the metrics report it. */
export interface BoxState {
  /** Unix milliseconds. */
  readonly started: number;
  readonly dataDir: string;
  /** `udp 0.0.0.0:53`, `http [::]:80`. */
  readonly listeners: readonly string[];
  /** Addresses of the machine that devices may use, the most likely first. */
  readonly addresses: readonly string[];
  /** Whether the time of day is known (api/system/time_known.ts). */
  readonly timeKnown: boolean;
  /** SHA-256 of the certificate of the pages, `AB:CD:…`; empty = no HTTPS. */
  readonly fingerprint: string;
  /** Sentences about problems: a refused setting, a port in use, a file set aside. */
  readonly warnings: readonly string[];
  /** Lines of the log that were left out because they repeated. */
  readonly suppressedLines: number;
  /** The active snapshot: its version, and its numbers of lists, names and rules. */
  readonly policy: {
    readonly version: number;
    readonly lists: number;
    readonly names: number;
    readonly rules: number;
  };
}
