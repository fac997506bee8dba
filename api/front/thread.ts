/** The front thread: TLS and HTTP for clients, whose requests main answers (DESIGN 3). Entry module. */
/// <reference lib="deno.worker" />
import type { Server } from "node:tls";
import { Certificates } from "./certificates.ts";
import { Connection } from "./connection.ts";
import { Connections } from "./connections.ts";
import { Batch } from "./flow.ts";
import { Handover } from "./handover.ts";
import { type InnerHandler, InnerHop } from "./inner_hop.ts";
import type { FromFront, ListenFailure, RequestPart, ToFront } from "./protocol.ts";
import { TlsListener } from "./tls_listener.ts";
import { type TakeClient, tlsServer } from "./tls_server.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const now = () => performance.now();
const post = (message: FromFront) => scope.postMessage(message);
const told = (problem: unknown) => post({ kind: "told", level: "error", text: textOf(problem) });
/** Milliseconds that answers on their way have when the front is closed. */
const GRACE = 1000;

type Start = Extract<ToFront, { kind: "start" }>;

/** All that runs once the thread was told what to listen on. */
class Front {
  readonly #connections: Connections;
  readonly #certificates: Certificates<Server>;
  readonly #hop: InnerHop;
  readonly #handover: Handover;
  readonly #requests = new Batch<RequestPart>((parts) => post({ kind: "requests", parts }), setImmediate);
  #listeners: readonly TlsListener[] = [];

  constructor({ certificate, named, ranges, limits }: Start) {
    const take: TakeClient = (socket, raw, peer) => {
      const connection = new Connection(socket, peer, { hop: this.#hop, handle, now, limits });
      if (!this.#connections.opened(raw, connection)) connection.close();
    };
    this.#certificates = new Certificates(certificate, (pem) => tlsServer(pem, limits.handshake, take));
    for (const pem of named) guarded(() => this.#certificates.name(pem));
    this.#connections = new Connections(limits, now);
    this.#connections.ranges = ranges;
    this.#hop = new InnerHop(told);
    this.#handover = new Handover((part) => this.#requests.push(part), limits, `localhost:${this.#hop.port}`);
    const handle = (connection: Connection): InnerHandler => (request, { completed }) =>
      this.#handover.answer(request, connection, completed);
  }

  /** Opens every listener that can be opened, and says which. */
  async listen({ addresses, limits }: Start): Promise<void> {
    const deps = { certificates: this.#certificates, connections: this.#connections, tell: told };
    const opened = await Promise.allSettled(addresses.map((address) => TlsListener.open(address, deps)));
    this.#listeners = opened.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
    const failures = opened.flatMap((each) => each.status === "rejected" ? [each.reason as ListenFailure] : []);
    setInterval(() => this.#listeners.forEach((listener) => void listener.check()), limits.silent);
    setInterval(() => this.#handover.sweep(now()), Math.min(1000, limits.stalled / 4));
    post({ kind: "open", listeners: this.#listeners.map(({ shown }) => `https ${shown}`), failures });
  }

  /** Takes a later message of main. */
  take(message: Exclude<ToFront, Start | { kind: "ping" }>): void {
    switch (message.kind) {
      case "answers":
        return this.#handover.take(message.parts);
      case "certificate":
        return guarded(() => this.#certificates.replace(message.certificate));
      case "named":
        return guarded(() => this.#certificates.name(message.named));
      case "ranges":
        this.#connections.ranges = message.ranges;
        return;
      case "close":
        return void this.#close();
    }
  }

  async #close(): Promise<void> {
    this.#listeners.forEach((listener) => listener.close());
    for (let waited = 0; waited < GRACE && this.#handover.size > 0; waited += 20) {
      await new Promise((later) => setTimeout(later, 20));
    }
    this.#connections.close();
    this.#hop.close();
    this.#requests.flush();
    post({ kind: "closed" });
    scope.close();
  }
}

function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    told(`A certificate cannot be used: ${textOf(error)}`);
  }
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

let front: Front | undefined;
/** What it was told to listen on, with a certificate that cannot be used. */
let refused: Start | undefined;

function start(told: Start): void {
  try {
    front = new Front(told);
    void front.listen(told);
  } catch (error) {
    refused = told;
    const shown = told.addresses.map(({ address, port }) => `${address || "[::]"}:${port}`).join(", ");
    post({ kind: "open", listeners: [], failures: [{ shown, port: 0, code: "", message: textOf(error) }] });
  }
}

scope.onmessage = ({ data }: MessageEvent<ToFront>) => {
  if (data.kind === "start") start(data);
  else if (data.kind === "ping") post({ kind: "alive" });
  else if (front !== undefined) front.take(data);
  else if (data.kind === "certificate" && refused !== undefined) start({ ...refused, certificate: data.certificate });
  else if (data.kind === "close") post({ kind: "closed" });
};
// A fault in one connection ends that connection alone.
scope.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  told(`A fault was met in the front, and it goes on: ${(event.reason as Error)?.stack ?? event.reason}`);
});
scope.addEventListener("error", (event) => {
  event.preventDefault();
  told(`A fault was met in the front, and it goes on: ${event.error?.stack ?? event.message}`);
});
