import type { PolicyRule } from "@toolcrib/core/policy";
import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { Principal, Store } from "@toolcrib/store";
import type { AccessChange, AccessOutcome } from "./access-change.ts";
import { DirectorySnapshot, type FoundKey } from "./directory-snapshot.ts";
import { hideEverything } from "./grant-rules.ts";
import type { Organisation } from "./organisation.ts";
import { type CheckOrganisation, changeOrganisation, readIndex, readOrganisations } from "./stored-organisations.ts";

export interface DirectoryOptions {
  readonly store: Store;
  /** Whether others may change the store. */
  readonly isShared: boolean;
  readonly now: () => number;
  readonly startTimer: StartTimer;
}

/** Changes reach every gateway within a second. */
const pollMilliseconds = 400;
/** After this many polls, about half a minute, everything is read again, changed or not. */
const maxSkippedPolls = 75;

/** Organisations, teams, users, keys and grants, in memory: requests read nothing from the store. */
export class Directory {
  readonly #options: DirectoryOptions;
  #snapshot: DirectorySnapshot;
  #version: number | undefined;
  #needsKeys = false;
  #skipped = 0;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#snapshot = new DirectorySnapshot([], options.now);
  }

  /** Reads everything and then follows changes. A store that does not answer is tried again. */
  async open(): Promise<void> {
    await this.refresh().catch(() => {});
    if (this.#options.isShared && !this.#isClosed) {
      this.#timer = this.#options.startTimer(pollMilliseconds, () => void this.#poll());
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.stop();
  }

  /** Whether it has been read since the start. */
  get isLoaded(): boolean {
    return this.#version !== undefined;
  }

  /** Whether requests need keys: somebody has made one. */
  get needsKeys(): boolean {
    return this.#needsKeys;
  }

  get organisations(): readonly Organisation[] {
    return this.#snapshot.organisations;
  }

  /** The key with this hash; undefined if there is none. */
  findKey(sha256: string): FoundKey | undefined {
    return this.#snapshot.findKey(sha256);
  }

  /** The user that a token names; undefined if the user or the organisation may not be used. */
  findUser(organisation: string, user: string, fromToken: Pick<Principal, "teams" | "role">): Principal | undefined {
    return this.#snapshot.findUser(organisation, user, fromToken);
  }

  /** The rules for a caller of an organisation, as they are now. The same list until something changes. */
  rulesOf(principal: Principal): readonly PolicyRule[] {
    return this.#snapshot.rulesOf(principal) ?? hideEverything;
  }

  /** Changes the store, and this copy of it. `check` throws if the organisation, as it is in the store, must not be changed like this. */
  async change(change: AccessChange, check?: CheckOrganisation): Promise<AccessOutcome> {
    const { store, now } = this.#options;
    const { secret, grant } = await changeOrganisation(store, change, now, check);
    // The change is made: a store that cannot be read now must not cost the only answer with the secret.
    await this.refresh().catch(() => {});
    return { ...(secret !== undefined && { secret }), ...(grant !== undefined && { grant }) };
  }

  /** Makes an organisation that the config names, unless it is there. */
  async ensure(organisation: string): Promise<void> {
    if (this.organisations.some(({ name }) => name === organisation)) return;
    try {
      await this.change({ change: "add-organisation", organisation });
    } catch (error) {
      // Another gateway may have made it a moment ago.
      await this.refresh();
      if (!this.organisations.some(({ name }) => name === organisation)) throw error;
    }
  }

  /** Reads what changed. */
  async refresh(isForced = true): Promise<void> {
    const { store, now } = this.#options;
    const index = await readIndex(store);
    if (!isForced && index.version === this.#version) return;
    const organisations = await readOrganisations(store, index);
    this.#snapshot = new DirectorySnapshot(organisations, now);
    this.#version = index.version;
    // The index is written after the key.
    this.#needsKeys = index.needsKeys || organisations.some(({ keys }) => keys.length > 0);
    this.#skipped = 0;
  }

  async #poll(): Promise<void> {
    try {
      await this.refresh(this.#skipped++ >= maxSkippedPolls);
    } catch {
      // The copy stays as it is; the store's health says why.
    }
    if (!this.#isClosed) this.#timer?.restart();
  }
}
