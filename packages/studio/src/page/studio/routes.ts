import type { AdminApiCaller } from "@toolcrib/gateway";

/** The pages, in the order of their keys 1 to 7. */
export const pageNames = ["overview", "flow", "budget", "catalogue", "search", "doctor", "access"] as const;

export type PageName = (typeof pageNames)[number];

export const pageTitles: Readonly<Record<PageName, string>> = {
  overview: "Overview",
  flow: "Flow",
  budget: "Context budget",
  catalogue: "Catalogue",
  search: "Search playground",
  doctor: "Doctor",
  access: "Access",
};

/** For phones, where all must fit. */
export const shortTitles: Readonly<Record<PageName, string>> = {
  ...pageTitles,
  budget: "Budget",
  catalogue: "Tools",
  search: "Search",
};

/** What a page is for, beside its title. */
export const pageNotes: Readonly<Record<PageName, string>> = {
  overview: "What deferred tools save, and how search does.",
  flow: "One request, step by step.",
  budget: "What each turn of a conversation costs.",
  catalogue: "The tools that the gateway knows, and how they are used.",
  search: "One query, every ranker.",
  doctor: "What works, what does not, and what to do.",
  access: "Who may use the gateway, and which tools they see.",
};

/** The pages for a caller. Records of requests concern everybody, so they are for operators. */
export function pagesFor(caller: AdminApiCaller | undefined): readonly PageName[] {
  if (caller === undefined || caller.role === "operator") {
    // Without keys there is nobody to manage; the page is still at its address.
    return pageNames.filter((page) => page !== "access" || caller?.needsKeys === true);
  }
  return caller.role === "admin" ? ["catalogue", "search", "access"] : ["catalogue", "search"];
}

/** A location in the studio: a page, and what is selected on it. */
export interface Place {
  readonly page: PageName;
  readonly chosen: string | undefined;
}

/** Parses a place from the URL's hash; anything else means the first page. */
export function readPlace(hash: string): Place {
  const [, page = "", chosen = ""] = /^#\/([a-z]+)(?:\/(.*))?$/.exec(hash) ?? [];
  const known = pageNames.find((name) => name === page);
  return { page: known ?? pageNames[0], chosen: known === undefined || chosen === "" ? undefined : decode(chosen) };
}

/** The hash for a place. */
export function placeHash({ page, chosen }: Place): string {
  return chosen === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(chosen)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
