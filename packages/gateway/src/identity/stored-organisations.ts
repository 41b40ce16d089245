import { isRecord } from "@toolcrib/shared/json";
import type { Store, StoreKey } from "@toolcrib/store";
import { GatewayError } from "../errors/gateway-error.ts";
import { forgetLogins } from "../mcp-logins/forget-logins.ts";
import type { AccessChange } from "./access-change.ts";
import { type AppliedChange, applyChange } from "./apply-change.ts";
import type { Organisation } from "./organisation.ts";

/** It changes with every change of any organisation, so that gateways see with one small read whether something changed. */
export interface OrganisationIndex {
  readonly version: number;
  readonly organisations: readonly string[];
  /** Whether gateways ask for keys: since the first key, until the last organisation is removed. */
  readonly needsKeys: boolean;
}

const namespace = "access";
const indexKey: StoreKey = { namespace, owner: "", id: "index" };
const keyOf = (name: string): StoreKey => ({ namespace, owner: name, id: "organisation" });
/** What is kept here ends when somebody removes it. */
const retention = { milliseconds: 100 * 365 * 24 * 3_600_000 };
const maxOrganisations = 1_000;
const noOrganisations: OrganisationIndex = { version: 0, organisations: [], needsKeys: false };

export async function readIndex(store: Store): Promise<OrganisationIndex> {
  const [index] = await store.get([indexKey]);
  return asIndex(index);
}

export async function readOrganisations(
  store: Store,
  { organisations }: OrganisationIndex,
): Promise<readonly Organisation[]> {
  const values = await store.get(organisations.map(keyOf));
  return values.flatMap((value) => asOrganisation(value) ?? []);
}

/** Throws if an organisation must not be changed. */
export type CheckOrganisation = (before: Organisation | undefined) => void;

/** Applies a change for all gateways of the store. */
export async function changeOrganisation(
  store: Store,
  change: AccessChange,
  now: () => number,
  check: CheckOrganisation = () => {},
): Promise<AppliedChange> {
  const { organisation: name } = change;
  if (change.change === "add-organisation" && (await readIndex(store)).organisations.length >= maxOrganisations) {
    throw new GatewayError("access_conflict", {
      what: "The store",
      reason: `it has ${maxOrganisations} organisations`,
    });
  }
  let applied: AppliedChange | undefined;
  // First, because nobody reads an organisation that the index does not name; one that it names and that is not there does no harm.
  if (change.change === "add-organisation") await updateIndex(store, (index) => withName(index, name));
  await store.update(
    keyOf(name),
    (value) => {
      const before = asOrganisation(value);
      check(before);
      applied = applyChange(before, change, now());
      return applied.organisation;
    },
    retention,
  );
  const isRemoved = applied?.organisation === undefined;
  await updateIndex(store, (index) => {
    const { organisations } = isRemoved ? withoutName(index, name) : withName(index, name);
    const needsKeys = organisations.length > 0 && (index.needsKeys || change.change === "create-key");
    return { ...index, organisations, needsKeys };
  });
  if (change.change === "remove-user") {
    await forgetLogins(store, (user) => user.organisation === name && user.name === change.user);
  } else if (change.change === "remove-organisation") {
    await forgetLogins(store, (user) => user.organisation === name);
  }
  return applied as AppliedChange;
}

async function updateIndex(store: Store, change: (index: OrganisationIndex) => OrganisationIndex): Promise<void> {
  const next = (value: object | undefined): OrganisationIndex => {
    const index = asIndex(value);
    return { ...change(index), version: index.version + 1 };
  };
  await store.update(indexKey, next, retention);
}

function withName(index: OrganisationIndex, name: string): OrganisationIndex {
  return index.organisations.includes(name) ? index : { ...index, organisations: [...index.organisations, name] };
}

function withoutName(index: OrganisationIndex, name: string): OrganisationIndex {
  return { ...index, organisations: index.organisations.filter((known) => known !== name) };
}

function asIndex(value: object | undefined): OrganisationIndex {
  const { version, organisations, needsKeys } = (value ?? {}) as Partial<OrganisationIndex>;
  if (typeof version !== "number" || !Array.isArray(organisations)) return noOrganisations;
  return { version, organisations, needsKeys: needsKeys === true };
}

/** What a store gives back must be what was written; anything else counts as gone, and nobody gets in by it. */
function asOrganisation(value: object | undefined): Organisation | undefined {
  if (!isRecord(value) || typeof value["name"] !== "string") return undefined;
  const lists = [value["teams"], value["users"], value["keys"], value["grants"]];
  return lists.every(Array.isArray) ? (value as unknown as Organisation) : undefined;
}
