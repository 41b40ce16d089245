/** Languages in Latin script, whose words must not be mistaken in English text. */
export type LatinLanguage = "es" | "pt" | "fr" | "de" | "it" | "vi" | "tr" | "id";

export const latinLanguages: readonly LatinLanguage[] = ["es", "pt", "fr", "de", "it", "vi", "tr", "id"];

/** What identifies a language: its function words, and letters that English lacks. */
interface LanguageSigns {
  readonly functionWords: ReadonlySet<string>;
  readonly letters: RegExp;
}

// Words that are also English ("me", "no", "die", "pour") are left out: they identify nothing.
export const languageSigns: Readonly<Record<LatinLanguage, LanguageSigns>> = {
  es: {
    functionWords: words(
      "el la los las de del un una unos unas en y con para por que mi mis tu tus su sus al lo como qué cuál cuáles dónde este esta estos quiero necesito puedo favor todos todas",
    ),
    letters: /[áéíóúñü¿¡]/,
  },
  pt: {
    functionWords: words(
      "os da dos das de um uma em na nas nos com para por que meu minha meus minhas seu sua ao aos à como qual quero preciso favor todos todas este esta",
    ),
    letters: /[ãõáéíóúâêôàç]/,
  },
  fr: {
    functionWords: words(
      "le la les de du des un une et en dans avec sur par que qui mon ma mes ton ta tes ce cette ces est je tu il veux moi tous toutes quel quelle où aux au l qu j nos notre",
    ),
    letters: /[éèêëàâçîïôûùœ]/,
  },
  de: {
    functionWords: words(
      "der das den dem des ein eine einen einem einer und mit für von zu zum zur auf ist ich mir mich mein meine meinen meinem meiner wie bitte alle nach über aus bei vom im ins uns unsere",
    ),
    letters: /[äöüß]/,
  },
  it: {
    functionWords: words(
      "il lo la gli le di del della dei delle un una uno e con che mio mia miei mie nel nella da al alla come voglio tutti tutte questo questa sul sulla i l",
    ),
    letters: /[àèéìòù]/,
  },
  vi: {
    functionWords: words("của các những với trên và trong một này cho tôi hãy là có được ở giúp cac cua toi voi trong"),
    letters: /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịĩọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹáàãéèíìóòõúùý]/,
  },
  tr: {
    functionWords: words("bir ve için ile bu şu benim bana tüm nasıl var mı mi lütfen olan bütün icin tum lutfen"),
    letters: /[ğışçöü]/,
  },
  id: {
    functionWords: words("yang untuk dan di ke dari dengan ini itu saya semua pada tolong apa bagaimana kepada"),
    letters: /$^/,
  },
};

/** English words that are also function words of another language, so they identify neither. */
export const sharedFunctionWords: ReadonlySet<string> = words(
  "a an as come die do he i in is me no on or per so son was",
);

/** English words that any query may contain. With the glossary's English column they show that a text is English. */
export const englishWords: ReadonlySet<string> = words(
  "the a an and or of to for in on at by with from into as is are was be been it its this that these those my your our their me i you we they he she his her " +
    "all any some no not do does did can could will would should have has had how what which who when where why please need want like more most last next new " +
    "one two first per via than then there here out up down off over under about after before between through during without within only also just " +
    "make made give tell take put use using used let see look show go come went got keep work works working",
);

/** More English words that are spelled like a word of the glossary, or start like one. */
export const englishLookalikes: ReadonlySet<string> = words(
  "active activate actual agenda aide alter alternate alternative ambient animator assignee assistance " +
    "assurance auto ban bat brief cal calculator canal cartel casual champ champion changelog classic " +
    "classical classifier classify classroom col commander commentary commitment committee comparative " +
    "comparison compression compromise consult consultant contain convertible corridor cot creditor curriculum " +
    "cursor custom dal debugger den deployment depot detail detective detector digit digital dimension disco " +
    "discover discovery discussion divide doc documentary dossier element elementary eliminate employer " +
    "exclude exclusion exclusive executable executive explicit familiar festival flux formatter general " +
    "generator grave gui ham hang hop hospital idea imagery implant important indicate indicator indices " +
    "indirect inverse inversion investigate investigator journal kilometer lance land lay lee lies linguistic " +
    "listen mac match medical memorial messenger meteor modifier modular module musical navigator nova " +
    "notifier numeric numerical numerous nut ode opinion ordinal ordinary para parole pasta persona personal " +
    "photography piano plane planet portable portal presence processor programmer publisher red registrant " +
    "registry removal repertoire reporter reproduce respond reunion salute sat say scanner sec sentimental " +
    "service site son statute such tablet tara tariff telephone tempo ten terminal terminate terminology them " +
    "tier ton trainee transform transformer tribunal ultimate valid validator vol voyage résumé café naïve " +
    "façade cliché über jalapeño",
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
