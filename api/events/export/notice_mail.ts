/**
 * Mails people that there is a notice for them, to the addresses of their own accounts (A 7.4.2).
 * The mail does not name the subject of the notice, because others may read mail on a watched device.
 */
import type { Language } from "../../../policy/catalogue/languages.ts";
import type { Runtime } from "../../system/runtime.ts";
import type { Alerts, StoredAlert } from "../alerts.ts";
import type { Exports } from "./service.ts";

/** The parts of an account that decide whether it gets mails. */
export interface NoticeAccount {
  /** 0 = no person. */
  readonly personId: number;
  /** "" = none. */
  readonly email: string;
  /** "" = the language of the browser. */
  readonly language: Language | "";
  /** Whether it can sign in. */
  readonly isUsable: boolean;
}

/** Dependencies of the mails. */
export interface NoticeMailOptions {
  readonly alerts: Pick<Alerts, "followNotices">;
  readonly exports: Pick<Exports, "sendNotice">;
  readonly accounts: () => readonly NoticeAccount[];
  /** The name of the box. */
  readonly box: () => string;
  readonly runtime: Pick<Runtime, "now" | "after" | "log">;
}

/** Milliseconds between two mails to an address, and before a failed one is tried again. */
const APART = 24 * 3_600_000;
const FIRST_WAIT = 300_000;
/** How often a mail is tried. */
const MOST_TRIES = 6;

/** The mails. What a stop of the box interrupts is not sent again; the pages show the notice. */
export class NoticeMail {
  readonly #options: NoticeMailOptions;
  /** Unix milliseconds of the last mail, or of one that is being sent, by address. */
  readonly #sent = new Map<string, number>();
  readonly #cancels = new Set<() => void>();
  readonly #end: () => void;
  #isClosed = false;

  constructor(options: NoticeMailOptions) {
    this.#options = options;
    this.#end = options.alerts.followNotices((alerts) => this.#take(alerts));
  }

  /** Ends; nothing is tried again. */
  close(): void {
    this.#isClosed = true;
    this.#end();
    this.#cancels.forEach((cancel) => cancel());
  }

  #take(alerts: readonly StoredAlert[]): void {
    const now = this.#options.runtime.now();
    for (const [address, at] of this.#sent) {
      if (at > now || now - at >= APART) this.#sent.delete(address);
    }
    for (const person of new Set(alerts.map(({ personId }) => personId))) {
      for (const { email } of this.#recipients(person)) {
        if (this.#sent.has(keyOf(email))) continue;
        this.#sent.set(keyOf(email), now);
        void this.#send(person, email, 1);
      }
    }
  }

  /** The accounts of a person, without those whose address another person's account has too. */
  #recipients(person: number): NoticeAccount[] {
    if (person === 0) return [];
    const accounts = this.#options.accounts();
    const others = accounts.filter(({ personId }) => personId !== person);
    const shared = new Set(others.map(({ email }) => keyOf(email)));
    return accounts.filter(({ personId, email, isUsable }) =>
      personId === person && isUsable && email !== "" && !shared.has(keyOf(email))
    );
  }

  async #send(person: number, address: string, tries: number): Promise<void> {
    const { exports, box, runtime } = this.#options;
    const key = keyOf(address);
    // The account may have changed since the last try.
    const account = this.#recipients(person).find(({ email }) => keyOf(email) === key);
    if (account === undefined) return void this.#sent.delete(key);
    const { subject, text } = TEXTS[account.language || "en"];
    try {
      const isSent = await exports.sendNotice(account.email, {
        subject: `[${box()}] ${subject}`,
        text: `${text.replace("{box}", () => box())}\n`,
      });
      if (!isSent) this.#sent.delete(key);
    } catch (error) {
      if (this.#isClosed) return;
      if (tries < MOST_TRIES) return this.#later(person, address, tries);
      this.#sent.delete(key);
      const why = (error as Error).message.replaceAll(account.email, "…");
      runtime.log("warn", `A person could not be mailed about a notice: ${why}`);
    }
  }

  #later(person: number, address: string, tries: number): void {
    const cancel = this.#options.runtime.after(FIRST_WAIT * 2 ** (tries - 1), () => {
      this.#cancels.delete(cancel);
      void this.#send(person, address, tries + 1);
    });
    this.#cancels.add(cancel);
  }
}

function keyOf(address: string): string {
  return address.toLowerCase();
}

/** The mail in each language. */
const TEXTS: Readonly<Record<Language, { readonly subject: string; readonly text: string }>> = {
  en: {
    subject: "There is a notice for you",
    text: "There is a notice for you on “{box}”. Sign in there and open “My account” to read it.",
  },
  fr: {
    subject: "Il y a un message pour vous",
    text:
      "Il y a un message pour vous sur « {box} ». Connectez-vous et ouvrez « Mon compte » pour le lire.",
  },
  es: {
    subject: "Hay un aviso para usted",
    text: "Hay un aviso para usted en «{box}». Inicie sesión y abra «Mi cuenta» para leerlo.",
  },
  de: {
    subject: "Es gibt einen Hinweis für Sie",
    text:
      "Auf „{box}“ gibt es einen Hinweis für Sie. Melden Sie sich dort an und öffnen Sie „Mein Konto“, um ihn zu lesen.",
  },
  nl: {
    subject: "Er is een bericht voor u",
    text:
      "Op “{box}” staat een bericht voor u. Meld u daar aan en open “Mijn account” om het te lezen.",
  },
  it: {
    subject: "C’è un avviso per te",
    text: "C’è un avviso per te su “{box}”. Accedi e apri “Il mio account” per leggerlo.",
  },
  pt: {
    subject: "Há um aviso para si",
    text: "Há um aviso para si em “{box}”. Inicie sessão e abra “A minha conta” para o ler.",
  },
};
