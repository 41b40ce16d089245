/** Frequent short words of the languages in Latin letters that are not English words, as they are typed without marks too. */
export const functionWords: ReadonlySet<string> = new Set(
  [
    // cs, pl
    "je jsem jsou jak pro ze ke kde kdo kdy ktery ktera ktere mi mne muj moje muze prosim vsechny jest jako dla czy nie sie sa ktory ktora ktore gdzie kiedy kto moj moja moje mnie prosze wszystkie",
    // de, nl, sv
    "der das dem des ein eine einen einem einer und mit von zu zum zur auf ist sind ich mir mich mein meine meinen wie bitte alle nach aus bei vom im welche welcher wer gibt het een van voor met dat deze mijn ons onze naar uit hoe waar welke wie niet zijn wordt och att det som en ett den av med till ar jag mig min mitt mina vi vart hur vad var vilka alla inte",
    // es, pt, it, fr
    "el la los las del un una unos unas con para por que mi mis tus su sus al lo como cual donde este esta quiero necesito favor todos todas os da dos das um uma em na nas nos meu minha meus minhas seu sua ao aos quero preciso nao qual il gli le di della dei delle uno che mio mia miei nel nella alla voglio tutti tutte questo questa sul sulla mi du des une et dans avec sur qui mon ma mes ce cette ces est je tu veux moi tous toutes quel quelle quels aux au nos notre",
    // id, tr, vi
    "yang untuk dan ke dari dengan ini itu saya semua pada tolong apa bagaimana berapa siapa kepada bir ve icin ile bu benim bana tum nasil lutfen olan ne hangi cua cac nhung voi tren mot nay cho toi hay co duoc giup",
  ].flatMap((line) => line.split(" ")),
);
