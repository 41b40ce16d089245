import { Redactor } from "@toolcrib/core/redaction";
import type { ServerEntry } from "../config/server-entry.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { entrySecrets } from "../redaction/entry-secrets.ts";
import type { PoolAuth } from "./pool-options.ts";
import { StderrRing } from "./stderr-ring.ts";

/** What is said about a server: without its secrets, and with what its process printed. */
export class ServerTexts {
  readonly stderr: StderrRing = new StderrRing();
  readonly #entry: ServerEntry;
  readonly #redactor: Redactor;

  constructor(entry: ServerEntry) {
    this.#entry = entry;
    this.#redactor = new Redactor(entrySecrets(entry));
  }

  redact(text: string): string {
    return this.#redactor.text(text);
  }

  /** The last lines of its standard error. */
  printed(): readonly string[] {
    return this.stderr.lines().map((line) => this.redact(line));
  }

  explain(error: unknown): string {
    const words = this.#entry.transport === "stdio" ? this.stderr.lastWords() : undefined;
    const reason = reasonOf(error, (text) => this.redact(text));
    return words === undefined ? reason : `${reason}; it printed: ${this.redact(words)}`;
  }

  /** The same provider; the tokens that it gives are secrets from then on. */
  learning(provider: PoolAuth | undefined): PoolAuth | undefined {
    if (provider === undefined || !("token" in provider)) return provider;
    let known: string | undefined;
    return {
      token: async () => {
        const token = await provider.token();
        if (token !== known) this.#redactor.learn([token]);
        known = token;
        return token;
      },
      onUnauthorized: async (context) => provider.onUnauthorized?.(context),
    };
  }

  /** Tokens of a login are secrets too. */
  async learnTokens(provider: PoolAuth | undefined): Promise<void> {
    if (provider === undefined || "token" in provider) return;
    const tokens = await provider.tokens();
    this.#redactor.learn([tokens?.access_token, tokens?.refresh_token, tokens?.id_token]);
  }
}
