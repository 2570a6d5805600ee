import { queryTerms } from '@quarry/search-index';

/** Words that carry a sentence, but none of its meaning. Polarity, quantity and modality are not among them. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of to in on at for by with and or as is are was were be been being am it its this that these those which who whom ' +
    'whose what from into onto upon has have had having do does did doing also there their theirs they them he him his she her hers ' +
    'we us our ours you your yours i me my here then so such than if while when where whereas thereby therefore thus however moreover ' +
    'furthermore additionally according respectively about approximately around roughly s t re ve ll d will would shall i.e e.g etc ' +
    'amounted totaled totalled namely itself themselves'
  ).split(' '),
);

/** The same as terms of a query. */
export const CARRYING: ReadonlySet<string> = new Set(queryTerms([...FUNCTION_WORDS].join(' ')));

/** Words with which sentences present a figure. */
export const PRESENTING: ReadonlySet<string> = new Set(
  queryTerms(
    'amount amounted total totalled value figure table gives shows states reports reported fiscal year years ended end company was were ' +
      'is increased increase decreased decrease grew rose fell declined change percent million billion thousand millions billions thousands usd dollars',
  ),
);
/** Words that name a computation. */
export const COMPUTING: ReadonlySet<string> = new Set(
  queryTerms(
    'share ratio margin sum together combined difference gap exceed more less higher lower than growth grow rate change times divided ' +
      'multiple proportion percentage part between compared computed calculated respectively point points',
  ),
);
export const NEGATIONS: ReadonlySet<string> = new Set(
  'not never no none neither nor cannot without nobody nothing nowhere hardly unable'.split(' '),
);

/** Words about code that the code itself does not have: they name what its signs say. */
export const CODE_GLUE: ReadonlySet<string> = new Set(
  (
    'default defaults value values constant constants variable field property parameter argument option number set equal equals ' +
    'class method function type object file line code defined declared'
  ).split(' '),
);

/** How much, how often, how surely: words of one class replace each other, and change what is claimed. */
const CLASSES: readonly string[] = [
  'all every each always both entire entirely whole any everyone everything',
  'some several sometimes certain occasionally partly partially',
  'many most mostly often usually generally',
  'few little rarely seldom',
  'only solely exclusively',
  'must required mandatory shall',
  'may might could possibly perhaps optionally optional',
  'can',
  'should recommended',
  'least minimum',
  'most maximum',
  'more over exceeding exceeds',
  'less fewer under',
];

const CLASS_OF = new Map<string, ReadonlySet<number>>();
for (const [at, words] of CLASSES.entries())
  for (const word of words.split(' ')) CLASS_OF.set(word, new Set([...(CLASS_OF.get(word) ?? []), at]));

/** Whether a word says how much, how often or how surely. */
export function isQuantifier(word: string): boolean {
  return CLASS_OF.has(word);
}

/** Whether two quantifiers say the same. */
export function sameQuantifier(a: string, b: string): boolean {
  return a === b || [...(CLASS_OF.get(a) ?? [])].some((at) => CLASS_OF.get(b)?.has(at) === true);
}

/** Pairs of words with opposite meanings, by their stems' beginnings where they are verbs. */
export const OPPOSITES: readonly (readonly [string, string])[] = (
  'before/after enabled/disabled enables/disables enable/disable always/never increases/decreases increase/decrease increased/decreased ' +
  'higher/lower high/low larger/smaller largest/smallest large/small ascending/descending allowed/forbidden allow/deny allows/prevents ' +
  'required/optional synchronous/asynchronous first/last minimum/maximum true/false open/closed public/private accepts/rejects ' +
  'accept/reject includes/excludes include/exclude including/excluding rose/fell rise/fall rising/falling grew/shrank grow/shrink ' +
  'gain/loss gains/losses profit/loss income/loss income/expense positive/negative above/below upward/downward improved/worsened ' +
  'improve/worsen expanded/contracted stronger/weaker strong/weak more/less more/fewer long/short longer/shorter early/late earlier/later ' +
  'favorable/unfavorable favourable/unfavourable add/remove adds/removes added/removed create/delete creates/deletes start/stop starts/stops ' +
  'begin/end up/down buy/sell bought/sold internal/external left/right success/failure succeed/fail succeeds/fails valid/invalid ' +
  'same/different up/down inside/outside input/output send/receive sends/receives read/write reads/writes push/pull lock/unlock ' +
  'promote/inhibit promotes/inhibits activate/inhibit activates/inhibits activation/inhibition enhance/reduce enhances/reduces ' +
  'enhanced/reduced induce/suppress induces/suppresses upregulated/downregulated upregulates/downregulates upregulation/downregulation ' +
  'increased/reduced increases/reduces increase/reduce accelerate/slow accelerates/slows raise/lower raises/lowers best/worst old/new ' +
  'debit/credit asset/liability assets/liabilities domestic/foreign pro/anti sensitive/resistant sensitivity/resistance present/absent ' +
  'presence/absence current/noncurrent gross/net basic/diluted maximum/least minimum/most top/bottom once/twice half/double better/worse'
)
  .split(' ')
  .map((pair) => pair.split('/'))
  .map(([a = '', b = '']) => [a, b]);

const OPPOSITE_OF = Map.groupBy(
  [...OPPOSITES, ...OPPOSITES.map(([a, b]) => [b, a] as const)],
  ([word]) => word,
);

/** Whether two words are opposites: of the list, or one is the other with `un-`, `in-`, `dis-` or `non-`. */
export function areOpposite(a: string, b: string): boolean {
  if (OPPOSITE_OF.get(a)?.some(([, other]) => other === b) === true) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 3 && ['un', 'in', 'im', 'dis', 'non', 'de'].some((prefix) => long === prefix + short);
}
