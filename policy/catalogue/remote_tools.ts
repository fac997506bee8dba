/**
 * Programs that let somebody else see and control a machine, and the names that they ask for while
 * they run (A 7.4.3). Names of their web sites are excluded: who reads about a program does not use
 * it. The names are those that makers publish for firewalls.
 */

/** A program for remote access. */
export interface RemoteTool {
  readonly name: string;
  /** Names; each includes its subdomains. `*` stands for the beginning of the first label. */
  readonly names: readonly string[];
}

const row = (name: string, names: string): RemoteTool => ({ name, names: names.split(" ") });

/** The programs. */
export const REMOTE_TOOLS: readonly RemoteTool[] = [
  row("Action1", "server.action1.com"),
  row("Ammyy Admin", "rl.ammyy.com"),
  row("AnyDesk", "net.anydesk.com"),
  row("Atera", "agent-api.atera.com agent-api-eu.atera.com"),
  row("BeyondTrust", "beyondtrustcloud.com bomgarcloud.com"),
  row(
    "Chrome Remote Desktop",
    "remotedesktop-pa.googleapis.com remotedesktop-signaling-pa.googleapis.com",
  ),
  row("Datto RMM", "centrastage.net"),
  row("DWService", "node*.dwservice.net"),
  row("ISL Online", "islonline.net"),
  row("LogMeIn", "control.logmein.com hamachi.logmein.com logmein-gateway.com"),
  row("Parsec", "kessel-api.parsec.app kessel-ws.parsec.app"),
  row("Quick Assist", "remoteassistance.support.services.microsoft.com"),
  row("RealVNC", "services.vnc.com"),
  row("RustDesk", "rs-*.rustdesk.com"),
  row("ScreenConnect", "screenconnect.com"),
  row("Splashtop", "api.splashtop.com api.splashtop.eu relay.splashtop.com relay.splashtop.eu"),
  row("Take Control", "swi-rc.com swi-tc.com"),
  row(
    "TeamViewer",
    "router*.teamviewer.com master*.teamviewer.com ping*.teamviewer.com client.teamviewer.com dyngate.com",
  ),
  row("Zoho Assist", "zohoassist.com"),
];

interface Entry {
  readonly tool: string;
  /** The beginning of the label below the domain; "" = every name. */
  readonly start: string;
}

const BY_DOMAIN: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  REMOTE_TOOLS.flatMap(({ name, names }) =>
    names.map((text) => {
      const star = text.indexOf("*.");
      return {
        domain: star < 0 ? text : text.slice(star + 2),
        tool: name,
        start: star < 0 ? "" : text.slice(0, star),
      };
    })
  ),
  ({ domain }) => domain,
);

/** The program that asks for a name, lower case; undefined = none. */
export function findRemoteTool(name: string): string | undefined {
  let below = "";
  for (let from = 0;;) {
    const entries = BY_DOMAIN.get(name.slice(from));
    const found = entries?.find(({ start }) => start === "" || below.startsWith(start));
    if (found !== undefined) return found.tool;
    const dot = name.indexOf(".", from);
    if (dot < 0) return undefined;
    below = name.slice(from, dot);
    from = dot + 1;
  }
}
