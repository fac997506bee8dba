/** Requests for more time in memory, for the contracts of routes, commands and pages. */
import { shortMessage } from "../../api/features/household/requests/message.ts";
import type { AskState, StoredRequest } from "../../api/features/household/requests/service.ts";
import { Followers } from "../../api/events/followers.ts";
import { DomainError } from "../../api/schema/errors.ts";
import type { Application } from "../../api/app/routes.ts";
import { HOSTILE, NOW } from "./facts.ts";

const UNANSWERED = { status: "waiting", answered: 0, answeredBy: "", given: 0 } as const;

/** How the time of the child stands whose device it is: closed by the hours, with games used up. */
const STATE: Omit<AskState, "requests" | "left" | "refusal"> = {
  device: "Emma’s tablet",
  person: "Emma",
  profile: "child",
  open: false,
  why: "hours",
  internet: true,
  nextChange: NOW / 1000 + 3600,
  homeworkUntil: 0,
  cutFrom: 0,
  cutUntil: 0,
  extra: { from: NOW / 1000 + 3600, until: NOW / 1000 + 5400 },
  midnight: NOW / 1000 + 7200,
  timeKnown: true,
  limits: [
    {
      category: "games",
      allowed: 60,
      used: 60,
      left: 0,
      blocked_until: NOW / 1000 + 7200,
      askable: true,
    },
    { category: "videos", allowed: 90, used: 25, left: 65, blocked_until: 0, askable: false },
  ],
};

const WHO = { personId: 1, deviceId: 1 };

/** One request waits, one was accepted. */
function firstRows(): StoredRequest[] {
  return [
    {
      id: 2,
      ...WHO,
      category: "",
      minutes: 30,
      message: HOSTILE,
      ...UNANSWERED,
      created: NOW - 60_000,
      expires: NOW + 12 * 3_600_000,
    },
    {
      id: 1,
      ...WHO,
      category: "games",
      minutes: 15,
      message: "",
      created: NOW - 7_200_000,
      expires: NOW,
      status: "accepted",
      answered: NOW - 7_000_000,
      answeredBy: HOSTILE,
      given: 30,
    },
  ];
}

function unknown(address: string): boolean {
  return address === "192.168.1.99";
}

/** Requests of a child. Every address is that of the child's tablet, but for one that nobody knows. */
export function requestsInMemory(): Application["requests"] {
  const followers = new Followers<StoredRequest>();
  let rows = firstRows();
  const answered = (id: number, change: Partial<StoredRequest>) => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) {
      return Promise.reject(
        new DomainError("not_found", `There is no request with the number: ${id}`),
      );
    }
    if (row.status !== "waiting") {
      return Promise.reject(new DomainError("conflict", "It was answered already"));
    }
    const after = { ...row, answered: NOW, ...change };
    rows = rows.map((each) => each.id === id ? after : each);
    followers.tell([after]);
    return Promise.resolve(after);
  };
  return {
    state(address) {
      if (unknown(address)) {
        const nothing = {
          person: "",
          profile: "",
          internet: false,
          limits: [],
          requests: [],
          left: 0,
        } as const;
        return Promise.resolve({ ...STATE, ...nothing, device: "", refusal: "unknown_device" });
      }
      const waits = rows.some(({ status }) => status === "waiting");
      return Promise.resolve({
        ...STATE,
        refusal: waits ? "waiting" : "",
        left: 6 - rows.length,
        requests: rows,
      });
    },
    ask(address, { minutes, category, message }) {
      if (unknown(address)) return Promise.reject(new DomainError("not_found"));
      const id = rows[0].id + 1;
      const times = { created: NOW, expires: NOW + 3_600_000 };
      const filed = {
        id,
        ...WHO,
        ...times,
        category,
        minutes,
        message: shortMessage(message),
        ...UNANSWERED,
      };
      rows = [
        filed,
        ...rows.map((row) =>
          row.status === "waiting" ? { ...row, status: "refused" as const } : row
        ),
      ];
      followers.tell([filed]);
      return Promise.resolve(filed);
    },
    page(limit, before) {
      const waiting = before === undefined ? rows.filter(({ status }) => status === "waiting") : [];
      const past = rows.filter(({ id, status }) =>
        status !== "waiting" && id < (before ?? Infinity)
      );
      return Promise.resolve([...waiting, ...past.slice(0, Math.max(0, limit - waiting.length))]);
    },
    waiting: () => Promise.resolve(rows.filter(({ status }) => status === "waiting").length),
    accept: (id, minutes, by) =>
      answered(id, {
        status: "accepted",
        answeredBy: by,
        given: minutes ?? rows.find((row) => row.id === id)?.minutes ?? 0,
      }),
    refuse: (id, by) => answered(id, { status: "refused", answeredBy: by }),
    namesOf: ({ deviceId }) => ({ person: "Emma", device: deviceId === 1 ? "Emma’s tablet" : "" }),
    modeOf: () => ({ mode: "homework", from: NOW / 1000 - 60, until: NOW / 1000 + 3540 }),
    follow: (follower) => followers.follow(follower),
  };
}
