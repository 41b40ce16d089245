/** Words that do not help to choose a tool, in the most common languages. */
export const stopWords: ReadonlySet<string> = new Set(
  [
    "a an the of to in on for and or is are be was were by with as at from that this it its i you he she we they my your our",
    "their me us them can could would should will do does did have has had please need want help if then so what which who",
    "how when where there some any just also about into am been being im ive id ll re ve s t hey hi hello thanks thank",
    "let lets like would may might must shall these those here than too very really",
    "but because however although though yes yeah ok okay hm hmm uh erm",
    // Spanish, Portuguese, French, German, Italian, without their accents
    "el los las una unos unas de del que por para con su mi tu quiero puedes favor",
    "um uma uns umas os do da dos das meu minha quero voce pode",
    "le les des une du et est pour avec mon ma mes je veux peux vous plait",
    "der die das ein eine einen und ist fur mit mein meine ich mir bitte kannst",
    "il lo gli uno di che per con mio mia voglio puoi",
    // Russian
    "и в на с по для мне мой моя мои мое я ты вы что как это пожалуйста хочу можно у о из к",
    // Chinese, Japanese, Korean: as separated by a word segmenter
    "的 了 是 我 你 他 她 我们 你们 请 帮 帮我 一个 一下 在 和 与 吗 呢 吧 把 给 有 这 那 这个 那个 什么 怎么 可以 想 要 上 里",
    "の を に は が と で も へ や から まで より する して します した です ます ください こと もの これ それ あれ たい",
    "을 를 이 가 은 는 에 에서 의 와 과 해줘 해 주세요 좀",
  ]
    .join(" ")
    .split(" "),
);
