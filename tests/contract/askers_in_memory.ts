/** A household in memory: a child with a tablet, two adults of whom one agreed to reports, a television that both share. */
import type {
  AskingDevice,
  AskingPerson,
  ClientDirectory,
} from "../../api/features/insight/client_directory.ts";
import { HOSTILE } from "./facts.ts";

const PEOPLE: readonly AskingPerson[] = [
  { id: 1, name: "Anna", profile: "adult", detailedReports: true },
  { id: 2, name: HOSTILE, profile: "adult", detailedReports: false },
  { id: 3, name: "Lina", profile: "child", detailedReports: false },
];
const DEVICES: readonly AskingDevice[] = [
  { id: 3, label: "Tablet", personId: 3, people: [], groupId: 1 },
  { id: 4, label: HOSTILE, personId: 2, people: [], groupId: 0 },
  { id: 5, label: "Television", personId: 0, people: [1, 2], groupId: 0 },
  { id: 6, label: "", personId: 0, people: [], groupId: 1 },
];

/** The household; 192.168.1.20 is the tablet. */
export function askersInMemory(): ClientDirectory {
  return {
    deviceAt: (address) => address === "192.168.1.20" ? 3 : 0,
    device: (id) => DEVICES.find((device) => device.id === id),
    person: (id) => PEOPLE.find((person) => person.id === id),
    groupName: (id) => id === 1 ? "Play room" : undefined,
    privateUntil: () => ({ log: 0, reports: 0 }),
    privateDevices: () => [],
    devices: () => DEVICES,
    people: () => PEOPLE,
  };
}
