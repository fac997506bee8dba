/**
 * Handles in the main thread the requests that the front thread passes on: each becomes a web
 * Request, and its response returns in parts.
 */
import { ClientGoneError, isClientGone, isEnded } from "../../http/client_faults.ts";
import { Inflow, Outflow } from "./flow.ts";
import type { AnswerPart, FrontPeer, HeadFields, RequestPart } from "../protocol.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Handles one request; its signal is aborted when the client disconnects. */
export type Answer = (request: Request, peer: FrontPeer) => Response | Promise<Response>;

interface Asked {
  readonly left: AbortController;
  readonly inflow: Inflow;
  outflow: Outflow | undefined;
  /** Whether the response is no longer needed. */
  gone: boolean;
  /**
   * Kept referenced so that its signal and the signal's listeners live for as long as the client
   * waits.
   */
  request: Request | undefined;
}

type Head = Extract<RequestPart, { kind: "request" }>;

/** The requests of one front thread, until that thread ends. */
export class FrontRequests {
  readonly #answer: Answer;
  readonly #send: (part: AnswerPart) => void;
  readonly #log: Runtime["log"];
  readonly #asked = new Map<number, Asked>();

  constructor(answer: Answer, send: (part: AnswerPart) => void, log: Runtime["log"]) {
    this.#answer = answer;
    this.#send = send;
    this.#log = log;
  }

  /** Takes the parts that the thread sent in one message. */
  take(parts: readonly RequestPart[]): void {
    const begun: (readonly [Head, Asked])[] = [];
    for (const part of parts) {
      if (part.kind === "request") {
        begun.push([part, this.#begin(part.id)]);
        continue;
      }
      const asked = this.#asked.get(part.id);
      if (asked === undefined) continue;
      if (part.kind === "more") asked.outflow?.more(part.count);
      else if (part.kind === "left") this.#leave(part.id, asked);
      else {
        // The client disconnected during its body, or the thread refused the rest of it: the
        // response is no longer needed.
        if (part.kind === "broken") asked.left.abort(new ClientGoneError());
        asked.inflow.take(part);
      }
    }
    for (const [head, asked] of begun) if (!asked.gone) void this.#run(head, asked);
  }

  /** The thread is gone: no response is needed any more. */
  leaveAll(): void {
    for (const [id, asked] of this.#asked) this.#leave(id, asked);
  }

  /** The box shuts down: live views end here, and handlers still at work are notified to hurry. */
  endAll(): void {
    for (const [id, asked] of this.#asked) {
      asked.left.abort();
      if (asked.outflow === undefined) continue;
      asked.outflow.stop();
      this.#send({ kind: "end", id });
    }
  }

  #begin(id: number): Asked {
    const inflow = new Inflow(
      id,
      (part) => this.#send(part),
      () => this.#send({ kind: "enough", id }),
      () => new ClientGoneError(),
    );
    const asked: Asked = {
      left: new AbortController(),
      inflow,
      outflow: undefined,
      gone: false,
      request: undefined,
    };
    this.#asked.set(id, asked);
    return asked;
  }

  #leave(id: number, asked: Asked): void {
    this.#asked.delete(id);
    asked.gone = true;
    asked.left.abort(new ClientGoneError());
    asked.inflow.take({ kind: "broken", id });
    asked.outflow?.stop();
  }

  async #run(head: Head, asked: Asked): Promise<void> {
    const { id } = head;
    const request = asked.request = requestOf(head, asked);
    const response = request === undefined
      ? new Response(null, { status: 400 })
      : await this.#answered(request, head);
    if (asked.gone) return void response.body?.cancel().catch(() => {});
    this.#send({ kind: "head", id, status: response.status, fields: fieldsOf(response) });
    const { body } = response;
    if (body === null || head.method === "HEAD") {
      body?.cancel().catch(() => {});
      this.#send({ kind: "end", id });
    } else {
      asked.outflow = new Outflow(id, body, (part) => this.#send(part));
      const how = await asked.outflow.run();
      const { failure } = asked.outflow;
      if (how === "broken" && !isEnded(failure)) this.#logFault(failure);
    }
    this.#asked.delete(id);
  }

  async #answered(request: Request, { peer }: Head): Promise<Response> {
    try {
      return await this.#answer(request, peer);
    } catch (error) {
      if (!isClientGone(error, request.signal)) this.#logFault(error);
      return new Response(null, { status: 500 });
    }
  }

  #logFault(fault: unknown): void {
    this.#log("error", `A request failed: ${(fault as Error)?.stack ?? fault}`);
  }
}

/**
 * The request; undefined when the web API does not allow it, such as TRACE. Only path and query of
 * its URL are used.
 */
function requestOf(
  { method, target, fields, body }: Head,
  { left, inflow }: Asked,
): Request | undefined {
  try {
    // Not resolved relative to the base: `//host/path` would be taken as another host with a
    // shorter path.
    const url = new URL(`https://box${target}`);
    const init = { method, headers: fields as [string, string][], signal: left.signal };
    return new Request(
      `https://box${url.pathname}${url.search}`,
      body ? { ...init, body: inflow.body() } : init,
    );
  } catch {
    return undefined;
  }
}

function fieldsOf({ headers }: Response): HeadFields {
  return [...headers];
}
