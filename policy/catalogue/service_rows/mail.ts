/**
 * Personal mail in a browser or an app. Names of company mail of the same vendor (office365.com,
 * mail.protection.outlook.com) are excluded; those of Gmail serve both (B 7.4.3).
 */
import { type Row, under } from "./row.ts";

/** Services of the group `mail`. */
export const MAIL: readonly Row[] = [
  [
    "gmail",
    "Gmail",
    "mail.google.com gmail.com googlemail.com inbox.google.com gmail.googleapis.com",
    "webmail",
  ],
  [
    "outlook",
    "Outlook.com",
    "outlook.live.com mail.live.com hotmail.com www.outlook.com imap-mail.outlook.com pop-mail.outlook.com " +
    "smtp-mail.outlook.com eas.outlook.com",
    "webmail",
  ],
  [
    "yahoo_mail",
    "Yahoo Mail",
    "mail.yahoo.com mail.yahoo.co.jp mail.yahooapis.com ymail.com",
    "webmail",
  ],
  [
    "proton_mail",
    "Proton Mail",
    "mail.proton.me mail-api.proton.me protonmail.com protonmail.ch pm.me",
    "webmail",
  ],
  ["gmx", "GMX", under("gmx", "net com de at ch fr es co.uk"), "webmail"],
  ["aol_mail", "AOL Mail", "mail.aol.com imap.aol.com pop.aol.com smtp.aol.com", "webmail"],
  ["tuta", "Tuta", "tuta.com tuta.io tutamail.com tutanota.com tutanota.de keemail.me", "webmail"],
  ["web_de", "WEB.DE", "web.de"],
  ["mail_ru", "Mail.ru", "mail.ru imgsmail.ru"],
  ["laposte", "Laposte.net", "laposte.net"],
  ["fastmail", "Fastmail", "fastmail.com fastmail.fm fastmailusercontent.com messagingengine.com"],
  ["zoho_mail", "Zoho Mail", "mail.zoho.com mail.zoho.eu mail.zoho.in zohomail.com zohomail.eu"],
  ["posteo", "Posteo", "posteo.de posteo.net"],
  ["mailbox_org", "mailbox.org", "mailbox.org"],
  ["temp_mail", "Temp Mail", "temp-mail.org temp-mail.io tempmail.com 10minutemail.com"],
  [
    "guerrilla_mail",
    "Guerrilla Mail",
    "guerrillamail.com guerrillamail.net guerrillamail.org guerrillamail.biz sharklasers.com grr.la",
  ],
];
