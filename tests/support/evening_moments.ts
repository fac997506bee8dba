/** The events of the family's evening, step by step, and what each device can reach afterwards. */
import type { Access, Device, Moment } from "./evening.ts";

const all = (gets: Access): Record<Exclude<Device, "laptop">, Access> => ({
  tablet: gets,
  phone: gets,
  kitchen: gets,
  tv: gets,
});
const LAPTOP = { laptop: "open" } as const;

/** The evening. */
export const MOMENTS: readonly Moment[] = [
  {
    at: "16:00",
    what: "Emma's hours begin at half past",
    gets: { ...all("closed"), phone: "open", ...LAPTOP },
  },
  { at: "16:30", what: "Emma's hours began", gets: { ...all("open"), ...LAPTOP } },
  {
    at: "16:49:30",
    what: "the games of today end with this step",
    gets: { ...all("open"), ...LAPTOP },
    happens: (evening) =>
      evening.play("16:35", "16:40", "16:45").then(() => evening.until("16:49:30")),
  },
  {
    at: "16:50",
    what: "no games are left today, killed with them used up",
    happens: (evening) => evening.killed(),
    gets: { ...all("open"), tablet: "no games", ...LAPTOP },
  },
  {
    at: "17:00",
    what: "Emma asked for 15 minutes of games",
    gets: { ...all("open"), ...LAPTOP },
    happens: (evening) =>
      evening.asks("tablet", { category: "games", minutes: 15, message: "one level" }),
  },
  {
    at: "17:15",
    what: "homework for Tom",
    happens: (evening) =>
      evening.parent("PUT", "tom", "mode", { mode: "homework", duration: "60" }),
    gets: { ...all("open"), phone: "homework", kitchen: "homework", ...LAPTOP },
  },
  {
    at: "17:40",
    what: "killed in the middle of homework, with used games",
    happens: (evening) => evening.killed(),
    gets: { ...all("open"), phone: "homework", kitchen: "homework", ...LAPTOP },
  },
  { at: "18:15:20", what: "homework is over", gets: { ...all("open"), ...LAPTOP } },
  {
    at: "18:30",
    what: "dinner: both are cut",
    gets: { ...all("closed"), ...LAPTOP },
    async happens(evening) {
      for (const who of ["emma", "tom"] as const) {
        await evening.parent("PUT", who, "mode", { mode: "cut", duration: "30" });
      }
    },
  },
  {
    at: "18:35",
    what: "Tom was given 15 minutes in spite of the cut",
    happens: (evening) => evening.asks("phone", { minutes: 15, message: "" }),
    gets: { ...all("closed"), phone: "open", ...LAPTOP },
  },
  {
    at: "18:45",
    what: "killed in the middle of the cut",
    happens: (evening) => evening.killed(),
    gets: { ...all("closed"), phone: "open", ...LAPTOP },
  },
  {
    at: "18:47",
    what: "Tom is cut again: the 15 minutes of before do not open it",
    happens: (evening) => evening.parent("PUT", "tom", "mode", { mode: "cut", duration: "30" }),
    gets: { ...all("closed"), ...LAPTOP },
  },
  {
    at: "18:48",
    what: "killed after the second cut",
    happens: (evening) => evening.killed(),
    gets: { ...all("closed"), ...LAPTOP },
  },
  {
    at: "19:00:20",
    what: "dinner is over for Emma",
    gets: { ...all("open"), phone: "closed", kitchen: "closed", ...LAPTOP },
  },
  { at: "19:17:20", what: "the second cut is over", gets: { ...all("open"), ...LAPTOP } },
  {
    at: "19:50",
    what: "half an hour more for Emma at the end of her hours",
    gets: { ...all("open"), ...LAPTOP },
    happens: (evening) => evening.parent("POST", "emma", "bonus", { minutes: 30 }),
  },
  {
    at: "20:00",
    what: "Emma's hours are over, the half hour begins",
    gets: { ...all("open"), ...LAPTOP },
  },
  {
    at: "20:10",
    what: "killed in the half hour",
    gets: { ...all("open"), ...LAPTOP },
    happens: (evening) => evening.killed(),
  },
  {
    at: "20:15",
    what: "a cut ends the half hour of Emma",
    happens: (evening) => evening.parent("PUT", "emma", "mode", { mode: "cut", duration: "30" }),
    gets: { ...all("closed"), phone: "open", ...LAPTOP },
  },
  {
    at: "20:16",
    what: "the cut is undone, and the half hour is back",
    happens: (evening) => evening.parent("POST", "emma", "mode/undo"),
    gets: { ...all("open"), ...LAPTOP },
  },
  {
    at: "20:30",
    what: "the half hour is over",
    gets: { ...all("closed"), phone: "open", ...LAPTOP },
  },
  { at: "20:45", what: "Tom's hours are over", gets: { ...all("closed"), ...LAPTOP } },
  { at: "21:00", what: "the laptop alone is open", gets: { ...all("closed"), ...LAPTOP } },
];
