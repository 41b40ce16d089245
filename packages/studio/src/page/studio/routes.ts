/** The pages, in the order of their keys 1 to 5. */
export const pageNames = ["flow", "budget", "catalogue", "search", "doctor"] as const;

export type PageName = (typeof pageNames)[number];

export const pageTitles: Readonly<Record<PageName, string>> = {
  flow: "Flow",
  budget: "Context budget",
  catalogue: "Catalogue",
  search: "Search playground",
  doctor: "Doctor",
};

/** For narrow screens, where all five must fit. */
export const shortTitles: Readonly<Record<PageName, string>> = {
  ...pageTitles,
  budget: "Budget",
  search: "Search",
};

/** A location in the studio: a page, and what is selected on it. */
export interface Place {
  readonly page: PageName;
  readonly chosen: string | undefined;
}

/** Parses a place from the URL's hash; anything else means the first page. */
export function readPlace(hash: string): Place {
  const [, page = "", chosen = ""] = /^#\/([a-z]+)(?:\/(.*))?$/.exec(hash) ?? [];
  const known = pageNames.find((name) => name === page);
  return { page: known ?? "flow", chosen: known === undefined || chosen === "" ? undefined : decode(chosen) };
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
