import type { AdminApiConnections, AdminApiLogins } from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { useState } from "preact/hooks";
import type { EndedLogin } from "../admin/admin-client.ts";
import { seldom, useAnswer } from "../admin/use-answer.ts";
import type { Studio } from "../studio/studio.ts";

/** Logins at MCP servers, and how they are ended. */
export interface LoginsView {
  /** The caller's own; undefined while they are read, and for callers who are no users. */
  readonly own: AdminApiConnections["connections"] | undefined;
  /** Those of users, for administrators; undefined while they are read. */
  readonly ofUsers: AdminApiLogins["logins"] | undefined;
  /** Why something cannot be read, or why a login was not ended. */
  readonly problem: string | undefined;
  readonly end: (login: EndedLogin) => Promise<void>;
}

export function useLogins(studio: Studio): LoginsView {
  const [changes, setChanges] = useState(0);
  const [refused, setRefused] = useState<string | undefined>();
  const caller = studio.caller.value;
  const own = useAnswer(studio.client.readConnections, caller?.user !== undefined, seldom, changes);
  const isManager = caller !== undefined && caller.role !== "member";
  const ofUsers = useAnswer(studio.client.readLogins, isManager, seldom, changes);
  const end = async (login: EndedLogin): Promise<void> => {
    try {
      await studio.client.endLogin(login);
      setRefused(undefined);
      setChanges((count) => count + 1);
    } catch (error) {
      setRefused(errorMessage(error));
    }
  };
  return {
    own: own.value?.connections,
    ofUsers: ofUsers.value,
    problem: refused ?? own.problem ?? ofUsers.problem,
    end,
  };
}
