import { isFile, specificNames } from '@quarry/turn';

/** What happened to the subject of a question about the history. */
export type ChangeKind = 'added' | 'removed' | 'renamed' | 'changed';

/** Which of the commits that fit come first. */
export type HistoryOrder = 'best' | 'newest' | 'oldest';

/** A question that past commits answer. */
export interface HistoryQuestion {
  readonly change: ChangeKind;
  readonly order: HistoryOrder;
  /** Whether it asks for a reason. */
  readonly why: boolean;
  /** Whether it says that it is about commits. */
  readonly explicit: boolean;
  /** The words of the question that say what changed; empty for "What changed last?". */
  readonly subject: string;
  /** The verb of the question, which says how it changed; empty without one. */
  readonly verb: string;
  /** Files or folders that it names. */
  readonly paths: readonly string[];
  /** Names of definitions that it names. */
  readonly names: readonly string[];
}

/** Verbs by what they say happened: base form, past tense and past participle. */
const VERBS: Readonly<Record<ChangeKind, string>> = {
  added:
    'add|added|introduce|introduced|create|created|implement|implemented|start|started|begin|began|begun|gain|gained|' +
    'support|supported|write|wrote|written|adopt|adopted',
  removed:
    'remove|removed|delete|deleted|drop|dropped|stop|stopped|lose|lost|cease|ceased|disappear|disappeared|retire|retired|' +
    'abandon|abandoned|strip|stripped',
  renamed: 'rename|renamed|move|moved|relocate|relocated',
  changed:
    'change|changed|modify|modified|touch|touched|edit|edited|raise|raised|lower|lowered|increase|increased|decrease|decreased|' +
    'reduce|reduced|replace|replaced|rewrite|rewrote|rewritten|refactor|refactored|split|deprecate|deprecated|revert|reverted|' +
    'disable|disabled|enable|enabled|fix|fixed|bump|bumped|upgrade|upgraded|downgrade|downgraded|update|updated|switch|switched|' +
    'extract|extracted|extend|extended|make|made|pin|pinned|unpin|unpinned|vendor|vendored|unvendor|unvendored|simplify|simplified|' +
    'port|ported|migrate|migrated|break|broke|broken|merge|merged|allow|allowed|restrict|restricted|become|became|turn|turned|' +
    'shorten|shortened|relax|relaxed|tighten|tightened|limit|limited|set|commit|committed',
};
const KIND_OF = new Map(
  (Object.entries(VERBS) as [ChangeKind, string][]).flatMap(([kind, verbs]) =>
    verbs.split('|').map((verb) => [verb, kind] as const),
  ),
);
const ALL = Object.values(VERBS).flatMap((verbs) => verbs.split('|'));
const VERB = ALL.join('|');
/** Forms that stand after "was" and "has": others are nouns there, as in "why was the support bad". */
const PARTICIPLES = ALL.filter(
  (verb) => /(?:ed|written|made|broken|begun|lost|become)$/.test(verb) || verb === 'split' || verb === 'set',
);
const PARTICIPLE = PARTICIPLES.join('|');
/** Verbs whose past tense asks for commits with "who": "who wrote to the socket" and "who set it" do not. */
const WHO = VERB.replace(
  /\|(?:write|wrote|start|started|begin|began|stop|stopped|lose|lost|set|turn|turned|break|make)\b/g,
  '',
);

const LAST = '(?:last|latest|recently|lately|most recently|newest|most recent|recent)';
const START = '^(?:(?:and|so|but|also|please|tell me|do you know|say)[, ]{1,2}){0,3}';
/** Words that a question can have before its verb. */
const FEW = '(?:[^ ]{1,80} ){0,14}?';

const FORMS: readonly RegExp[] = [
  // when was the retry limit raised, why has it been removed
  `${START}(?:when|why|since when)(?: exactly)? (?:was|were|has|have|had) ${FEW}(?:${PARTICIPLE})\\b`,
  // why did you drop Python 2, when did send start following redirects
  `${START}(?:when|why)(?: exactly)? did ${FEW}(?:${VERB})\\b`,
  // since when does send follow redirects
  `${START}since (?:when|which (?:commit|release|version))\\b`,
  // which commit removed the class Foo, in what commit was it added
  `${START}(?:in |by |with |through )?(?:which|what) commits?\\b ${FEW}(?:${VERB})\\b`,
  // what changed last in a.py, what was removed recently
  `${START}what (?:has |have |was |were )?(?:been )?(?:${LAST} )?(?:changed|added|removed|fixed|deleted|renamed) ${FEW}${LAST}\\b`,
  `${START}what (?:was |were )?${LAST} (?:changed|added|removed|fixed|deleted|renamed)\\b`,
  // the last change to a.py, show the latest commits
  `${START}(?:(?:what|which) (?:is|are|was|were) |show (?:me )?|list |give me )?(?:the |all )?(?:${LAST}|first) (?:[^ ]{1,20} )?(?:changes?|commits?|modifications?)\\b`,
  // the commit history of a.py
  `\\b(?:git|commit|change) (?:history|log)\\b`,
  // who last changed a.py
  `${START}who (?:(?:has|have|had|was the (?:last|first) (?:person|one) (?:who|that|to))\\s)?(?:last |first |originally |recently )?(?:${WHO})\\b`,
].map((form) => new RegExp(form, 'i'));

/** "the history of src/client.py": of a file or a definition, not of a country. */
const HISTORY_OF = new RegExp(`${START}(?:what is |what's |show (?:me )?)?(?:the )?history of\\b`, 'i');
/** What changed in a file, without a word for when. */
const CHANGED_IN = new RegExp(
  `${START}(?:what|how) (?:has |have |did |was |were )?.{0,80}\\bchanged?\\b`,
  'i',
);

/** Longer texts are no question of these forms. */
const MAX_LENGTH = 300;

/**
 * What a question in plain words asks of the history; null for any other question: "When is X called?" and "Why does X
 * fail?" are about the code as it is.
 * @example
 * historyQuestionOf('Why was the retry limit raised?'); // { change: 'changed', why: true, subject: 'retry limit', … }
 * historyQuestionOf('When is the retry limit checked?'); // null
 */
export function historyQuestionOf(question: string): HistoryQuestion | null {
  const text = question.replace(/\s+/g, ' ').trim();
  if (text.length > MAX_LENGTH) return null;
  const named = specificNames(text);
  const paths = pathsIn(text, named);
  const isNamed = paths.length > 0 || named.length > 0;
  const isForm =
    FORMS.some((form) => form.test(text)) ||
    (isNamed && HISTORY_OF.test(text)) ||
    (paths.length > 0 && CHANGED_IN.test(text));
  if (!isForm || isThrown(text)) return null;
  const verb = verbOf(text);
  const change = KIND_OF.get(verb) ?? 'changed';
  const isFirst = /^since when|^(?:and |so )?since\b|\bfirst\b|\boriginally\b/i.test(text);
  const isLast = new RegExp(`\\b${LAST}\\b`, 'i').test(text);
  return {
    ...{
      change,
      verb,
      why: /\bwhy\b/i.test(text),
      explicit: /\b(?:commits?|git)\b|\bhistory of\b/i.test(text),
    },
    order: orderOf({ isLast, isFirst, change, text, hasPath: paths.length > 0 }),
    subject: subjectOf(text, verb, paths),
    paths,
    names: named.filter((name) => !paths.includes(name)),
  };
}

function orderOf(about: {
  readonly isLast: boolean;
  readonly isFirst: boolean;
  readonly change: ChangeKind;
  readonly text: string;
  readonly hasPath: boolean;
}): HistoryOrder {
  const { isLast, isFirst, change, text, hasPath } = about;
  if (isLast) return 'newest';
  if (isFirst || (change === 'added' && !/\bwhy\b/i.test(text))) return 'oldest';
  if (/\bhistory\b|^what\b|^how\b/i.test(text) && hasPath) return 'newest';
  return 'best';
}

/** An error that is raised is not a limit that was raised. */
function isThrown(text: string): boolean {
  return /\b(?:raised|thrown)\b/i.test(text) && /(?:exception|error|warning|signal)s?\b/i.test(text);
}

/** The verb that says what changed; in "when was the support dropped", the participle, and no noun. */
function verbOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const verbs = words.filter((word, at) => at > 0 && KIND_OF.has(word) && !/^commit(?:ted)?$/.test(word));
  const isPassive = /^(?:\w+ ){0,4}(?:when|why|how)\b.{0,12}\b(?:was|were|has|have|had)\b/i.test(text);
  const last = isPassive ? verbs.findLast((word) => PARTICIPLES.includes(word)) : undefined;
  return last ?? verbs[0] ?? '';
}

/** Files by their names, and folders with a slash. */
function pathsIn(text: string, named: readonly string[]): readonly string[] {
  const folders = text.match(/(?<![\w/.:-])(?:[\w.@-]{1,60}\/){1,12}[\w.@-]{0,60}/g) ?? [];
  const files = text.match(/(?<![\w/-])[\w@-]{1,60}(?:\.[\w-]{1,30}){0,3}\.\w{1,8}\b/g) ?? [];
  const all = [...named.filter(isFile), ...folders, ...files.filter(isFile)].map((path) =>
    path.replace(/[.,;:?!]$/, '').replace(/^\.?\/|\/$/g, ''),
  );
  return [
    ...new Set(
      all.filter((path, at) => path !== '' && !all.some((other, to) => to < at && other.endsWith(path))),
    ),
  ];
}

/** Words of the forms that say nothing of the subject. */
const SCAFFOLD = new Set(
  `when why who what which since how was were is are be been being has have had did does do done it its this that these those
   commit commits change changes changed modification modifications history log git last latest recently lately most recent
   newest first originally exactly the a an in of to by with through for from on at we you they i me and so but also please
   show list give tell file folder class function method release version get got any all`.split(/\s+/),
);

function subjectOf(text: string, verb: string, paths: readonly string[]): string {
  let rest = text;
  for (const path of paths) rest = rest.replaceAll(path, ' ');
  const words = rest.split(' ').map((word) => word.replace(/^[`'"(]{1,3}|[`'"),.;:?!]{1,4}$/g, ''));
  const kept = words.filter(
    (word) => word !== '' && word.toLowerCase() !== verb && !SCAFFOLD.has(word.toLowerCase()),
  );
  const telling = kept.filter((word) => !WEAK.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : kept).join(' ');
}

/** Words that messages leave out: "netrc support" is introduced by "read .netrc". */
const WEAK = new Set(
  'support feature option parameter argument flag setting behaviour behavior handling default functionality ability value'.split(
    ' ',
  ),
);
