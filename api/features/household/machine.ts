/**
 * What the network knows about a hardware address, reduced to what the household needs. The
 * network feature implements it.
 */

/** A machine as seen on the network; times are Unix seconds, 0 = never. */
export interface MachineFacts {
  readonly mac: string;
  /** The name that it announces, "" = none. */
  readonly name: string;
  /** Its vendor, "" = unknown. */
  readonly vendor: string;
  /** A guess of policy/catalogue/device_kinds.ts, "" = none. */
  readonly kind: string;
  /** A guess: apple, android, android/<maker>, windows, linux, "" = none (A 7.10.5). */
  readonly system: string;
  /** The most recently seen first. */
  readonly addresses: readonly string[];
  readonly firstSeen: number;
  readonly seenAt: number;
  /** Since when it has been seen without a gap above 45 minutes (A 2.8). */
  readonly presentSince: number;
  readonly lastQuery: number;
  readonly present: boolean;
}

/** Returns the machine of a hardware address; undefined = unknown. */
export type MachineOf = (mac: string) => MachineFacts | undefined;

/** A machine seen for the first time, as it is first reported. */
export interface NewMachine {
  readonly mac: string;
  /** Its name, or a substitute. */
  readonly label: string;
  readonly vendor: string;
  readonly kind: string;
  readonly system: string;
  /** Whether its hardware address is random. */
  readonly random: boolean;
}
