/** Makes the requests of logins at a server. */
export type LoginFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
