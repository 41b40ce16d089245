export interface Issue {
  readonly id: string;
  readonly repo: string;
  readonly number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  labels: string[];
  assignees: string[];
  comments: string[];
}

export interface PullRequest {
  readonly id: string;
  readonly repo: string;
  readonly number: number;
  title: string;
  body: string;
  readonly user: string;
  readonly head: string;
  readonly base: string;
  state: "open" | "closed";
  merged: boolean;
  merge_method: string | null;
  /** The combined state of the checks of its last commit. */
  readonly checks: "success" | "failure" | "pending";
  readonly files: readonly string[];
  reviews: { user: string; event: string; body: string }[];
}

export interface RepositoryFile {
  readonly id: string;
  readonly repo: string;
  readonly branch: string;
  readonly path: string;
  content: string;
}

function issue(repo: string, number: number, title: string, labels: string[], more: Partial<Issue> = {}): Issue {
  const id = `${repo}#${number}`;
  return { id, repo, number, title, body: "", state: "open", labels, assignees: [], comments: [], ...more };
}

function pull(
  repo: string,
  number: number,
  title: string,
  user: string,
  head: string,
  more: Partial<PullRequest> = {},
): PullRequest {
  return {
    id: `${repo}#${number}`,
    repo,
    number,
    title,
    body: "",
    user,
    head,
    base: "main",
    state: "open",
    merged: false,
    merge_method: null,
    checks: "success",
    files: ["src/index.ts"],
    reviews: [],
    ...more,
  };
}

export function file(repo: string, branch: string, path: string, content: string): RepositoryFile {
  return { id: `${repo}@${branch}:${path}`, repo, branch, path, content };
}

export const seedGithub = () => ({
  repositories: [
    { id: "storefront", description: "The web shop", private: true, default_branch: "main" },
    { id: "mobile-app", description: "Halden for iOS and Android", private: true, default_branch: "main" },
    { id: "handbook", description: "How we work", private: false, default_branch: "main" },
    { id: "old-shop", description: "The shop until 2021, not in use", private: true, default_branch: "master" },
  ],
  branches: [
    { id: "storefront:main", repo: "storefront", name: "main" },
    { id: "storefront:cart-rounding", repo: "storefront", name: "cart-rounding" },
    { id: "storefront:size-guide", repo: "storefront", name: "size-guide" },
    { id: "mobile-app:main", repo: "mobile-app", name: "main" },
    { id: "mobile-app:deep-links", repo: "mobile-app", name: "deep-links" },
    { id: "handbook:main", repo: "handbook", name: "main" },
    { id: "old-shop:master", repo: "old-shop", name: "master" },
  ],
  issues: [
    issue("storefront", 31, "Support Internet Explorer 11", ["wontfix"]),
    issue("storefront", 35, "Print view of the basket", ["wontfix", "ui"]),
    issue("storefront", 38, "Filter by colour forgets the page", ["bug"]),
    issue("storefront", 40, "RSS feed of new products", ["wontfix"]),
    issue("storefront", 41, "Checkout button is hidden on small phones", ["bug", "checkout"], {
      body: "On screens below 340 px the button lies under the cookie bar.",
    }),
    issue("storefront", 29, "Flash banner", ["wontfix"], { state: "closed" }),
    issue("mobile-app", 77, "Crash when the camera permission is refused", ["bug"]),
    issue("mobile-app", 80, "Dark mode for the order list", ["enhancement"], { assignees: ["ben-wagner"] }),
    issue("handbook", 12, "Describe how expenses are paid back", ["docs"]),
  ],
  pulls: [
    pull("storefront", 52, "Fix cart rounding", "tom-adeyemi", "cart-rounding", {
      files: ["src/cart/round.ts", "src/cart/round.test.ts"],
    }),
    pull("storefront", 53, "Add a size guide", "lena-vogt", "size-guide", {
      checks: "failure",
      files: ["src/guide.tsx"],
    }),
    pull("mobile-app", 91, "Open product links in the app", "ben-wagner", "deep-links", { files: ["app/links.kt"] }),
  ],
  files: [
    file("storefront", "main", "README.md", "# Storefront\n\nThe web shop of Halden Outdoor.\n"),
    file("storefront", "main", "package.json", '{ "name": "storefront", "version": "4.1.3" }\n'),
    file("storefront", "main", "src/cart/round.ts", "export const round = (cents: number) => Math.floor(cents);\n"),
    file("handbook", "main", "holidays.md", "# Holidays\n\nEverybody has 28 days a year.\n"),
    file("handbook", "main", "README.md", "# Handbook\n"),
  ],
  commits: [
    {
      id: "9f31c02",
      repo: "storefront",
      branch: "main",
      message: "Release 4.1.3",
      author: "tom-adeyemi",
      date: "2026-03-05",
    },
    {
      id: "77ab410",
      repo: "storefront",
      branch: "main",
      message: "Faster product list",
      author: "lena-vogt",
      date: "2026-03-03",
    },
    {
      id: "c0ffee1",
      repo: "mobile-app",
      branch: "main",
      message: "Release 2.9.0",
      author: "sara-okafor",
      date: "2026-03-02",
    },
  ],
});

export type GithubState = ReturnType<typeof seedGithub>;
