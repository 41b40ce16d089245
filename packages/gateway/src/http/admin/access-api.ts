import type { Principal } from "@toolcrib/store";
import type { ListedOrganisation } from "../../identity/listed-organisation.ts";

/** `GET /admin/me`: who the caller is. */
export interface AdminApiCaller extends Omit<Principal, "id"> {
  /** False if the gateway asks nobody for a key. */
  readonly needsKeys: boolean;
  /** Whether the gateway keeps an audit log, and whether it has quotas. */
  readonly hasAudit: boolean;
  readonly hasQuotas: boolean;
  /** Whether there are MCP servers that the caller may use with logins of users. */
  readonly hasLogins: boolean;
}

/** `GET /admin/access`: the organisations that the caller may manage. */
export interface AdminApiAccess {
  readonly organisations: readonly ListedOrganisation[];
}
