/** Observations of queries for tests. */
import type { Observation } from "../../resolver/protocol.ts";

/** Creates an observation of an answered query at time 0; `change` replaces fields. */
export function createObservation(change: Partial<Observation> = {}): Observation {
  return {
    time: 0,
    duration: 900,
    client: "192.168.1.23",
    transport: "udp",
    name: "www.example",
    type: 1,
    rcode: 0,
    status: "answered",
    reason: "",
    origin: "",
    spyware: "",
    list: -1,
    rule: "",
    upstream: "",
    size: 60,
    answer: "",
    ...change,
  };
}
