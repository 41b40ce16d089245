import { defineService, find } from "./service.ts";

const seed = () => ({
  translations: [
    { id: "1", source: "the hut is closed until june", target: "de", text: "Die Hütte ist bis Juni geschlossen." },
    {
      id: "2",
      source: "could you please send us the invoice again",
      target: "fr",
      text: "Pourriez-vous, s'il vous plaît, nous renvoyer la facture ?",
    },
    { id: "3", source: "wear waterproof boots", target: "pt", text: "Use botas impermeáveis." },
    { id: "4", source: "wear waterproof boots", target: "nb", text: "Bruk vanntette støvler." },
    { id: "5", source: "wear waterproof boots", target: "de", text: "Tragen Sie wasserdichte Stiefel." },
  ],
});

const languages = [
  { code: "de", name: "German" },
  { code: "fr", name: "French" },
  { code: "pt-PT", name: "Portuguese (European)" },
  { code: "pt-BR", name: "Portuguese (Brazilian)" },
  { code: "nb", name: "Norwegian (bokmål)" },
  { code: "en-GB", name: "English (British)" },
];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.!?]+$/, "")
    .trim();

export const deepl = defineService("deepl", seed, {
  "get-source-languages": () => languages,
  "get-target-languages": () => languages,
  "translate-text": (state, args: { text: string; targetLang: string }) => {
    const target = args.targetLang.toLowerCase();
    find(
      languages,
      ({ code }) => code.toLowerCase().startsWith(target.slice(0, 2)),
      `Invalid target language: ${args.targetLang}. Available languages: ${languages.map(({ code }) => code).join(", ")}`,
    );
    const known = state.translations.find(
      (item) => plain(args.text).includes(item.source) && target.startsWith(item.target),
    );
    // Texts that the world does not know come back marked, as a placeholder for their translation.
    return known?.text ?? `[${args.targetLang}] ${args.text}`;
  },
  "get-writing-styles-and-tones": () => ({ styles: ["business", "casual"], tones: ["friendly", "diplomatic"] }),
  "rephrase-text": (_state, args: { text: string }) => args.text,
});
