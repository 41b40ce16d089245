import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { writeFileAtomically } from "../files/write-file-atomically.ts";

/** The stored data for one remote server. */
export interface StoredLogin {
  readonly clientInformation?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly discovery?: OAuthDiscoveryState | undefined;
  /** The scope that a call needed and the login lacked; the next login asks for it. */
  readonly wantedScope?: string | undefined;
}

/** The login for one server on disk, readable by the user only. An unusable file means that the user has to log in again. */
export class TokenFile {
  readonly path: string;

  constructor(folder: string, serverUrl: string) {
    const name = createHash("sha256").update(serverUrl).digest("hex").slice(0, 32);
    this.path = join(folder, "logins", `${name}.json`);
  }

  async read(): Promise<StoredLogin> {
    try {
      const value: unknown = JSON.parse(await readFile(this.path, "utf8"));
      return typeof value === "object" && value !== null ? value : {};
    } catch {
      return {};
    }
  }

  async write(login: StoredLogin): Promise<void> {
    await writeFileAtomically(this.path, JSON.stringify(login));
  }

  async delete(): Promise<void> {
    await rm(this.path, { force: true });
  }
}
