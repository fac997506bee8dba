/**
 * The kinds of networks, each with the settings that the setup saves and the lists that it
 * proposes.
 */
import type { SettingValues } from "../../../settings/list.ts";

/** A kind of network. */
export interface NetworkKind {
  readonly id: SettingValues["network_kind"];
  /** A description for a person. */
  readonly summary: string;
  /**
   * Settings saved by the setup, unless the start of the box fixes them; all others keep their
   * default.
   */
  readonly settings: Partial<SettingValues>;
  /**
   * Lists of the catalogue that are proposed; nothing is subscribed without being chosen. Each kind
   * has one against malware and phishing. A list for non-commercial use is proposed to homes only
   * (docs/decisions/0179).
   */
  readonly lists: readonly string[];
}

/** The kinds: the less people know each other, the less is recorded about them. */
export const NETWORKS: readonly NetworkKind[] = [
  {
    id: "home",
    summary: "A home: queries are kept for 90 days with the device",
    settings: {},
    lists: ["hagezi-normal", "hagezi-threats-medium", "phishing-army"],
  },
  {
    id: "company",
    summary: "A company: queries are kept for 30 days with the device, statistics for a year",
    settings: { journal_days: 30, statistics_days: 365 },
    lists: ["hagezi-threats-medium", "hagezi-fake"],
  },
  {
    id: "school",
    summary: "A school: queries are kept for 30 days with a truncated client address",
    settings: { journal_days: 30, anonymize_clients: "prefix" },
    lists: ["hagezi-threats-medium", "hagezi-adult", "hagezi-gambling"],
  },
  {
    id: "guests",
    summary:
      "A guest network (café, hotel, association): queries are kept for 7 days without the client",
    settings: { journal_days: 7, anonymize_clients: "all" },
    lists: ["hagezi-threats-medium"],
  },
];
