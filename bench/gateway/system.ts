/** Somewhere to send requests. */
export interface System {
  readonly name: string;
  readonly url: URL;
  /** Under which of the upstream's paths a request ends; systems that route by model have one address for all. */
  readonly headersFor: (path: "" | "/search" | "/slow") => Readonly<Record<string, string>>;
  readonly urlFor: (path: "" | "/search" | "/slow") => URL;
  readonly processId: number;
}
