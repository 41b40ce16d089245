import type { JSX } from "preact";
import { pageNames, pageTitles, placeHash, shortTitles } from "../studio/routes.ts";
import type { Studio } from "../studio/studio.ts";
import { nextTheme } from "../studio/theme.ts";

/** The name, the pages, and the connection state. */
export function TopBar({ studio, onHelp }: { readonly studio: Studio; readonly onHelp: () => void }): JSX.Element {
  const { page: current } = studio.place.value;
  return (
    <header class="top-bar">
      <p class="brand">
        <span aria-hidden="true" class="brand-mark" /> Toolcrib <span class="brand-part">Studio</span>
      </p>
      <nav aria-label="Pages">
        {pageNames.map((page, index) => (
          <a
            key={page}
            class="page-link"
            href={placeHash({ page, chosen: undefined })}
            aria-current={page === current ? "page" : undefined}
            aria-keyshortcuts={String(index + 1)}
            aria-label={pageTitles[page]}
          >
            <span class="long-title">{pageTitles[page]}</span>
            <span class="short-title">{shortTitles[page]}</span>
          </a>
        ))}
      </nav>
      <div class="top-tools">
        <ConnectionMark studio={studio} />
        <button
          type="button"
          class="button small"
          onClick={() => {
            studio.theme.value = nextTheme(studio.theme.value);
          }}
        >
          <span class="theme-word">Theme: </span>
          {studio.theme}
        </button>
        <button type="button" class="button small" onClick={onHelp}>
          <span aria-hidden="true">?</span>
          <span class="hidden-text">Keys</span>
        </button>
      </div>
    </header>
  );
}

function ConnectionMark({ studio }: { readonly studio: Studio }): JSX.Element {
  const connection = studio.store.connection.value;
  const words = { connecting: "connecting", live: "live", lost: "not connected", "key-needed": "key needed" };
  const problem = "problem" in connection ? connection.problem : undefined;
  return (
    <span class={`connection ${connection.state}`} role="status" title={problem}>
      <span class="connection-dot" aria-hidden="true" />
      {words[connection.state]}
    </span>
  );
}
