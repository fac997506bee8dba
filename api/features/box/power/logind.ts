/** logind, which powers machines off for authorised callers (org.freedesktop.login1(5)). */
import { busCall } from "./dbus.ts";
import type { PowerSwitch } from "./service.ts";

const SYSTEM_BUS = "/run/dbus/system_bus_socket";
/** Milliseconds that logind has to reply. */
const PATIENCE = 5000;

/** Calls logind over the system bus. */
export const logind: PowerSwitch = {
  canPowerOff: () => asked("CanPowerOff"),
  powerOff: async () => void await asked("PowerOff", false),
};

async function asked(member: string, body?: boolean): Promise<string> {
  const call = {
    destination: "org.freedesktop.login1",
    path: "/org/freedesktop/login1",
    interface: "org.freedesktop.login1.Manager",
    member,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("logind does not answer")), PATIENCE);
  });
  try {
    return await Promise.race([
      busCall(SYSTEM_BUS, body === undefined ? call : { ...call, body }, Deno.uid() ?? 0),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
