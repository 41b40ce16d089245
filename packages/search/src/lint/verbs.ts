import { informativeWords } from "./words-of.ts";

/** Verbs in tool descriptions. Words that are mostly nouns in such texts (`record`, `issue`, `file`) are left out. */
const verbs =
  "accept access accumulate acknowledge activate add adjust aggregate allocate allow alter analyse analyze annotate answer append apply approve archive arrange ask assess " +
  "assign attach authenticate authorize autocomplete award back begin block book broadcast browse build buy calculate call cancel capture categorize change check choose claim " +
  "classify clean clear clone close collect combine comment commit compare compile complete compose compress compute configure confirm connect consolidate construct consume " +
  "continue control convert copy correct count create crop customize deactivate debug decide decode decompose decrease decrypt define delegate delete deliver deploy describe " +
  "destroy detach detect determine diagnose disable disconnect discover dismiss display distribute divide download draft draw drop duplicate echo edit embed emit enable encode " +
  "encrypt end enqueue enrich enroll ensure enter enumerate escalate estimate evaluate examine exchange execute exit expand explain explore export extend extract fetch fill " +
  "filter find finish fix flag flush follow forecast fork format forward fuse gather generate get give grant group handle help hide highlight identify import improve increase " +
  "index inform initialize initiate insert inspect install instantiate interact interpret introspect invite invoke join keep kill launch learn leave let like list listen load " +
  "locate lock log login logout look lookup maintain make manage manipulate map mark match measure merge migrate modify monitor mount move multiply mute navigate negotiate normalize " +
  "notify observe obtain offer open optimize order organize override pack paginate parse patch pause pay perform permit persist pick pin ping place plan play plot poll populate " +
  "post predict prepare present preview print process produce project promote propose provide provision prune publish pull purchase purge push put query queue quote raise read " +
  "rebase rebuild receive recommend reconcile recover redirect redeem redo reduce refresh refund register reject release reload remember remind remove rename render renew reopen " +
  "reorder repeat replace replay reply report repost request require reschedule reserve reset resize resolve respond restart restore restrict resume retrieve retry return reveal " +
  "revert review revoke rewrite roll rollback rotate run sample save scale scan schedule score scrape scroll search secure select sell send separate serve set share ship shift " +
  "show shuffle sign simulate skip snooze solve sort spawn specify split stage star start stop store stream strip subscribe suggest summarize summarise supply support suspend swap " +
  "switch sync synchronize tag take tell terminate test toggle trace track train transcribe transfer transform translate transmit trash traverse trigger trim truncate turn type " +
  "unarchive unassign unblock undo uninstall unfollow unlock unmute unpin unregister unsubscribe update upgrade upload upsert use validate verify view visit visualize void vote " +
  "click record rekey setup drag focus hover press swipe tap wait walk warn watch withdraw write zip zoom";

const verbTerms = informativeWords(verbs);

/** Whether one of the words is a known verb. The table is English: texts in other scripts always pass. */
export function hasVerb(text: string): boolean {
  if (/[^\p{ASCII}\p{Script=Latin}\p{P}\p{S}]/u.test(text)) {
    return true;
  }
  return [...informativeWords(text)].some((word) => verbTerms.has(word));
}
