import assert from "node:assert/strict";
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { makeAuthority } from "../../../tests/support/authority.ts";
import { type ExportScene, targetOf, withExports } from "../../../tests/support/export_scene.ts";
import { SmtpSink } from "../../../tests/support/smtp_sink.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { type NoticeAccount, NoticeMail } from "./notice_mail.ts";

const ignore = needsTool("openssl");
const HOUR = 3_600_000;
const LEA: NoticeAccount = { personId: 4, email: "Lea@example.com", language: "", isUsable: true };

interface Scene extends ExportScene {
  readonly sink: SmtpSink;
  readonly ca: string;
  accounts: NoticeAccount[];
  readonly logged: string[];
  /** Raises a notice of spyware for a person, and waits until it is stored. */
  notice(person: number): Promise<void>;
  /** Runs the due tries again. */
  retry(): void;
  mail: NoticeMail;
}

const mailTo = (port: number, ca: string, to = ["admin@example.com"]) => ({
  kind: "mail",
  host: "localhost",
  port,
  user: "box@example.com",
  from: "box@example.com",
  ca,
  to,
});

function withMails(test: (scene: Scene) => Promise<void>): Promise<void> {
  return withExports(async (exporting) => {
    const authority = await makeAuthority(exporting.folder);
    const sink = new SmtpSink(authority);
    const timers: (() => void)[] = [];
    const logged: string[] = [];
    let servers = 0;
    const scene: Scene = Object.assign(exporting, {
      sink,
      ca: authority.ca,
      accounts: [LEA],
      logged,
      async notice(personId: number) {
        const name = `s${servers++}.example`;
        await exporting.alerts.raiseWith([{
          kind: "spyware.mine",
          deviceId: 4,
          personId,
          name,
          detail: "blocked",
        }], []);
      },
      retry: () => timers.splice(0).forEach((run) => run()),
      mail: undefined as unknown as NoticeMail,
    });
    scene.mail = new NoticeMail({
      alerts: exporting.alerts,
      exports: exporting.exports,
      accounts: () => scene.accounts,
      box: () => "Our $& box",
      runtime: testRuntime({
        now: () => exporting.clock.now,
        after: (_, run) => {
          timers.push(run);
          return () => void timers.splice(timers.indexOf(run), 1);
        },
        log: (_, text) => void logged.push(text),
      }),
    });
    try {
      await test(scene);
    } finally {
      scene.mail.close();
      sink.close();
    }
  });
}

/** Lets what was begun end: connections of the loopback need a moment. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

Deno.test({
  name: "A person is mailed to their own address that there is a notice, without what it is about",
  ignore,
  fn: () =>
    withMails(async (scene) => {
      const { exports, sink, ca, until } = scene;
      await exports.add(targetOf("Mail", mailTo(sink.port, ca), { secret: "pass word" }));
      await scene.notice(4);
      await until(() => sink.mails.length === 1);
      const [{ to, from, login, data }] = sink.mails;
      assert.deepEqual([to, from, login], [
        ["Lea@example.com"],
        "box@example.com",
        "box@example.com:pass word",
      ]);
      assert.match(data, /^Subject: \[Our \$& box\] There is a notice for you$/m);
      assert.match(data, /My account/);
      assert.doesNotMatch(data, /spy|s0\.example|Tablet/i);
      // The administrators' own mailbox gets none of it.
      await settle();
      assert.equal(sink.mails.length, 1);
      // One mail a day, whatever else is found.
      await scene.notice(4);
      await settle();
      assert.equal(sink.mails.length, 1);
      scene.clock.now += 24 * HOUR;
      await scene.notice(4);
      await until(() => sink.mails.length === 2);
      // In the language of the account.
      scene.clock.now += 24 * HOUR;
      scene.accounts = [{ ...LEA, language: "de" }];
      await scene.notice(4);
      await until(() => sink.mails.length === 3);
      assert.match(sink.mails[2].data, /Hinweis/);
    }),
});

Deno.test({
  name:
    "Nobody is mailed at an address that others have too, without an account, or without a mailbox that is on",
  ignore,
  fn: () =>
    withMails(async (scene) => {
      const { exports, sink, ca } = scene;
      await scene.notice(4);
      await settle();
      const { id } = await exports.add(
        targetOf("Mail", mailTo(sink.port, ca, ["family@example.com"]), { secret: "pass word" }),
      );
      const cases: readonly NoticeAccount[][] = [
        [],
        [{ ...LEA, email: "" }],
        [{ ...LEA, isUsable: false }],
        [{ ...LEA, personId: 5 }],
        [{ ...LEA, email: "Family@Example.com" }],
        [LEA, { ...LEA, personId: 5, email: "lea@EXAMPLE.com" }],
        [LEA, { ...LEA, personId: 0, isUsable: false }],
      ];
      for (const accounts of cases) {
        scene.accounts = accounts;
        await scene.notice(4);
      }
      scene.accounts = [LEA];
      await scene.notice(0);
      const row = await exports.get(id);
      await exports.change(id, { ...row, enabled: false, secret: undefined });
      await scene.notice(4);
      await settle();
      assert.deepEqual([sink.mails, scene.logged], [[], []]);
      // What was not sent does not count as the mail of the day.
      await exports.change(id, { ...row, enabled: true, secret: undefined });
      await scene.notice(4);
      await scene.until(() => sink.mails.length === 1);
    }),
});

Deno.test({
  name:
    "A mail that the server does not take is tried six times, and not for an account that changed or after a stop",
  ignore,
  fn: () =>
    withMails(async (scene) => {
      const { exports, sink, ca } = scene;
      await exports.add(targetOf("Mail", mailTo(sink.port, ca), { secret: "pass word" }));
      sink.accepts = false;
      await scene.notice(4);
      for (let i = 0; i < 6; i++) {
        await settle();
        scene.retry();
      }
      await scene.until(() => scene.logged.length === 1);
      assert.match(scene.logged[0], /A person could not be mailed about a notice: .*535/);
      assert.doesNotMatch(scene.logged[0], /lea@|pass word/i);
      await scene.notice(4);
      await settle();
      scene.accounts = [];
      sink.accepts = true;
      scene.retry();
      await settle();
      assert.deepEqual(sink.mails, []);
      scene.accounts = [LEA];
      sink.accepts = false;
      await scene.notice(4);
      await settle();
      scene.mail.close();
      sink.accepts = true;
      scene.retry();
      await scene.notice(4);
      await settle();
      assert.deepEqual([sink.mails, scene.logged.length], [[], 1]);
    }),
});

Deno.test({
  name: "Each language has a mail of its own",
  ignore,
  fn: () =>
    withMails(async (scene) => {
      const { exports, sink, ca, until } = scene;
      await exports.add(targetOf("Mail", mailTo(sink.port, ca), { secret: "pass word" }));
      scene.accounts = LANGUAGES.map((language) => ({
        ...LEA,
        language,
        email: `${language}@example.com`,
      }));
      await scene.notice(4);
      await until(() => sink.mails.length === LANGUAGES.length);
      assert.equal(new Set(sink.mails.map(({ data }) => data.match(/^Subject: .*$/m)![0])).size, 7);
    }),
});
