/** Answers in main what the front thread hands over: each request as one of the web, each response back in parts. */
import type { Log } from "../../log.ts";
import { Inflow, Outflow } from "./flow.ts";
import type { AnswerPart, FrontPeer, HeadFields, RequestPart } from "../protocol.ts";

/** Answers one request; its signal is aborted when the client leaves. */
export type Answer = (request: Request, peer: FrontPeer) => Response | Promise<Response>;

interface Asked {
  readonly left: AbortController;
  readonly inflow: Inflow;
  outflow: Outflow | undefined;
  /** Whether nobody waits for the answer any more. */
  gone: boolean;
  /** Held so that its signal, with those who listen to it, lives for as long as the client waits. */
  request: Request | undefined;
}

type Head = Extract<RequestPart, { kind: "request" }>;

/** The requests of one life of the thread. */
export class Answering {
  readonly #answer: Answer;
  readonly #send: (part: AnswerPart) => void;
  readonly #log: Log;
  readonly #asked = new Map<number, Asked>();

  constructor(answer: Answer, send: (part: AnswerPart) => void, log: Log) {
    this.#answer = answer;
    this.#send = send;
    this.#log = log;
  }

  /** Takes what the thread handed over in one message. */
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
      else asked.inflow.take(part);
    }
    for (const [head, asked] of begun) if (!asked.gone) void this.#run(head, asked);
  }

  /** The thread is gone: nobody waits for an answer any more. */
  leaveAll(): void {
    for (const [id, asked] of this.#asked) this.#leave(id, asked);
  }

  /** The box ends: live views end here, and what is being worked out is told to hurry. */
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
    asked.left.abort();
    asked.inflow.take({ kind: "broken", id });
    asked.outflow?.stop();
  }

  async #run(head: Head, asked: Asked): Promise<void> {
    const { id } = head, request = asked.request = requestOf(head, asked);
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
      await asked.outflow.run();
    }
    this.#asked.delete(id);
  }

  async #answered(request: Request, { method, peer }: Head): Promise<Response> {
    try {
      return await this.#answer(request, peer);
    } catch (error) {
      if (!request.signal.aborted) {
        this.#log("error", `${method} failed: ${(error as Error)?.stack ?? error}`);
      }
      return new Response(null, { status: 500 });
    }
  }
}

/** The request; undefined when it is none that the web knows, such as TRACE. Only path and query of its address count. */
function requestOf(
  { method, target, fields, body }: Head,
  { left, inflow }: Asked,
): Request | undefined {
  try {
    // Not relative to it: `//host/path` would be taken for another host, and its path for a shorter one.
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
