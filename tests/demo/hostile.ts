/**
 * Names by attackers and faulty software, and in the world's scripts, for every place that shows a
 * name. DNS allows any byte in a label.
 */
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import type { Principal } from "../../api/http/principal.ts";
import { RIGHTS } from "../../api/http/rights.ts";
import { PLAIN_CHOICES } from "../../api/accounts/accounts.ts";
import { ACCOUNT, alertEvents, type DemoEvent, type EventScene, PASSWORD } from "./events.ts";
import type { DemoList } from "./lists.ts";

const SOCKET: Principal = { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) };
const MARKUP = `<script>alert(1)</script>`;
const IMAGE = `"><img src=x onerror=alert(1)>`;

/** A name of 253 characters. */
const LONGEST = [..."abc"].map((letter) => letter.repeat(63)).concat("d".repeat(53), "example")
  .join(".");

/** Names as text, with non-letter bytes escaped as in zone files (RFC 4343). */
const NAMES = [
  LONGEST,
  `${"w".repeat(63)}.${"i".repeat(63)}.example`,
  `${MARKUP.replace("(1)", "\\(1\\)")}.example`,
  `${IMAGE.replaceAll(" ", "\\032").replace('"', '\\"').replace("(1)", "\\(1\\)")}.example`,
  'it\'s\\ \\"quoted\\".example',
  "back\\\\slash.dot\\.inside.example",
  "\\000\\001\\007\\010\\013\\027[31mred\\027[0m.example",
  "line\\010feed\\013.example",
  "\\226\\128\\174txt.exe.example",
  "\\255\\254\\253.example",
  "{{7*7}}${7*7}.example",
  "=cmd|'/c\\032calc'!a1.example",
  "xn--pple-43d.com",
  "xn--e1awd7f.com",
  "xn--80ak6aa92e.com",
  "xn--mgbh0fb.example",
  "xn--4dbrk0ce.example",
  "xn--i-7iq.example",
  "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.0.1.2.3.4.5.6.7.8.9.example",
  "javascript:alert\\(1\\).example",
  "1.example",
];

const list: DemoList = {
  list: { name: `${MARKUP} ${IMAGE} & "list"`, format: "domains", category: `<b>ads</b>` },
  path: "/hostile.txt",
  names: [
    "1.example",
    "xn--pple-43d.com",
    LONGEST,
    ...Array.from({ length: 50 }, (_, i) => `hostile${i}.example`),
  ],
  lineOf: (name) => name,
  ruleOf: (name) => `|${name}^`,
};

const accounts: DemoEvent = {
  ago: 19,
  run: async (scene: EventScene) => {
    for (const name of [`<b>Bobby</b>`, "דוד כהן", "🏡 Familie مكتب", 'O\'Brien "Liz" \\n']) {
      await scene.accounts.add(
        { ...PLAIN_CHOICES, name, role: "readonly" },
        `${PASSWORD} again`,
        SOCKET,
      );
      await scene.control.audit.record(SOCKET, "account.add", {
        account: name,
        kind: "administrator",
        role: "readonly",
      });
    }
    await scene.accounts.createToken({
      account: ACCOUNT,
      name: IMAGE,
      rights: ["reports.read"],
      expires: 0,
    }, SOCKET);
    const syslog = {
      kind: "syslog",
      host: "127.0.0.1",
      port: 9,
      transport: "udp",
      format: "rfc5424",
      ca: "",
    } as const;
    const shared = { enabled: false, kinds: undefined, audit: true, secret: undefined };
    await scene.control.exports.add({ name: `${MARKUP} مكتب`, config: syslog, ...shared });
  },
};

/** All of it. */
export const HOSTILE = {
  /** In the canonical form of the journal. */
  names: NAMES.map((name) => nameToText(nameFromText(name)!)),
  /** Other names for some devices: right to left, symbols, the longest label, and markup. */
  devices: new Map([
    ["emmas-tablet", "מחשב-של-אמא"],
    ["noahs-pc", "noahs-🎮-pc"],
    ["switch", "تلفزيون"],
    ["linas-tablet", "<script>alert\\(1\\)</script>"],
    ["living-room-tv", `living-room-${"o".repeat(51)}`],
    ["julias-macbook", `it's\\"julias\\"&amp;-macbook`],
  ]),
  list,
  events: [
    accounts,
    ...alertEvents(18, { kind: "malicious", name: MARKUP, detail: IMAGE }),
    ...alertEvents(17, {
      kind: "list.failing",
      name: `${MARKUP} ${"very ".repeat(30)}long`,
      detail: `<a href="x">${"w".repeat(300)}</a>`,
    }),
    ...alertEvents(16, {
      kind: "task.failing",
      name: "lists.refresh",
      detail: "\u202egnorw si siht \u0007\u001b[31m",
    }, 2),
  ] as readonly DemoEvent[],
} as const;
