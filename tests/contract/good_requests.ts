/** One valid request for each route, from which the contract tests start. */
import type { Route } from "../../api/http/route.ts";
import { pihole5TarGz } from "../support/import_files.ts";
import { IMPORTED } from "./box_content.ts";
import { type BoxServices, boxServices, type Content, outsideOf } from "./box_services.ts";
import { NOW } from "./facts.ts";
import { PASSWORD } from "./people.ts";

/** The key of a route: `get /api/v1/lists`. */
export const keyOf = ({ method, path }: Route): string => `${method} ${path}`;

const WEBDAV = { kind: "webdav", url: "https://nas.example/dav/box", user: "box" };
const SIEM = { kind: "syslog", host: "siem.example", port: 6514, transport: "tls" };

/** A valid request for each route that needs more than its address. */
export const GOOD: Readonly<Record<string, { path?: string; body?: unknown }>> = {
  "post /api/v1/query": { body: { name: "example.com", explain: true } },
  "post /api/v1/lists": {
    body: {
      url: "https://lists.example/other",
      scopes: ["profile:child"],
      except: ["device:1"],
      hours: { mon: "18:00-20:00" },
    },
  },
  "put /api/v1/lists/{id}": { path: "/api/v1/lists/1", body: { enabled: false } },
  "delete /api/v1/lists/{id}": { path: "/api/v1/lists/1" },
  "post /api/v1/threats/spyware/accept": { body: { version: "x" } },
  "post /api/v1/threats/spyware/undo": {},
  "post /api/v1/lists/{id}/accept": { path: "/api/v1/lists/1/accept" },
  "post /api/v1/lists/check": { body: { text: "ads.example\nx y z" } },
  "post /api/v1/dns-records": {
    body: { name: "bücher.example", type: "MX", data: { preference: "5", target: "a.b" } },
  },
  "post /api/v1/dns-records/import": {
    body: { lines: ["192.168.1.9 tv.example", "cname=a.example,tv.example", "no"] },
  },
  "put /api/v1/dns-records/{id}": {
    path: "/api/v1/dns-records/1",
    body: { value: "192.168.1.6", enabled: false, comment: "" },
  },
  "delete /api/v1/dns-records/{id}": { path: "/api/v1/dns-records/1" },
  "put /api/v1/dns-records/zones/{zone}": { path: "/api/v1/dns-records/zones/lab.example" },
  "delete /api/v1/dns-records/zones/{zone}": { path: "/api/v1/dns-records/zones/old.example" },
  "put /api/v1/dns-records/forwarding": {
    body: { domain: "lan", router: "192.168.1.1", reverse: true },
  },
  "put /api/v1/dns-services/certificate": { body: { mode: "self", name: "dns.example.com" } },
  "put /api/v1/dns-services/protocols": { body: { tls: true, https: true, quic: false } },
  "put /api/v1/https-redirect": { body: { enabled: false } },
  "post /api/v1/network/scan": { body: { networks: ["192.168.1.0/25"] } },
  "post /api/v1/rules": {
    body: { lines: ["# mine", "games.example", "@@||shop.example^"], action: "block" },
  },
  "put /api/v1/rules/{domain}": {
    path: "/api/v1/rules/b%C3%BCcher.example?scope=all",
    body: { action: "allow", kind: "exact", types: ["A"], to: [], until: NOW / 1000 + 60 },
  },
  "delete /api/v1/rules/{domain}": { path: "/api/v1/rules/Shop.example." },
  "post /api/v1/tunnels/allow": { body: { domain: "tunnel.example" } },
  "delete /api/v1/tunnels/allow/{domain}": { path: "/api/v1/tunnels/allow/antivirus.example" },
  "delete /api/v1/tunnels/{domain}": { path: "/api/v1/tunnels/tunnel.example" },
  "put /api/v1/threats": { body: { beacons: false, rebinding_allowed: ["nas.example"] } },
  "put /api/v1/threats/allowed/{domain}": { path: "/api/v1/threats/allowed/nas.example" },
  "delete /api/v1/threats/allowed/{domain}": { path: "/api/v1/threats/allowed/nas.example" },
  "put /api/v1/lookalike/allowed/{domain}": { path: "/api/v1/lookalike/allowed/muller.example" },
  "delete /api/v1/lookalike/allowed/{domain}": {
    path: "/api/v1/lookalike/allowed/muller.example",
  },
  "put /api/v1/lookalike": { body: { typos: false, allowed: ["xn--mller-kva.example"] } },
  "put /api/v1/restrict/{scope}/{id}": {
    path: "/api/v1/restrict/device/1",
    body: { mode: "learning", days: 14 },
  },
  "post /api/v1/restrict/{scope}/{id}/undo": { path: "/api/v1/restrict/device/3/undo" },
  "post /api/v1/restrict/objects": { body: { devices: [1, 99], days: 0 } },
  "get /api/v1/restrict/{scope}/{id}/names": { path: "/api/v1/restrict/group/1/names" },
  "put /api/v1/restrict/{scope}/{id}/names/{name}": {
    path: "/api/v1/restrict/all/0/names/www.vendor.com",
  },
  "post /api/v1/restrict/{scope}/{id}/names/{name}/undo": {
    path: "/api/v1/restrict/device/3/names/removed.com/undo",
  },
  "delete /api/v1/restrict/{scope}/{id}/names/{name}": {
    path: "/api/v1/restrict/device/3/names/cdn.example.com",
  },
  "post /api/v1/breaches": { body: { address: "new@example.com", person_id: 1 } },
  "delete /api/v1/breaches/{id}": { path: "/api/v1/breaches/1" },
  "post /api/v1/breaches/{id}/check": { path: "/api/v1/breaches/1/check" },
  "get /api/v1/pwned-range": { path: "/api/v1/pwned-range?prefix=21BD1" },
  "post /api/v1/vacations": {
    body: { first_day: "2027-05-14", last_day: "2027-05-15", name: "Bridge" },
  },
  "delete /api/v1/vacations/{id}": { path: "/api/v1/vacations/1" },
  "get /api/v1/holidays/regions": { path: "/api/v1/holidays/regions?country=FR&lang=fr" },
  "post /api/v1/holidays/import": { body: { country: "FR", region: "FR-ZA", lang: "fr" } },
  "post /api/v1/holidays/file": {
    body: { content: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", name: "school.ics" },
  },
  "put /api/v1/blocked-services": {
    path: "/api/v1/blocked-services?scope=person:1",
    body: { services: { tiktok: "block", roblox: "" }, schedules: { tiktok: "01".repeat(336) } },
  },
  "post /api/v1/services": { body: { name: "Choir", group: "social", domains: ["choir.example"] } },
  "put /api/v1/services/{id}": {
    path: "/api/v1/services/custom-club",
    body: { name: "Club", group: "social", domains: ["club.example"] },
  },
  "delete /api/v1/services/{id}": { path: "/api/v1/services/custom-club" },
  "put /api/v1/categories": {
    path: "/api/v1/categories?scope=profile:teen",
    body: { categories: { games: "monitor", malware: "block" } },
  },
  "put /api/v1/safe-search": {
    path: "/api/v1/safe-search?scope=device:1",
    body: { engines: { google: "on", youtube: "strict", bing: "" } },
  },
  "put /api/v1/pauses": { path: "/api/v1/pauses?scope=group:1", body: { minutes: 10 } },
  "delete /api/v1/pauses": { path: "/api/v1/pauses?scope=person:1" },
  "put /api/v1/upstreams/scopes": {
    body: { scope: "device:1", upstreams: ["quad9/dot", "[/home.example/]192.168.1.1"] },
  },
  "delete /api/v1/upstreams/scopes/{scope}": { path: "/api/v1/upstreams/scopes/person:1" },
  "post /api/v1/upstreams/test": {
    body: { upstreams: ["quad9/dot", "[/home.example/]192.168.1.1"] },
  },
  "get /api/v1/explain": { path: "/api/v1/explain?name=www.example.com&as=device:3" },
  "get /api/v1/devices/{id}/behaviour": { path: "/api/v1/devices/1/behaviour" },
  "get /api/v1/activity": { path: "/api/v1/activity?scope=device:3&period=week" },
  "get /api/v1/activity/names": { path: "/api/v1/activity/names?scope=person:1" },
  "get /api/v1/people/{id}/time": { path: "/api/v1/people/1/time?days=14" },
  "get /api/v1/people/{id}/report": { path: "/api/v1/people/1/report?period=month" },
  "put /api/v1/settings": { body: { values: { blocked_ttl: 30, cache_size: null } } },
  "put /api/v1/settings/{key}": { path: "/api/v1/settings/blocked_ttl", body: { value: "30" } },
  "delete /api/v1/settings/{key}": { path: "/api/v1/settings/blocked_ttl" },
  "post /api/v1/setup": {
    body: {
      account: { name: "anna", password: "a long way to tipperary" },
      accept_terms: true,
      terms_version: "2026-10-13",
      telemetry: false,
      country: "FR",
      lists: ["oisd-small"],
    },
  },
  "post /api/v1/backups/key": { body: {} },
  "post /api/v1/backups/run": { body: { wait: true } },
  "post /api/v1/backups/targets": { body: { name: "NAS", config: WEBDAV, password: "secret" } },
  "get /api/v1/backups/targets/{id}": { path: "/api/v1/backups/targets/1" },
  "put /api/v1/backups/targets/{id}": {
    path: "/api/v1/backups/targets/1",
    body: { name: "NAS", enabled: false, config: WEBDAV },
  },
  "delete /api/v1/backups/targets/{id}": { path: "/api/v1/backups/targets/1" },
  "post /api/v1/backups/targets/{id}/test": { path: "/api/v1/backups/targets/1/test" },
  "get /api/v1/backups/targets/{id}/files": { path: "/api/v1/backups/targets/1/files" },
  "delete /api/v1/backups/targets/{id}/files/{file}": {
    path: "/api/v1/backups/targets/1/files/box-box-0011aabb-2026-11-27-030000.age",
  },
  "post /api/v1/backups/restore/preview": {
    body: { name: "home.age", content: btoa("no backup") },
  },
  "get /api/v1/backups/restore/{id}": { path: `/api/v1/backups/restore/${"0".repeat(32)}` },
  "post /api/v1/backups/restore/{id}/apply": {
    path: `/api/v1/backups/restore/${"0".repeat(32)}/apply`,
    body: {},
  },
  "post /api/v1/backups/return": { body: {} },
  "post /api/v1/setup/restore/preview": { body: { name: "home.age", content: btoa("no backup") } },
  "post /api/v1/setup/restore/{id}/apply": {
    path: `/api/v1/setup/restore/${"0".repeat(32)}/apply`,
  },
  "post /api/v1/import/preview": { body: { name: "devices.csv", content: btoa(IMPORTED) } },
  "post /api/v1/import/found/{product}/preview": { path: "/api/v1/import/found/pihole/preview" },
  "delete /api/v1/import/found/{product}": { path: "/api/v1/import/found/adguard" },
  "get /api/v1/import/{id}": { path: `/api/v1/import/${"0".repeat(32)}` },
  "post /api/v1/import/{id}/apply": {
    path: `/api/v1/import/${"0".repeat(32)}/apply`,
    body: { confirm: true },
  },
  "put /api/v1/time-zone": { body: { zone: "Europe/Paris" } },
  "get /api/v1/tasks/{name}": { path: "/api/v1/tasks/lists.refresh" },
  "post /api/v1/terms": { body: { accept: true, version: "2026-10-13" } },
  "put /api/v1/telemetry": { body: { enabled: false } },
  "post /api/v1/updates/install": { body: { version: "0.9.1" } },
  "post /api/v1/updates/rollback": { body: { version: "0.8.9" } },
  "post /api/v1/session": { body: { account: "full", password: PASSWORD } },
  "put /api/v1/me": { body: { language: "de" } },
  "put /api/v1/me/password": { body: { old: "gravel ocean tulip", new: "velvet harbour stone" } },
  "delete /api/v1/me/sessions/{id}": { path: "/api/v1/me/sessions/1" },
  "post /api/v1/accounts": {
    body: { name: "lea", password: "gravel ocean tulip", kind: "member" },
  },
  "post /api/v1/people/{id}/accounts": {
    path: "/api/v1/people/1/accounts",
    body: { name: "emma" },
  },
  "post /api/v1/accounts/{id}/invitation": {
    path: "/api/v1/accounts/1/invitation",
    body: { person_id: 1 },
  },
  "delete /api/v1/accounts/{id}/invitation": { path: "/api/v1/accounts/1/invitation" },
  "get /api/v1/invitation": { path: `/api/v1/invitation?secret=${"A".repeat(43)}` },
  "post /api/v1/invitation": {
    body: { secret: "A".repeat(43), password: "gravel ocean tulip" },
  },
  "post /api/v1/me/spyware/seen": { body: { up_to: 1, until: 1 } },
  "post /api/v1/me/notices/read": { body: { up_to: 1 } },
  "put /api/v1/accounts/{id}": {
    path: "/api/v1/accounts/2",
    body: { changed: NOW / 1000, language: "de" },
  },
  "delete /api/v1/accounts/{id}": { path: "/api/v1/accounts/2" },
  "post /api/v1/accounts/{id}/password": {
    path: "/api/v1/accounts/2/password",
    body: { password: "gravel ocean tulip" },
  },
  "delete /api/v1/accounts/{id}/sessions": { path: "/api/v1/accounts/1/sessions" },
  "post /api/v1/session/passkey": {
    body: {
      credential: {
        id: "a",
        response: { clientDataJSON: "e30", authenticatorData: "", signature: "" },
      },
    },
  },
  "put /api/v1/me/totp": { body: { code: "123456" } },
  "post /api/v1/me/passkeys": {
    body: {
      name: "phone",
      credential: { id: "a", response: { clientDataJSON: "e30", attestationObject: "" } },
    },
  },
  "put /api/v1/me/passkeys/{id}": { path: "/api/v1/me/passkeys/1", body: { name: "phone" } },
  "delete /api/v1/me/passkeys/{id}": { path: "/api/v1/me/passkeys/1" },
  "get /api/v1/accounts/{id}/factors": { path: "/api/v1/accounts/1/factors" },
  "delete /api/v1/accounts/{id}/factors": { path: "/api/v1/accounts/1/factors" },
  "post /api/v1/tokens": { body: { name: "nas", rights: ["rules.read"] } },
  "delete /api/v1/tokens/{id}": { path: "/api/v1/tokens/1" },
  "post /api/v1/people": { body: { name: "Zoé", profile: "teen" } },
  "put /api/v1/people/{id}": { path: "/api/v1/people/1", body: { profile: "teen" } },
  "delete /api/v1/people/{id}": { path: "/api/v1/people/1" },
  "post /api/v1/devices/{id}/approve": { path: "/api/v1/devices/1/approve" },
  "put /api/v1/new-devices": { body: { mode: "held" } },
  "put /api/v1/cuts/{whom}": { path: "/api/v1/cuts/children", body: { duration: "30" } },
  "delete /api/v1/cuts/{whom}": { path: "/api/v1/cuts/all" },
  "put /api/v1/people/{id}/schedule": {
    path: "/api/v1/people/1/schedule",
    body: { enabled: true, grid: "01".repeat(336) },
  },
  "post /api/v1/people/{id}/bonus": { path: "/api/v1/people/1/bonus", body: { minutes: 30 } },
  "delete /api/v1/people/{id}/bonus": { path: "/api/v1/people/1/bonus" },
  "put /api/v1/people/{id}/mode": {
    path: "/api/v1/people/1/mode",
    body: { mode: "cut", duration: "morning" },
  },
  "delete /api/v1/people/{id}/mode": { path: "/api/v1/people/1/mode" },
  "post /api/v1/people/{id}/mode/undo": { path: "/api/v1/people/1/mode/undo" },
  "put /api/v1/people/{id}/limits": {
    path: "/api/v1/people/1/limits",
    body: { category: "games", minutes: 90 },
  },
  "put /api/v1/schedule-allow": { body: { domains: ["Bücher.example.", "school.example"] } },
  "put /api/v1/me/detailed-reports": { body: { agree: true } },
  "post /api/v1/ask": { body: { minutes: 30, category: "games", message: "please" } },
  "post /api/v1/requests/{id}/accept": { path: "/api/v1/requests/2/accept", body: { minutes: 60 } },
  "post /api/v1/requests/{id}/refuse": { path: "/api/v1/requests/2/refuse" },
  "post /api/v1/groups": { body: { name: "Kitchen", kind: "appliance" } },
  "put /api/v1/groups/{id}": { path: "/api/v1/groups/1", body: { name: "Study" } },
  "delete /api/v1/groups/{id}": { path: "/api/v1/groups/1" },
  "post /api/v1/learning/apply": {
    body: { ids: ["setting-quarantine"], names: { "name-3": "Scale" } },
  },
  "post /api/v1/devices": {
    body: { mac: "02-00-5E-10-00-01", name: "Weather station", kind: "iot" },
  },
  "get /api/v1/devices/{id}": { path: "/api/v1/devices/1" },
  "put /api/v1/devices/{id}": {
    path: "/api/v1/devices/1",
    body: { name: "Tablet", kind: "tablet", system: "linux" },
  },
  "delete /api/v1/devices/{id}": { path: "/api/v1/devices/1" },
  "post /api/v1/devices/{id}/merge": { path: "/api/v1/devices/1/merge", body: { device_id: 3 } },
  "put /api/v1/devices/{id}/person": { path: "/api/v1/devices/1/person", body: { people: [2, 1] } },
  "put /api/v1/devices/{id}/group": { path: "/api/v1/devices/1/group", body: { group_id: 1 } },
  "put /api/v1/devices/{id}/quarantine": {
    path: "/api/v1/devices/1/quarantine",
    body: { on: true },
  },
  "put /api/v1/hosts/{mac}/assign": {
    path: "/api/v1/hosts/02:00:5e:00:00:03/assign",
    body: { person_id: 1 },
  },
  "post /api/v1/alerts/reopen": { body: { ids: [1] } },
  "post /api/v1/alerts/acknowledge": { body: { all: true } },
  "post /api/v1/alerts/{id}/acknowledge": { path: "/api/v1/alerts/1/acknowledge" },
  "post /api/v1/exports": { body: { name: "SIEM", config: SIEM } },
  "get /api/v1/exports/{id}": { path: "/api/v1/exports/1" },
  "put /api/v1/exports/{id}": {
    path: "/api/v1/exports/1",
    body: { name: "SIEM", config: SIEM, kinds: ["tunnel"] },
  },
  "delete /api/v1/exports/{id}": { path: "/api/v1/exports/1" },
  "post /api/v1/exports/{id}/retry": { path: "/api/v1/exports/1/retry" },
  "post /api/v1/exports/{id}/test": { path: "/api/v1/exports/1/test" },
  "post /api/v1/tasks/{name}/run": { path: "/api/v1/tasks/lists.refresh/run" },
};

/** Routes that refuse even the valid request with the services of the tests. */
export const REFUSED = new Set([
  // No backup is running, none has this name, the file is none, and nothing was restored.
  "delete /api/v1/backups/run",
  "delete /api/v1/backups/targets/{id}/files/{file}",
  "post /api/v1/backups/restore/preview",
  "post /api/v1/setup/restore/preview",
  "post /api/v1/backups/return",
  "delete /api/v1/dns-records/zones/{zone}",
  "post /api/v1/lists/{id}/accept",
  // No new list waits or was accepted, and no domain is allowed.
  "post /api/v1/threats/spyware/accept",
  "post /api/v1/threats/spyware/undo",
  "delete /api/v1/threats/allowed/{domain}",
  "delete /api/v1/lookalike/allowed/{domain}",
  // The target is turned off.
  "post /api/v1/exports/{id}/retry",
  // No certificate failed.
  "post /api/v1/dns-services/certificate/retry",
  // The local socket has no account and no session.
  "get /api/v1/pwned-range",
  "get /api/v1/me",
  "put /api/v1/me",
  "put /api/v1/me/password",
  "get /api/v1/me/sessions",
  "delete /api/v1/session",
  "delete /api/v1/me/sessions",
  "delete /api/v1/me/sessions/{id}",
  "get /api/v1/me/factors",
  "post /api/v1/me/totp",
  "put /api/v1/me/totp",
  "delete /api/v1/me/totp",
  "get /api/v1/me/passkeys",
  "post /api/v1/me/passkeys/options",
  "post /api/v1/me/passkeys",
  "put /api/v1/me/passkeys/{id}",
  "delete /api/v1/me/passkeys/{id}",
  "post /api/v1/me/recovery-codes",
  "post /api/v1/session/passkey",
  // There is no pending invitation.
  "delete /api/v1/accounts/{id}/invitation",
  "get /api/v1/invitation",
  "post /api/v1/invitation",
  "get /api/v1/me/notices",
  "post /api/v1/me/notices/read",
  "post /api/v1/me/spyware/seen",
  "put /api/v1/me/detailed-reports",
  "get /api/v1/me/activity",
  "get /api/v1/me/activity/names",
  "get /api/v1/me/time",
  "get /api/v1/me/report",
  // The local socket is no child's device, and no browser with a trusted name.
  "post /api/v1/ask",
  "post /api/v1/session/passkey/options",
]);

/** A box that contains what valid requests, or that of a route, need. */
export async function boxFor(
  { access, path, content = access === "setup" ? "setup" : "household" }: {
    readonly access?: Route["access"];
    readonly path?: string;
    readonly content?: Content;
  } = {},
): Promise<BoxServices> {
  const services = await boxServices({ content, flags: { metrics: "open" } });
  await services.imports.preview(new TextEncoder().encode(IMPORTED), "devices.csv");
  if (path?.startsWith("/api/v1/import/found/") === true) {
    const copy = `${services.folder}/found/pihole.tar.gz`;
    await Deno.mkdir(`${services.folder}/found`);
    await Deno.writeFile(copy, pihole5TarGz());
    await Deno.utime(copy, NOW / 1000, NOW / 1000);
  }
  if (path === undefined || /\/(?:backups|setup\/restore)\b/.test(path)) {
    await prepareBackups(services);
  }
  if (path === undefined || path.startsWith("/api/v1/identity")) services.tellCopies(true);
  // Creating a certificate in a thread takes a while.
  if (path === undefined || path.startsWith("/api/v1/dns-services/")) {
    await services.dnsServices.choose({ mode: "self" }, "admin");
  }
  if (path?.startsWith("/api/v1/cuts/") === true) {
    await services.hours.setCut("all", NOW + 3_600_000, "admin");
  }
  // Neither versions nor breaches are looked for before the terms are accepted.
  if (/^\/api\/v1\/(updates|breaches)/.test(path ?? "")) await services.terms.accept("admin");
  return services;
}

/** A recovery key, a target on this machine, and an open preview of a backup of the box itself. */
async function prepareBackups({ backups, restores, control }: BoxServices): Promise<void> {
  await backups.createKey("admin");
  const path = outsideOf(control.core.dataDir);
  const config = { kind: "folder", path, mounted: false } as const;
  const target = { name: "Disk", enabled: true, config, secret: undefined };
  const isThere = (await backups.state()).targets.length > 0;
  await (isThere ? backups.changeTarget(1, target) : backups.addTarget(target));
  const { stream } = await backups.download();
  const content = new Uint8Array(await new Response(stream).arrayBuffer());
  await restores.preview("home.age", "", (to) => Deno.writeFile(to, content));
}
