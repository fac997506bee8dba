/**
 * The root unit: carries out one request of the service. It trusts nothing in the folder of the
 * service: it copies what it needs and checks its own copy. Every step is kept on the disk, so that
 * a power cut at any moment ends in a version that runs.
 */
import { boxHealth } from "./health.ts";
import { ForeignFolder } from "./files.ts";
import { installByApt } from "./apt.ts";
import { ReleaseFolder, runLimited } from "./release_folder.ts";
import { MOST_REQUEST, readRequest, REQUEST_FILE, type UpdateRequest } from "./request.ts";
import { UpdateError, type UpdateFault } from "./refusal.ts";
import {
  NEW_STATE,
  PENDING_FILE,
  type PendingUpdate,
  readPending,
  readUnitState,
  setStateAside,
  type UnitState,
  type UpdateOutcome,
  type UpdateStep,
  writePending,
  writeUnitState,
} from "./unit_state.ts";
import { type WatchTimes, watchVersion } from "./watch.ts";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";

/** Where the unit works. */
export interface UnitOptions {
  /** Whether apt installs versions, or the unit itself. */
  readonly way: "release" | "apt";
  /** `/opt/box`: versions, links and the state. */
  readonly home: string;
  /** `/var/lib/box`: the data of the service, with its requests and its socket. */
  readonly data: string;
  /** `/etc/systemd/system`. */
  readonly units: string;
  /** The commands that read the units again, forget failed starts, and restart the service. */
  readonly reload: readonly string[];
  readonly reset: readonly string[];
  readonly restart: readonly string[];
  readonly watch: WatchTimes;
}

/** What the unit is given by its process. */
export interface UnitContext {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds: a clock that is set must not end the watch. */
  readonly elapsed: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly log: (text: string) => void;
  /** Unix milliseconds before which a clock is wrong. */
  readonly released: number;
  /** The version of this program. */
  readonly version: string;
  /** Called after a step was kept on the disk. */
  readonly reached?: (step: UpdateStep) => Promise<void> | void;
}

/** How often an interrupted update is tried. */
const MOST_TRIES = 3;
/** Seconds that restarting the service may take. */
const RESTART_LIMIT = 180;

/** Steps from which an interrupted update goes on instead of beginning anew. */
const SWITCHED: readonly UpdateStep[] = ["switching", "restarting", "watching"];

/** Carries out the request that waits, or the one that was interrupted. */
export async function runUnit(options: UnitOptions, context: UnitContext): Promise<void> {
  const folder = `${options.home}/update`;
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(`${folder}/lock`, { create: true, write: true });
  await lock.lock(true);
  await new Unit(options, context, folder).run();
}

class Unit {
  readonly #options: UnitOptions;
  readonly #context: UnitContext;
  readonly #folder: string;
  readonly #releases: ReleaseFolder;

  constructor(options: UnitOptions, context: UnitContext, folder: string) {
    this.#options = options;
    this.#context = context;
    this.#folder = folder;
    this.#releases = new ReleaseFolder(options.home);
  }

  async run(): Promise<void> {
    const interrupted = this.#interrupted();
    const pending = interrupted ?? await this.#accept();
    if (pending === undefined) return;
    const { request } = pending;
    this.#context.log(`${request.action} ${request.version}, try ${pending.tries}`);
    try {
      if (this.#options.way === "apt") await this.#byApt(pending);
      else if (request.action === "rollback") await this.#return(pending, "returned", "", "");
      else if (pending.step === "returning") {
        await this.#return(
          pending,
          "rolled_back",
          "interrupted",
          sentence`the return was interrupted`,
        );
      } else await this.#install(pending);
    } catch (error) {
      await this.#fail(error);
    }
  }

  /**
   * Handles an error. After the switch to a new version the box returns to the one before; an
   * update that changed nothing is refused. A return that fails stays pending for another try.
   */
  async #fail(error: unknown): Promise<void> {
    const { fault, message } = refusalOf(error);
    const isByUnit = this.#options.way === "release";
    // On a full disk the result needs the room.
    if (isByUnit) await this.#releases.discard();
    const pending = readPending(this.#folder);
    if (pending === undefined) throw error;
    const { request, step, from } = pending;
    const isReturning = step === "returning" && !(error instanceof UpdateError);
    const isSwitched = isByUnit && request.action === "install" && SWITCHED.includes(step) &&
      this.#releases.has(from);
    if (fault === "disk" && (isReturning || isSwitched)) await this.#makeRoom(pending);
    if (isReturning) throw error;
    if (isSwitched) return await this.#return(pending, "rolled_back", fault, message);
    await this.#end(pending, "refused", fault, message);
  }

  /** Removes the version that the box leaves, so that the step and the result can be written. */
  async #makeRoom(pending: PendingUpdate): Promise<void> {
    const back = placeToReturn(pending);
    await this.#releases.use(back);
    await this.#releases.prune([back]);
  }

  /** What the unit saw and did. A damaged state is set aside, because it would stop all updates. */
  #state(): UnitState {
    try {
      return readUnitState(this.#folder);
    } catch (error) {
      if (!(error instanceof UpdateError)) throw error;
      this.#context.log(`the state cannot be read and is set aside: ${error.message}`);
      setStateAside(this.#folder);
      return NEW_STATE;
    }
  }

  /** The update that was interrupted, counted once more. */
  #interrupted(): PendingUpdate | undefined {
    try {
      const pending = readPending(this.#folder);
      return pending && { ...pending, tries: pending.tries + 1 };
    } catch (error) {
      // A file that only root writes is damaged: the links say which version is in use.
      this.#context.log(`the update in progress cannot be read: ${(error as Error).message}`);
      Deno.removeSync(`${this.#folder}/${PENDING_FILE}`);
      return undefined;
    }
  }

  /** Takes the request of the service away and keeps what it says. */
  async #accept(): Promise<PendingUpdate | undefined> {
    const { data, way } = this.#options;
    const inbox = new ForeignFolder(`${data}/update`, Deno.statSync(data).uid);
    try {
      let request: UpdateRequest;
      try {
        const text = await inbox.readText(REQUEST_FILE, MOST_REQUEST);
        if (text === undefined) return undefined;
        request = readRequest(text);
      } catch (error) {
        inbox.remove(REQUEST_FILE);
        const { fault, message } = refusalOf(error);
        await this.#keepResult({ id: "", version: "" }, "", "refused", fault, message);
        return undefined;
      }
      const from = way === "apt" ? this.#context.version : this.#releases.current();
      const pending: PendingUpdate = { request, step: "copying", from, tries: 1, switched: 0 };
      await writePending(this.#folder, pending);
      inbox.remove(REQUEST_FILE);
      return pending;
    } finally {
      inbox.close();
    }
  }

  async #install(pending: PendingUpdate): Promise<void> {
    const { request, step, tries } = pending;
    if (SWITCHED.includes(step)) return await this.#goOn(pending);
    if (tries > MOST_TRIES) {
      throw new UpdateError("interrupted", sentence`it was interrupted again and again`);
    }
    const { now, released } = this.#context;
    if (now() < released) {
      throw new UpdateError("clock", sentence`the clock of this machine is wrong`);
    }
    const { data } = this.#options;
    const state = this.#state();
    const inbox = new ForeignFolder(`${data}/update`, Deno.statSync(data).uid);
    let floor: UnitState["floor"];
    try {
      const seconds = Math.floor(now() / 1000);
      floor = await this.#releases.prepare(
        request,
        inbox,
        state,
        { now: seconds, data },
        (step) => this.#reach(pending, step),
      );
    } finally {
      inbox.close();
    }
    // What was seen is kept before anything is switched: no older manifest is taken afterwards.
    await writeUnitState(this.#folder, { ...state, floor });
    const switched = { ...pending, switched: Math.floor(now() / 1000) };
    await this.#reach(switched, "switching");
    await this.#switchTo(request.version);
    await this.#reach(switched, "restarting");
    const fault = await this.#restart();
    if (fault !== "") return await this.#return(switched, "rolled_back", "start", fault);
    await this.#watch(switched);
  }

  /** Goes on after an interruption: the version that was switched to is watched. */
  async #goOn(pending: PendingUpdate): Promise<void> {
    const { request, step, tries } = pending;
    if (tries > MOST_TRIES) {
      return await this.#return(
        pending,
        "rolled_back",
        "interrupted",
        sentence`it was interrupted often`,
      );
    }
    if (!this.#releases.has(request.version)) {
      return await this.#return(
        pending,
        "rolled_back",
        "interrupted",
        sentence`its program is gone`,
      );
    }
    const wasSwitched = this.#releases.current() === request.version;
    await this.#switchTo(request.version);
    if (step !== "watching" || !wasSwitched) {
      const fault = await this.#restart();
      if (fault !== "") return await this.#return(pending, "rolled_back", "start", fault);
    }
    await this.#watch(pending);
  }

  async #watch(pending: PendingUpdate): Promise<void> {
    await this.#reach(pending, "watching");
    const { version } = pending.request;
    const problem = await this.#watchVersion(version);
    if (problem !== "") return await this.#return(pending, "rolled_back", "health", problem);
    const state = this.#state();
    await this.#releases.trust(version);
    const { from: previous, switched } = pending;
    await writeUnitState(this.#folder, { ...state, previous, switched });
    await this.#end(pending, "installed", "", "");
    await this.#releases.prune([version, pending.from]);
  }

  async #watchVersion(version: string): Promise<Sentence | ""> {
    const { data, watch } = this.#options;
    const { elapsed, pause } = this.#context;
    return await watchVersion(version, watch, {
      ask: () => boxHealth(`${data}/box.sock`),
      now: elapsed,
      pause,
    });
  }

  /** Returns to the version before: after a failed watch, or because somebody asked for it. */
  async #return(
    pending: PendingUpdate,
    outcome: "rolled_back" | "returned",
    fault: UpdateFault | "",
    why: Sentence | "",
  ): Promise<void> {
    const { request, from } = pending;
    const isAsked = request.action === "rollback";
    const state = this.#state();
    const back = placeToReturn(pending);
    if (isAsked && pending.tries === 1 && back !== state.previous) {
      throw new UpdateError("previous", sentence`version ${back} was not kept`);
    }
    if (!this.#releases.has(back)) {
      throw new UpdateError("previous", sentence`version ${back} is not there`);
    }
    const kept = state.last;
    // After an interruption the reason is that of the first attempt.
    const isRepeated = pending.step === "returning" && kept?.id === request.id;
    await this.#reach(pending, "returning");
    await this.#releases.trust(back);
    await this.#switchTo(back);
    if (!isRepeated) {
      await this.#keepResult(request, from, isAsked ? "returned" : outcome, fault, why);
    }
    const now = Math.floor(this.#context.now() / 1000);
    const ended = this.#state();
    await writeUnitState(this.#folder, {
      ...ended,
      // The version that was left is not offered as a place to return to.
      previous: "",
      switched: isAsked ? now : ended.switched,
    });
    const problem = await this.#restart() || await this.#watchVersion(back);
    if (problem !== "") {
      const text = `version ${back} does not run well: ${problem}`;
      if (pending.tries <= MOST_TRIES) throw new Error(text);
      this.#context.log(text);
    }
    this.#forgetPending();
    await this.#releases.prune([back]);
  }

  async #byApt(pending: PendingUpdate): Promise<void> {
    const { request } = pending;
    if (request.action === "rollback") {
      throw new UpdateError(
        "previous",
        sentence`the package manager does not go back to an older version`,
      );
    }
    if (!SWITCHED.includes(pending.step)) {
      if (pending.tries > MOST_TRIES) {
        throw new UpdateError("interrupted", sentence`it was interrupted again and again`);
      }
      await this.#reach(pending, "unpacking");
      await installByApt(request.version);
    }
    await this.#reach(pending, "watching");
    const problem = await this.#watchVersion(request.version);
    if (problem !== "") throw new UpdateError("health", problem);
    await this.#end(pending, "installed", "", "");
  }

  async #switchTo(version: string): Promise<void> {
    await this.#releases.use(version);
    const { units, reload } = this.#options;
    if (!await this.#releases.placeUnits(version, units)) return;
    const { code, reason } = await runLimited(reload, RESTART_LIMIT);
    if (code !== 0) this.#context.log(`the units were not read again: ${reason}`);
  }

  /** Restarts the service; returns why that failed, "" = it started. */
  async #restart(): Promise<Sentence | ""> {
    // A version that failed repeatedly may have used up the starts that systemd allows.
    await runLimited(this.#options.reset, RESTART_LIMIT);
    const { code, reason } = await runLimited(this.#options.restart, RESTART_LIMIT);
    return code === 0 ? "" : sentence`the service does not start: ${reason}`;
  }

  async #reach(pending: PendingUpdate, step: UpdateStep): Promise<void> {
    await writePending(this.#folder, { ...pending, step });
    this.#context.log(step);
    await this.#context.reached?.(step);
  }

  async #end(
    { request, from }: PendingUpdate,
    outcome: UpdateOutcome,
    fault: UpdateFault | "",
    why: Sentence | "",
  ): Promise<void> {
    await this.#keepResult(request, from, outcome, fault, why);
    this.#forgetPending();
  }

  async #keepResult(
    { id, version: to }: Pick<UpdateRequest, "id" | "version">,
    from: string,
    outcome: UpdateOutcome,
    fault: UpdateFault | "",
    why: Sentence | "",
  ): Promise<void> {
    const at = Math.floor(this.#context.now() / 1000);
    const last = { id, outcome, from, to, fault, why, at };
    this.#context.log(why === "" ? outcome : `${outcome}: ${why}`);
    await writeUnitState(this.#folder, { ...this.#state(), last });
  }

  #forgetPending(): void {
    Deno.removeSync(`${this.#folder}/${PENDING_FILE}`);
  }
}

/** The version to which an update returns. */
function placeToReturn({ request, from }: PendingUpdate): string {
  return request.action === "rollback" ? request.version : from;
}

/** An error as a refusal; a full disk has its own fault. */
function refusalOf(error: unknown): UpdateError {
  if (error instanceof UpdateError) return error;
  const { message } = error as Error;
  if (/os error 28|no space left/i.test(message)) {
    return new UpdateError("disk", sentence`the disk is full`);
  }
  return new UpdateError("interrupted", sentence`it stopped with an error: ${message}`);
}
