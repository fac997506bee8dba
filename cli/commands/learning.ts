/** `box learning`. */
import type {
  AdviceResponse,
  LearningResponse,
  ProposalResponse,
} from "../../api/features/household/learning/routes.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { ageText, type Cell, clean, durationText, printJson, printTable } from "../terminal.ts";

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  show: {
    summary: "Progress of the first days, and the proposals of the box",
    needs: [],
    run: show,
  },
  apply: { summary: "Carry out proposals, or all of them", needs: ["ID"], more: 100, run: apply },
  end: { summary: "End the first days, or put their proposals away", needs: [], run: end },
};

/** Shows what the box proposes after its first days, and applies the selected proposals. */
export const learningCommand: Command = {
  name: "learning",
  summary: "Shows what the box proposes after its first days, and carries out what is chosen",
  usage: ["[show]", "apply ID... [--profile PROFILE]", "apply all", "end"],
  actions: summariesOf(ACTIONS),
  arguments: { ID: "A proposal, as the list shows it" },
  options: {
    profile: {
      value: "PROFILE",
      short: "p",
      summary: "Profile of new people",
      words: ["child", "teen", "adult"],
    },
  },
  examples: ["box learning", "box learning apply person-7 --profile child", "box learning end"],
  most: 102,
  run: (call) => runAction("learning", ACTIONS, call, "show"),
};

async function show({ service, terminal, json }: Call): Promise<number> {
  const learning = await service.call<LearningResponse>("GET", "/api/v1/learning");
  if (json) {
    printJson(terminal, learning);
    return EXIT.ok;
  }
  terminal.out(`${stateText(learning, terminal)}\n`);
  if (learning.proposals.length > 0) tabulate(learning, terminal);
  const advised = learning.advice.map((one) => `${clean(adviceText(one))}\n`);
  if (advised.length > 0) terminal.out(`\n${advised.join("")}`);
  return EXIT.ok;
}

function adviceText({ kind, name, category, minutes }: AdviceResponse): string {
  return kind === "hours"
    ? `${name} has no hours yet: box hours`
    : `${name} spent ${
      durationText(minutes * 60)
    } on ${category} in seven days, without a daily limit: box limits`;
}

function tabulate(learning: LearningResponse, terminal: Call["terminal"]): void {
  terminal.out("\n");
  const labels = new Map(learning.devices.map(({ id, label }) => [id, label]));
  const rows = learning.proposals.map((proposal): Cell[] => [
    proposal.id,
    sentence(proposal),
    proposal.devices.map((id) => labels.get(id) ?? String(id)).join(", "),
  ]);
  printTable(terminal, ["ID", "Proposal", "Devices"], rows);
}

function stateText(
  { started, until, active, gathered }: LearningResponse,
  terminal: Call["terminal"],
): string {
  if (started === 0) return "The box never learned the household.";
  const came = gathered === 1 ? "1 device came" : `${gathered} devices came`;
  if (!active) {
    return `The first days ended ${ageText(until, terminal)}; ${came} during them or since.`;
  }
  return `The box learns the household for another ${
    durationText(until - Math.floor(terminal.now() / 1000))
  }; ${came} so far.`;
}

function sentence({ kind, name, to }: ProposalResponse): string {
  if (kind === "name") return `Call it ${name}`;
  if (kind === "person") return to === 0 ? `Add ${name}, whose these are` : `Give these to ${name}`;
  if (kind === "group") {
    return to === 0 ? `Make the group ${name} of these` : `Put these into ${name}`;
  }
  return name === "new_devices"
    ? "Hold new devices in quarantine until somebody says whose they are"
    : `Subscribe to the list ${name}`;
}

async function apply(call: Call, ...given: string[]): Promise<number> {
  const { proposals } = await call.service.call<LearningResponse>("GET", "/api/v1/learning");
  const ids = given.length === 1 && given[0] === "all" ? proposals.map(({ id }) => id) : given;
  const { profile } = call.values;
  const profiles = profile === undefined ? {} : Object.fromEntries(ids.map((id) => [id, profile]));
  if (ids.length === 0) return printResult(call, { applied: 0 }, "There is nothing to carry out.");
  const done = await call.service.call<{ applied: number }>("POST", "/api/v1/learning/apply", {
    body: { ids, profiles },
  });
  return printResult(
    call,
    done,
    `Proposals carried out: ${done.applied} of ${clean(String(ids.length))}.`,
  );
}

async function end(call: Call): Promise<number> {
  const state = await call.service.call<Pick<LearningResponse, "done">>(
    "POST",
    "/api/v1/learning/end",
  );
  return printResult(
    call,
    state,
    state.done
      ? "The proposals are put away."
      : "The first days are over; `box learning` shows the proposals.",
  );
}
