/** Finds the service of a name given as text. Code that counts queries looks up each name once. */
import { SERVICES } from "../catalogue/services.ts";
import type { ServiceRow } from "../model/household.ts";
import { categoryOfGroup } from "./used_services.ts";

/** A service that a name belongs to. */
export interface NamedService {
  readonly id: string;
  /** The category that its names belong to, "" = none. */
  readonly category: string;
}

/** Maximum number of names whose service is cached; other names are looked up each time. */
const MOST_REMEMBERED = 4096;

/**
 * The services of the catalogue and of the household by their names. The longest matching name
 * decides.
 */
export class ServiceNames {
  readonly #rows: () => readonly ServiceRow[];
  readonly #catalogue: ReadonlyMap<string, NamedService>;
  #read: readonly ServiceRow[] = [];
  #own: ReadonlyMap<string, NamedService> = new Map();
  readonly #remembered = new Map<string, NamedService | undefined>();

  /**
   * `rows` returns the services of the household. The index is rebuilt when it returns a different
   * array.
   */
  constructor(rows: () => readonly ServiceRow[] = () => []) {
    this.#rows = rows;
    this.#catalogue = indexOf(SERVICES);
  }

  /** The service of a name, as lower-case text without the final dot; undefined = none. */
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
      const suffix = at === 0 ? name : name.slice(at);
      const found = this.#own.get(suffix) ?? this.#catalogue.get(suffix);
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
    // If two services have the same name, the first one applies.
    for (const domain of domains) if (!index.has(domain)) index.set(domain, named);
  }
  return index;
}
