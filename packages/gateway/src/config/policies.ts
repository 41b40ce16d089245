import type { Settings } from "@toolcrib/core";
import { checkPolicy, type PolicyRule, rulesForClient } from "@toolcrib/core/policy";
import { Lru } from "../caches/lru.ts";
import type { ResolvedConfig } from "./resolve-config.ts";

const noRules: readonly PolicyRule[] = [];
const everything: readonly PolicyRule[] = [{ action: "deny", name: "*" }];
const maxClients = 64;

/**
 * The policy rules of a config, for every entry point of the gateway. Catalogue caches also use the identity of the
 * rules, so the same question returns the same list as long as the config does not change.
 */
export class Policies {
  readonly #config: ResolvedConfig;
  readonly #serverRules: readonly PolicyRule[];
  readonly #ofRequests = new Map<string, WeakMap<Settings, readonly PolicyRule[]>>();
  #ofEverybody: readonly PolicyRule[] | undefined;
  readonly #ofFront = new Map<string, readonly PolicyRule[]>();
  readonly #ofClients = new WeakMap<readonly PolicyRule[], Lru<string, readonly PolicyRule[]>>();

  /** `serverRules`: the rules in the entries of MCP servers. Throws for an invalid rule. */
  constructor(config: ResolvedConfig, serverRules: readonly PolicyRule[]) {
    this.#config = config;
    this.#serverRules = serverRules;
    checkPolicy(config.handling.settings.policy ?? noRules, "settings.policy");
    for (const { model, settings } of config.routes)
      checkPolicy(settings?.policy ?? noRules, `${model}: settings.policy`);
    for (const { name, policy } of config.keys) checkPolicy(policy ?? noRules, `${name}: policy`);
  }

  /** All rules for a request: those of server entries, the key and the route, as far as they apply to this client. */
  forRequest(keyHash: string | undefined, settings: Settings, client: string): readonly PolicyRule[] {
    const byRoute = this.#ofRequests.get(keyHash ?? "") ?? new WeakMap<Settings, readonly PolicyRule[]>();
    this.#ofRequests.set(keyHash ?? "", byRoute);
    let rules = byRoute.get(settings);
    if (rules === undefined) {
      rules = [...this.#serverRules, ...this.#rulesOfKey(keyHash), ...(settings.policy ?? noRules)];
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
  forFront(keyHash: string | undefined): readonly PolicyRule[] {
    let rules = this.#ofFront.get(keyHash ?? "");
    if (rules === undefined) {
      rules = [...this.#rulesOfKey(keyHash), ...(this.#config.handling.settings.policy ?? noRules)];
      this.#ofFront.set(keyHash ?? "", rules);
    }
    return rules;
  }

  /** An open session sees nothing more once its key is removed from the config. */
  #rulesOfKey(keyHash: string | undefined): readonly PolicyRule[] {
    const { keys } = this.#config;
    if (keys.length === 0) return noRules;
    const key = keys.find(({ sha256 }) => sha256.toLowerCase() === keyHash);
    return key === undefined ? everything : (key.policy ?? noRules);
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
