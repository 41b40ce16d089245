import type { JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import { keyOfPage, pagesFor, pageTitles, placeHash, shortTitles } from "../studio/routes.ts";
import type { Studio } from "../studio/studio.ts";
import { nextTheme } from "../studio/theme.ts";

/** As many titles fit beside each other on a phone. */
const maxTitles = 7;

/** The name, the pages, the connection state and the theme: a column, a rail of icons, or tabs on a phone. */
export function SideBar({ studio, onHelp }: { readonly studio: Studio; readonly onHelp: () => void }): JSX.Element {
  const { page: current } = studio.place.value;
  const caller = studio.caller.value;
  const theme = studio.theme.value;
  const pages = pagesFor(caller);
  return (
    <header class="side-bar">
      <p class="brand">
        <BrandMark />
        <span class="brand-name">
          Toolcrib <span class="brand-part">Studio</span>
        </span>
      </p>
      <nav aria-label="Pages" class={pages.length > maxTitles ? "many" : undefined}>
        {pages.map((page) => (
          <a
            key={page}
            class="page-link"
            href={placeHash({ page, chosen: undefined })}
            title={pageTitles[page]}
            aria-current={page === current ? "page" : undefined}
            aria-keyshortcuts={keyOfPage(page)}
            aria-label={pageTitles[page]}
          >
            <Icon name={page} />
            <span class="long-title">{pageTitles[page]}</span>
            <span class="short-title">{shortTitles[page]}</span>
            <span class="page-key" aria-hidden="true">
              {keyOfPage(page)}
            </span>
          </a>
        ))}
      </nav>
      <div class="top-tools">
        <ConnectionMark studio={studio} />
        {caller?.user !== undefined && caller.key === undefined && <SignOut user={caller.user} />}
        <button
          type="button"
          class="tool-button"
          title={`Theme: ${theme}`}
          onClick={() => {
            studio.theme.value = nextTheme(theme);
          }}
        >
          <Icon name={theme} />
          <span class="tool-word">Theme: {theme}</span>
        </button>
        <button type="button" class="tool-button" title="Keys" onClick={onHelp}>
          <Icon name="help" />
          <span class="tool-word">Keys</span>
        </button>
      </div>
    </header>
  );
}

/** Ends the session of somebody who signed in. */
function SignOut({ user }: { readonly user: string }): JSX.Element {
  const leave = async (): Promise<void> => {
    await fetch("/auth/sign-out", { method: "POST" });
    globalThis.location.reload();
  };
  return (
    <button type="button" class="tool-button" title={`Signed in as ${user}`} onClick={() => void leave()}>
      <Icon name="access" />
      <span class="tool-word">Sign out</span>
    </button>
  );
}

/** A crib: many tools on the shelf, one on the bench. */
function BrandMark(): JSX.Element {
  return (
    <svg class="brand-mark" viewBox="0 0 22 22" aria-hidden="true">
      <rect class="brand-ground" width="22" height="22" rx="6" />
      <path class="brand-shelf" d="M5 6.5h12M5 11h7" />
      <circle class="brand-tool" cx="15.5" cy="15" r="2.5" />
    </svg>
  );
}

function ConnectionMark({ studio }: { readonly studio: Studio }): JSX.Element {
  const connection = studio.store.connection.value;
  const words = { connecting: "connecting", live: "live", lost: "not connected", "key-needed": "key needed" };
  const problem = "problem" in connection ? connection.problem : undefined;
  return (
    <span class={`connection ${connection.state}`} role="status" title={problem ?? words[connection.state]}>
      <span class="connection-dot" aria-hidden="true" />
      <span class="connection-word">{words[connection.state]}</span>
    </span>
  );
}
