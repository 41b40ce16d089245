import type { OidcConfig } from "../../contracts/oidc-config.ts";
import type { AdminApiCaller } from "../../http/admin/access-api.ts";
import { startTestIssuer } from "../test-issuer.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";

const issuer = await startTestIssuer();
const base: OidcConfig = { issuer: issuer.url, audience: "api", clientId: "studio", organisation: "acme" };

/** What the gateway says about somebody with a token. */
async function who({ get }: RunningGateway): Promise<AdminApiCaller | number> {
  const token = await issuer.sign({ groups: ["bosses"], teams: [] });
  const response = await get("/admin/me", { authorization: `Bearer ${token}` });
  return response.status === 200 ? ((await response.json()) as AdminApiCaller) : response.status;
}

/** What a browser is sent to the issuer with. */
async function sentWith({ get }: RunningGateway, field: string): Promise<string | null> {
  const response = await get("/auth/sign-in");
  return new URL(response.headers.get("location") ?? "").searchParams.get(field);
}

async function exchangedWith({ get }: RunningGateway): Promise<string | undefined> {
  const started = await get("/auth/sign-in");
  const { searchParams } = new URL(started.headers.get("location") ?? "");
  const cookie = started.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const query = new URLSearchParams({ code: searchParams.get("nonce") ?? "", state: searchParams.get("state") ?? "" });
  await get(`/auth/callback?${query}`, { cookie });
  return issuer.exchanges.at(-1)?.authorization;
}

function oidc<Name extends keyof OidcConfig>(
  name: Name,
  proof: Pick<Proof, "shows" | "observe" | "outcomes" | "options">,
  others: Partial<OidcConfig> = {},
): Proof {
  return {
    ...proof,
    setting: `oidc.${name}${["admins", "operators"].includes(name) ? "[]" : ""}`,
    config: (value, stage) => withUpstream(stage, { oidc: { ...base, ...others, [name]: value } }),
  };
}

const roleOf = async (run: RunningGateway): Promise<string | undefined> => {
  const caller = await who(run);
  return typeof caller === "number" ? undefined : caller.role;
};
const fieldOf =
  (field: keyof AdminApiCaller) =>
  async (run: RunningGateway): Promise<unknown> => {
    const caller = await who(run);
    return typeof caller === "number" ? caller : caller[field];
  };

export const oidcProofs: readonly Proof[] = [
  oidc("issuer", {
    shows: "whether a token of an issuer is accepted",
    observe: fieldOf("user"),
    outcomes: [
      [issuer.url, "ada@example.com"],
      [`${issuer.url}/other`, 401],
    ],
  }),
  oidc("audience", {
    shows: "whether a token for somebody is accepted",
    observe: fieldOf("user"),
    outcomes: [
      ["api", "ada@example.com"],
      ["another", 401],
    ],
  }),
  oidc("organisation", {
    shows: "the organisation of a user",
    observe: fieldOf("organisation"),
    outcomes: [
      ["acme", "acme"],
      ["other", "other"],
    ],
  }),
  oidc("userClaim", {
    shows: "the name of a user",
    observe: fieldOf("user"),
    outcomes: [
      ["email", "ada@example.com"],
      ["sub", "u1"],
    ],
  }),
  oidc(
    "teamsClaim",
    {
      shows: "the role of a user",
      observe: roleOf,
      outcomes: [
        ["groups", "admin"],
        ["teams", "member"],
      ],
    },
    { admins: ["bosses"] },
  ),
  oidc("admins", {
    shows: "the role of a user",
    observe: roleOf,
    outcomes: [
      [["bosses"], "admin"],
      [["others"], "member"],
    ],
  }),
  oidc("operators", {
    shows: "the role of a user",
    observe: roleOf,
    outcomes: [
      [["bosses"], "operator"],
      [["others"], "member"],
    ],
  }),
  oidc("clientId", {
    shows: "as whom the gateway sends people to the issuer",
    observe: (run) => sentWith(run, "client_id"),
    outcomes: [
      ["studio", "studio"],
      ["other", "other"],
    ],
  }),
  oidc("scope", {
    shows: "what the issuer is asked for",
    observe: (run) => sentWith(run, "scope"),
    outcomes: [
      ["openid email", "openid email"],
      ["openid groups", "openid groups"],
    ],
  }),
  oidc("publicUrl", {
    shows: "where the issuer sends people back to",
    observe: (run) => sentWith(run, "redirect_uri"),
    outcomes: [
      ["https://tools.example.com", "https://tools.example.com/auth/callback"],
      ["http://localhost:8788", "http://localhost:8788/auth/callback"],
    ],
  }),
  {
    setting: "publicUrl",
    shows: "where the issuer sends people back to",
    config: (publicUrl, stage) => withUpstream(stage, { oidc: base, publicUrl }),
    observe: (run) => sentWith(run, "redirect_uri"),
    outcomes: [
      ["https://tools.example.com", "https://tools.example.com/auth/callback"],
      ["http://localhost:8788", "http://localhost:8788/auth/callback"],
    ],
  },
  oidc("clientSecretEnv", {
    shows: "what the gateway proves itself with at the issuer",
    observe: exchangedWith,
    options: { environment: { ONE: "secret-one", OTHER: "secret-other" } },
    outcomes: [
      ["ONE", `Basic ${Buffer.from("studio:secret-one").toString("base64")}`],
      ["OTHER", `Basic ${Buffer.from("studio:secret-other").toString("base64")}`],
    ],
  }),
];
