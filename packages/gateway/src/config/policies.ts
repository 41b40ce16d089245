import type { Settings } from "@toolcrib/core";
import { checkPolicy, type PolicyRule, rulesForClient } from "@toolcrib/core/policy";
import type { Principal } from "@toolcrib/store";
import { Lru } from "../caches/lru.ts";
import { hideEverything } from "../identity/grant-rules.ts";
import type { ResolvedConfig } from "./resolve-config.ts";

const noRules: readonly PolicyRule[] = [];
const maxClients = 64;

/** What grants make of callers. */
export interface GrantedRules {
  /** The rules for a caller of an organisation; the same list until something changes. */
  rulesOf(principal: Principal): readonly PolicyRule[];
}

/**
 * The rules for tools, of the config and of grants, for every entry point of the gateway. Catalogue caches also use the identity of
 * the rules, so the same question returns the same list as long as neither the config nor the grants change.
 */
export class Policies {
  readonly #config: ResolvedConfig;
  readonly #serverRules: readonly PolicyRule[];
  readonly #granted: GrantedRules;
  /** By the caller's own rules, which are replaced when they change, and then by what they are combined with. */
  readonly #ofRequests = new WeakMap<readonly PolicyRule[], WeakMap<Settings, readonly PolicyRule[]>>();
  readonly #ofFront = new WeakMap<readonly PolicyRule[], readonly PolicyRule[]>();
  #ofEverybody: readonly PolicyRule[] | undefined;
  readonly #ofClients = new WeakMap<readonly PolicyRule[], Lru<string, readonly PolicyRule[]>>();

  /** `serverRules`: the rules in the entries of MCP servers. Throws for an invalid rule. */
  constructor(config: ResolvedConfig, serverRules: readonly PolicyRule[], granted: GrantedRules) {
    this.#config = config;
    this.#serverRules = serverRules;
    this.#granted = granted;
    checkPolicy(config.handling.settings.policy ?? noRules, "settings.policy");
    for (const { model, settings } of config.routes)
      checkPolicy(settings?.policy ?? noRules, `${model}: settings.policy`);
    for (const { name, policy } of config.keys) checkPolicy(policy ?? noRules, `${name}: policy`);
  }

  /** All rules for a request: those of server entries, the caller and the route, as far as they apply to this client. */
  forRequest(principal: Principal, settings: Settings, client: string): readonly PolicyRule[] {
    const own = this.#rulesOf(principal);
    const byRoute = this.#ofRequests.get(own) ?? new WeakMap<Settings, readonly PolicyRule[]>();
    this.#ofRequests.set(own, byRoute);
    let rules = byRoute.get(settings);
    if (rules === undefined) {
      rules = [...this.#serverRules, ...own, ...(settings.policy ?? noRules)];
      byRoute.set(settings, rules);
    }
    return this.#forClient(rules, client);
  }

  /** The rules that apply to every caller: those of server entries, and those for all. */
  forEverybody(): readonly PolicyRule[] {
    this.#ofEverybody ??= [...this.#serverRules, ...(this.#config.handling.settings.policy ?? noRules)];
    return this.#ofEverybody;
  }

  /** The rules for the MCP server at `/mcp`, which has the server entries' rules itself, and no routes. */
  forFront(principal: Principal): readonly PolicyRule[] {
    const own = this.#rulesOf(principal);
    let rules = this.#ofFront.get(own);
    if (rules === undefined) {
      rules = [...own, ...(this.#config.handling.settings.policy ?? noRules)];
      this.#ofFront.set(own, rules);
    }
    return rules;
  }

  /** The caller's own rules. An open session sees nothing more once its key is removed. */
  #rulesOf(principal: Principal): readonly PolicyRule[] {
    if (principal.organisation !== undefined) return this.#granted.rulesOf(principal);
    if (principal.key === undefined) return noRules;
    const key = this.#config.keys.find(({ sha256 }) => sha256.toLowerCase() === principal.id);
    return key === undefined ? hideEverything : (key.policy ?? noRules);
  }

  #forClient(rules: readonly PolicyRule[], client: string): readonly PolicyRule[] {
    if (rules.every((rule) => rule.client === undefined)) return rules;
    const byClient = this.#ofClients.get(rules) ?? new Lru<string, readonly PolicyRule[]>(maxClients);
    this.#ofClients.set(rules, byClient);
    const known = byClient.get(client) ?? rulesForClient(rules, client);
    byClient.set(client, known);
    return known;
  }
}
