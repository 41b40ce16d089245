import type { AdminApiCaller } from "@toolcrib/gateway";
import { encodePart } from "../parts/encode-part.ts";

/** The pages, in the order of their keys 1 to 9 and 0. */
export const pageNames = [
  "overview",
  "flow",
  "budget",
  "catalogue",
  "search",
  "doctor",
  "access",
  "audit",
  "quotas",
  "logins",
] as const;

export type PageName = (typeof pageNames)[number];

export const pageTitles: Readonly<Record<PageName, string>> = {
  overview: "Overview",
  flow: "Flow",
  budget: "Context budget",
  catalogue: "Catalogue",
  search: "Search playground",
  doctor: "Doctor",
  access: "Access",
  audit: "Audit",
  quotas: "Quotas",
  logins: "Logins",
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
  audit: "Who called which tool, and who changed what.",
  quotas: "What callers may use, and what they have used.",
  logins: "Accounts of users at MCP servers.",
};

/** The pages for a caller. Records of requests concern everybody, so they are for operators. */
export function pagesFor(caller: AdminApiCaller | undefined): readonly PageName[] {
  const isShown = (page: PageName): boolean => {
    switch (page) {
      // Without keys there is nobody to manage.
      case "access":
        return caller?.needsKeys === true;
      case "audit":
        return caller?.hasAudit === true;
      case "quotas":
        return caller?.hasQuotas === true;
      case "logins":
        return caller?.hasLogins === true && (caller.user !== undefined || caller.role !== "member");
      default:
        return true;
    }
  };
  return pageNames.filter((page) => mayOpen(page, caller) && isShown(page));
}

const pagesOfMembers: readonly PageName[] = ["catalogue", "search", "logins"];
const pagesOfAdmins: readonly PageName[] = [...pagesOfMembers, "access", "audit", "quotas"];

/** Whether a caller may use a page, listed or not: a page that is not listed says how to make use of it. */
export function mayOpen(page: PageName, caller: AdminApiCaller | undefined): boolean {
  if (caller === undefined || caller.role === "operator") return true;
  return (caller.role === "admin" ? pagesOfAdmins : pagesOfMembers).includes(page);
}

/** The key that leads to a page. */
export function keyOfPage(page: PageName): string {
  return String((pageNames.indexOf(page) + 1) % 10);
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
  return chosen === undefined ? `#/${page}` : `#/${page}/${encodePart(chosen)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
