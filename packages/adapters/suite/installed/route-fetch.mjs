// Loaded before a program: its requests reach the scripted API instead of the provider.
const { TOOLCRIB_SCRIPTED_API: base = "" } = process.env;
const original = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const { url } = new Request(input, init);
  const { pathname, search } = new URL(url);
  return original(new URL(pathname + search, base), init ?? input);
};
