/**
 * The icons of the interface, drawn by Lucide (ISC): lines on a 24-unit grid, in the colour of the
 * adjacent text.
 */
import { html, type Markup } from "./html.ts";
import house from "lucide-static/icons/house.svg" with { type: "text" };
import laptop from "lucide-static/icons/laptop.svg" with { type: "text" };
import list from "lucide-static/icons/list.svg" with { type: "text" };
import shield from "lucide-static/icons/shield.svg" with { type: "text" };
import bell from "lucide-static/icons/bell.svg" with { type: "text" };
import settings from "lucide-static/icons/settings.svg" with { type: "text" };
import activity from "lucide-static/icons/activity.svg" with { type: "text" };
import ban from "lucide-static/icons/ban.svg" with { type: "text" };
import bookOpen from "lucide-static/icons/book-open.svg" with { type: "text" };
import calendarDays from "lucide-static/icons/calendar-days.svg" with { type: "text" };
import moon from "lucide-static/icons/moon.svg" with { type: "text" };
import camera from "lucide-static/icons/camera.svg" with { type: "text" };
import check from "lucide-static/icons/check.svg" with { type: "text" };
import chevronDown from "lucide-static/icons/chevron-down.svg" with { type: "text" };
import chevronLeft from "lucide-static/icons/chevron-left.svg" with { type: "text" };
import chevronRight from "lucide-static/icons/chevron-right.svg" with { type: "text" };
import circleAlert from "lucide-static/icons/circle-alert.svg" with { type: "text" };
import circleCheck from "lucide-static/icons/circle-check.svg" with { type: "text" };
import circleHelp from "lucide-static/icons/circle-help.svg" with { type: "text" };
import circleUser from "lucide-static/icons/circle-user.svg" with { type: "text" };
import circleX from "lucide-static/icons/circle-x.svg" with { type: "text" };
import clock from "lucide-static/icons/clock.svg" with { type: "text" };
import copy from "lucide-static/icons/copy.svg" with { type: "text" };
import cpu from "lucide-static/icons/cpu.svg" with { type: "text" };
import database from "lucide-static/icons/database.svg" with { type: "text" };
import download from "lucide-static/icons/download.svg" with { type: "text" };
import ellipsisVertical from "lucide-static/icons/ellipsis-vertical.svg" with { type: "text" };
import externalLink from "lucide-static/icons/external-link.svg" with { type: "text" };
import eye from "lucide-static/icons/eye.svg" with { type: "text" };
import eyeOff from "lucide-static/icons/eye-off.svg" with { type: "text" };
import fileText from "lucide-static/icons/file-text.svg" with { type: "text" };
import fingerprintPattern from "lucide-static/icons/fingerprint-pattern.svg" with { type: "text" };
import gamepad2 from "lucide-static/icons/gamepad-2.svg" with { type: "text" };
import globe from "lucide-static/icons/globe.svg" with { type: "text" };
import hardDrive from "lucide-static/icons/hard-drive.svg" with { type: "text" };
import hourglass from "lucide-static/icons/hourglass.svg" with { type: "text" };
import info from "lucide-static/icons/info.svg" with { type: "text" };
import keyRound from "lucide-static/icons/key-round.svg" with { type: "text" };
import languages from "lucide-static/icons/languages.svg" with { type: "text" };
import lock from "lucide-static/icons/lock.svg" with { type: "text" };
import logOut from "lucide-static/icons/log-out.svg" with { type: "text" };
import mail from "lucide-static/icons/mail.svg" with { type: "text" };
import monitor from "lucide-static/icons/monitor.svg" with { type: "text" };
import network from "lucide-static/icons/network.svg" with { type: "text" };
import pause from "lucide-static/icons/pause.svg" with { type: "text" };
import minus from "lucide-static/icons/minus.svg" with { type: "text" };
import pencil from "lucide-static/icons/pencil.svg" with { type: "text" };
import play from "lucide-static/icons/play.svg" with { type: "text" };
import plus from "lucide-static/icons/plus.svg" with { type: "text" };
import power from "lucide-static/icons/power.svg" with { type: "text" };
import printer from "lucide-static/icons/printer.svg" with { type: "text" };
import radar from "lucide-static/icons/radar.svg" with { type: "text" };
import radio from "lucide-static/icons/radio.svg" with { type: "text" };
import refrigerator from "lucide-static/icons/refrigerator.svg" with { type: "text" };
import refreshCw from "lucide-static/icons/refresh-cw.svg" with { type: "text" };
import rotateCcw from "lucide-static/icons/rotate-ccw.svg" with { type: "text" };
import router from "lucide-static/icons/router.svg" with { type: "text" };
import scrollText from "lucide-static/icons/scroll-text.svg" with { type: "text" };
import search from "lucide-static/icons/search.svg" with { type: "text" };
import server from "lucide-static/icons/server.svg" with { type: "text" };
import shieldAlert from "lucide-static/icons/shield-alert.svg" with { type: "text" };
import shieldCheck from "lucide-static/icons/shield-check.svg" with { type: "text" };
import shieldOff from "lucide-static/icons/shield-off.svg" with { type: "text" };
import smartphone from "lucide-static/icons/smartphone.svg" with { type: "text" };
import speaker from "lucide-static/icons/speaker.svg" with { type: "text" };
import tablet from "lucide-static/icons/tablet.svg" with { type: "text" };
import trash2 from "lucide-static/icons/trash-2.svg" with { type: "text" };
import triangleAlert from "lucide-static/icons/triangle-alert.svg" with { type: "text" };
import tv from "lucide-static/icons/tv.svg" with { type: "text" };
import undo2 from "lucide-static/icons/undo-2.svg" with { type: "text" };
import upload from "lucide-static/icons/upload.svg" with { type: "text" };
import user from "lucide-static/icons/user.svg" with { type: "text" };
import userPlus from "lucide-static/icons/user-plus.svg" with { type: "text" };
import users from "lucide-static/icons/users.svg" with { type: "text" };
import watch from "lucide-static/icons/watch.svg" with { type: "text" };
import wifi from "lucide-static/icons/wifi.svg" with { type: "text" };
import wrench from "lucide-static/icons/wrench.svg" with { type: "text" };
import x from "lucide-static/icons/x.svg" with { type: "text" };

const DRAWINGS = {
  house,
  laptop,
  list,
  shield,
  bell,
  settings,
  activity,
  ban,
  "book-open": bookOpen,
  "calendar-days": calendarDays,
  moon,
  camera,
  check,
  "chevron-down": chevronDown,
  "chevron-left": chevronLeft,
  "chevron-right": chevronRight,
  "circle-alert": circleAlert,
  "circle-check": circleCheck,
  "circle-help": circleHelp,
  "circle-user": circleUser,
  "circle-x": circleX,
  clock,
  copy,
  cpu,
  database,
  download,
  "ellipsis-vertical": ellipsisVertical,
  "external-link": externalLink,
  eye,
  "eye-off": eyeOff,
  "file-text": fileText,
  "fingerprint-pattern": fingerprintPattern,
  "gamepad-2": gamepad2,
  globe,
  "hard-drive": hardDrive,
  hourglass,
  info,
  "key-round": keyRound,
  languages,
  lock,
  "log-out": logOut,
  mail,
  monitor,
  network,
  pause,
  minus,
  pencil,
  play,
  plus,
  power,
  printer,
  radar,
  radio,
  refrigerator,
  "refresh-cw": refreshCw,
  "rotate-ccw": rotateCcw,
  router,
  "scroll-text": scrollText,
  search,
  server,
  "shield-alert": shieldAlert,
  "shield-check": shieldCheck,
  "shield-off": shieldOff,
  smartphone,
  speaker,
  tablet,
  "trash-2": trash2,
  "triangle-alert": triangleAlert,
  tv,
  "undo-2": undo2,
  upload,
  user,
  "user-plus": userPlus,
  users,
  watch,
  wifi,
  wrench,
  x,
} satisfies Readonly<Record<string, string>>;

/** The name of an icon in Lucide. */
export type IconName = keyof typeof DRAWINGS;

/** The content of the svg element of each icon. */
const INSIDE = new Map<string, string>(
  Object.entries(DRAWINGS).map((
    [name, text],
  ) => [name, /<svg[^>]*>([\s\S]*)<\/svg>/.exec(text)![1].replace(/\s+/g, " ")]),
);

/** An icon next to a text. An icon without text has a label for screen readers. */
export function icon(name: IconName, label?: string): Markup {
  const drawing = { __html: INSIDE.get(name)! };
  return label === undefined
    ? html`
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML=${drawing} />
    `
    : html`
      <svg
        class="icon"
        viewBox="0 0 24 24"
        role="img"
        aria-label=${label}
        dangerouslySetInnerHTML=${drawing}
      />
    `;
}
