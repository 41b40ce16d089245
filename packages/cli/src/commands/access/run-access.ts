import type { Grant, GrantRule, GrantSubject, ListedOrganisation } from "@toolcrib/gateway";
import { type AccessOptions, openAccess } from "../../access/open-access.ts";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";

/** The options of `toolcrib access`. */
export interface AccessCommandOptions extends AccessOptions {
  readonly organisation?: string;
  readonly teams?: readonly string[];
  readonly role?: string;
  readonly disable?: true;
  readonly enable?: true;
  readonly to: string;
  readonly action?: string;
  readonly tool?: string;
  readonly server?: string;
  readonly annotation?: string;
  readonly json?: true;
}

/** Lists or changes organisations, teams, users and grants. */
export async function runAccess(
  action: string,
  name: string | undefined,
  options: AccessCommandOptions,
  output: Output,
): Promise<void> {
  const place = await openAccess(options, output);
  try {
    if (action !== "list") {
      const { grant } = await place.change(changeOf(action, name, options));
      if (options.json) output.print(JSON.stringify({ action, ...(grant !== undefined && { grant }) }));
      else output.note(grant === undefined ? "Done." : `Added ${grant}.`);
      return;
    }
    const organisations = await place.read();
    if (options.json) {
      output.print(JSON.stringify({ organisations }));
      return;
    }
    if (organisations.length === 0) output.print("There are no organisations.");
    for (const organisation of organisations) printOrganisation(organisation, output);
  } finally {
    await place.close();
  }
}

/** The change that the command line describes; it is checked where it is made. */
function changeOf(action: string, name: string | undefined, options: AccessCommandOptions): object {
  const needsName = action !== "add-grant";
  const isOrganisation = action.endsWith("-organisation");
  if ((needsName && name === undefined) || (!isOrganisation && options.organisation === undefined)) {
    const missing = needsName && name === undefined ? "a name" : "--organisation";
    throw new CommandError("key_not_named", { action, missing });
  }
  if (isOrganisation) return { change: action, organisation: name };
  const change = { change: action, organisation: options.organisation };
  switch (action) {
    case "set-user": {
      const { teams, role, disable, enable } = options;
      const isDisabled = disable === true ? true : enable === true ? false : undefined;
      return { ...change, user: name, teams, role, isDisabled };
    }
    case "remove-user":
      return { ...change, user: name };
    case "add-grant": {
      const { tool, server, annotation } = options;
      return { ...change, to: subjectOf(options.to), rule: { action: options.action, name: tool, server, annotation } };
    }
    case "remove-grant":
      return { ...change, grant: name };
    default:
      return { ...change, team: name };
  }
}

function subjectOf(text: string): object {
  const [kind = "", ...rest] = text.split(":");
  return kind === "organisation" ? { kind } : { kind, name: rest.join(":") };
}

function printOrganisation({ name, teams, users, keys, grants }: ListedOrganisation, output: Output): void {
  const { style } = output;
  output.print(style.bold(plainText(name)));
  output.print(`  teams   ${plainText(teams.map((team) => team.name).join(", ") || "none")}`);
  for (const user of users) {
    const details = [user.role, ...user.teams.map((team) => `team ${team}`), ...(user.isDisabled ? ["disabled"] : [])];
    output.print(`  user    ${plainText(user.name)}  ${style.dim(plainText(details.join(", ")))}`);
  }
  output.print(`  keys    ${plainText(keys.map((key) => key.name).join(", ") || "none")}`);
  for (const grant of grants) output.print(`  grant   ${plainText(describeGrant(grant))}  ${style.dim(grant.id)}`);
}

function describeGrant({ to, rule }: Grant): string {
  return `${describeSubject(to)}: ${describeRule(rule)}`;
}

function describeSubject({ kind, name }: GrantSubject): string {
  return name === undefined ? kind : `${kind} ${name}`;
}

function describeRule({ action, name, server, annotation }: GrantRule): string {
  const conditions = Object.entries({ tool: name, server, annotation }).filter(([, value]) => value !== undefined);
  return [action, ...conditions.map(([field, value]) => `${field} ${value}`)].join(" ");
}
