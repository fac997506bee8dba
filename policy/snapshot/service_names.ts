/** Which service a name belongs to, by text: those that count what was asked are told it once for each name. */
import { SERVICES } from "../catalogue/services.ts";
import type { ServiceRow } from "../model/household.ts";
import { categoryOfGroup } from "./used_services.ts";

/** A service that a name belongs to. */
export interface NamedService {
  readonly id: string;
  /** The category that its names count in, "" = none. */
  readonly category: string;
}

/** Names whose service is remembered; beyond, it is found anew. */
const MOST_REMEMBERED = 4096;

/** The services of the catalogue and of the household by the names that they use; the longest name that covers one asked holds. */
export class ServiceNames {
  readonly #rows: () => readonly ServiceRow[];
  readonly #catalogue: ReadonlyMap<string, NamedService>;
  #read: readonly ServiceRow[] = [];
  #own: ReadonlyMap<string, NamedService> = new Map();
  readonly #remembered = new Map<string, NamedService | undefined>();

  /** `rows` gives the services of the household; another array than before is read anew. */
  constructor(rows: () => readonly ServiceRow[] = () => []) {
    this.#rows = rows;
    this.#catalogue = indexOf(SERVICES);
  }

  /** The service of a name, lower-case text without final dot; undefined = it is of none. */
  of(name: string): NamedService | undefined {
    const rows = this.#rows();
    if (rows !== this.#read) this.#take(rows);
    let found = this.#remembered.get(name);
    if (found !== undefined || this.#remembered.has(name)) return found;
    found = this.#find(name);
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(name, found);
    return found;
  }

  #take(rows: readonly ServiceRow[]): void {
    this.#read = rows;
    this.#own = indexOf(
      rows.map(({ id, group, domains }) => ({ id, domains, category: categoryOfGroup(group) })),
    );
    this.#remembered.clear();
  }

  #find(name: string): NamedService | undefined {
    for (let at = 0; at >= 0;) {
      const suffix = at === 0 ? name : name.slice(at),
        found = this.#own.get(suffix) ?? this.#catalogue.get(suffix);
      if (found !== undefined) return found;
      at = name.indexOf(".", at) + 1 || -1;
    }
    return undefined;
  }
}

function indexOf(
  services: readonly (NamedService & Pick<ServiceRow, "domains">)[],
): Map<string, NamedService> {
  const index = new Map<string, NamedService>();
  for (const { id, category, domains } of services) {
    const named = { id, category };
    // Of two services with the same name the first holds.
    for (const domain of domains) if (!index.has(domain)) index.set(domain, named);
  }
  return index;
}
