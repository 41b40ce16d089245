import type { ListedKey, ListedOrganisation } from "@toolcrib/gateway";
import { type AccessOptions, openAccess } from "../../access/open-access.ts";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";

/** The options of `toolcrib keys`. */
export interface KeysOptions extends AccessOptions {
  readonly organisation?: string;
  readonly team?: string;
  readonly user?: string;
  readonly role?: string;
  readonly expires?: number;
  readonly grace?: number;
  readonly json?: true;
}

/** Lists, creates, rotates or revokes keys. */
export async function runKeys(
  action: string,
  key: string | undefined,
  options: KeysOptions,
  output: Output,
): Promise<void> {
  const { organisation, team, user, role, expires, grace, json } = options;
  const place = await openAccess(options, output);
  try {
    if (action === "list") {
      const listed = await place.read();
      const shown = organisation === undefined ? listed : listed.filter(({ name }) => name === organisation);
      printKeys(shown, json, output);
      return;
    }
    if (key === undefined || organisation === undefined) {
      throw new CommandError("key_not_named", { action, missing: key === undefined ? "its name" : "--organisation" });
    }
    const change = { change: `${action}-key`, organisation, key };
    const { secret } = await place.change({
      ...change,
      ...(action === "create" && { team, user, role }),
      ...(action === "rotate" && { graceSeconds: grace }),
      ...(action !== "revoke" && { expiresInSeconds: expires }),
    });
    if (json) {
      output.print(JSON.stringify({ organisation, key, ...(secret !== undefined && { secret }) }));
    } else if (secret === undefined) {
      output.note(`${plainText(`${organisation}/${key}`)} is revoked.`);
    } else {
      output.print(secret);
      output.note("Save the key: it is not shown again.");
    }
  } finally {
    await place.close();
  }
}

function printKeys(organisations: readonly ListedOrganisation[], json: true | undefined, output: Output): void {
  const keys = organisations.flatMap(({ name, keys }) => keys.map((key) => ({ organisation: name, ...key })));
  if (json) {
    output.print(JSON.stringify({ keys }));
    return;
  }
  if (keys.length === 0) output.print("There are no keys.");
  for (const key of keys) {
    output.print(
      `${output.style.bold(plainText(`${key.organisation}/${key.name}`))}  ${output.style.dim(describeKey(key))}`,
    );
  }
}

function describeKey({ role, team, user, expiresAt, secretCount }: ListedKey): string {
  const parts = [
    role,
    ...(team === undefined ? [] : [`team ${team}`]),
    ...(user === undefined ? [] : [`user ${user}`]),
    ...(expiresAt === undefined
      ? []
      : [`${expiresAt <= Date.now() ? "ended" : "ends"} ${new Date(expiresAt).toISOString()}`]),
    ...(secretCount > 1 ? ["an earlier secret is still accepted"] : []),
  ];
  return plainText(parts.join(", "));
}
