import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AccessPage } from "../access/access-page.tsx";
import { AuditPage } from "../audit/audit-page.tsx";
import { BudgetPage } from "../budget/budget-page.tsx";
import { CataloguePage } from "../catalogue/catalogue-page.tsx";
import { DoctorPage } from "../doctor/doctor-page.tsx";
import { FlowPage } from "../flow/flow-page.tsx";
import { useKeys } from "../keyboard/use-keys.ts";
import { LoginsPage } from "../logins/logins-page.tsx";
import { OverviewPage } from "../overview/overview-page.tsx";
import { PlaygroundPage } from "../playground/playground-page.tsx";
import { QuotasPage } from "../quotas/quotas-page.tsx";
import { mayOpen, type PageName, pageNotes, pagesFor, pageTitles } from "../studio/routes.ts";
import type { Studio } from "../studio/studio.ts";
import { nextTheme } from "../studio/theme.ts";
import { HelpOverlay } from "./help-overlay.tsx";
import { KeyForm } from "./key-form.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { SideBar } from "./side-bar.tsx";

const pages: Readonly<Record<PageName, (props: { readonly studio: Studio }) => JSX.Element>> = {
  overview: OverviewPage,
  flow: FlowPage,
  budget: BudgetPage,
  catalogue: CataloguePage,
  search: PlaygroundPage,
  doctor: DoctorPage,
  access: AccessPage,
  audit: AuditPage,
  quotas: QuotasPage,
  logins: LoginsPage,
};

/** The whole studio. */
export function App({ studio }: { readonly studio: Studio }): JSX.Element {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const caller = studio.caller.value;
  const { page: wanted } = studio.place.value;
  const page = mayOpen(wanted, caller) ? wanted : (pagesFor(caller)[0] ?? wanted);
  const connection = studio.store.connection.value;
  useEffect(() => {
    document.title = `${pageTitles[page]} · Toolcrib Studio`;
  }, [page]);
  useKeys((action) => {
    if (action.type === "page") studio.goTo({ page: action.page, chosen: undefined });
    else if (action.type === "help") setIsHelpOpen(true);
    else if (action.type === "theme") studio.theme.value = nextTheme(studio.theme.value);
    else return false;
    return true;
  });
  const Page = pages[page];
  return (
    <>
      <SideBar studio={studio} onHelp={() => setIsHelpOpen(true)} />
      <main class={`page page-${page}`}>
        <div class="page-head">
          <h1>{pageTitles[page]}</h1>
          <p>{pageNotes[page]}</p>
        </div>
        {connection.state === "key-needed" && <KeyForm studio={studio} problem={connection.problem} />}
        {/* Without a key nothing is known, and a page would claim to be empty. */}
        {(connection.state !== "key-needed" || studio.store.traces.value.length > 0) && (
          <PageBoundary key={page} place={studio.place.value}>
            <Page studio={studio} />
          </PageBoundary>
        )}
      </main>
      {connection.state === "lost" && (
        <p class="lost-note" role="status" title={connection.problem}>
          The gateway cannot be reached. Reconnecting; what you see may be out of date.
        </p>
      )}
      {isHelpOpen && <HelpOverlay onClose={() => setIsHelpOpen(false)} />}
    </>
  );
}
