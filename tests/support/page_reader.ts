/** Reads the pages of a box as a signed-in account does, without a browser. */
import assert from "node:assert/strict";
import { runText } from "./whole_box.ts";

/** Where the box is, and who reads its pages. */
export interface PageReaderOptions {
  /** The command prefix that runs a program in the network of the box; empty = in this one. */
  readonly inside: readonly string[];
  /** Port of plain HTTP on the loopback of that network. */
  readonly http: number;
  readonly account: string;
  readonly password: string;
}

/** Reads pages in English; signs in when there is no session. */
export class PageReader {
  readonly #options: PageReaderOptions;
  #cookie = "";

  constructor(options: PageReaderOptions) {
    this.#options = options;
  }

  /** The markup of a page. */
  async markup(path: string): Promise<string> {
    const read = () => this.#curl(["-H", `cookie: ${this.#cookie}`], path);
    const page = await read();
    if (page !== "") return page;
    await this.#signIn();
    return await read();
  }

  /** The words of the main part of a page. */
  async words(path: string): Promise<string> {
    const markup = await this.markup(path);
    return wordsOf(/<main\b[^]*<\/main>/.exec(markup)?.[0] ?? markup);
  }

  async #signIn(): Promise<void> {
    const { account, password } = this.#options;
    const body = JSON.stringify({ account, password });
    const answer = await this.#curl(
      ["-i", "-H", `origin: ${this.#origin}`, "-H", "content-type: application/json", "-d", body],
      "/api/v1/session",
    );
    this.#cookie = /^set-cookie: ([^;]+)/im.exec(answer)?.[1] ?? assert.fail(answer);
  }

  get #origin(): string {
    return `http://127.0.0.1:${this.#options.http}`;
  }

  async #curl(args: readonly string[], path: string): Promise<string> {
    const all = ["curl", "-s", "-H", "accept-language: en", ...args, this.#origin + path];
    return (await runText([...this.#options.inside, ...all])).text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The words of markup, with single spaces. */
function wordsOf(markup: string): string {
  return markup.replace(/<(script|style|template)\b[^]*?<\/\1>/g, "")
    .replace(/<\/?(?:p|div|li|ul|h\d|section|form|button|label|td|tr)\b[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name])
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, " ").trim();
}
