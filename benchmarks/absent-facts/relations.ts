/** One kind of fact about a kind of subject. */
export interface Relation {
  /** Matches the beginning of a passage about such a subject. */
  readonly about: RegExp;
  /** The question; `X` is the subject's name. */
  readonly ask: string;
  /** Matches a passage that states the fact. */
  readonly narrow: RegExp;
  /** Matches every passage that may state it in other words. */
  readonly wide: RegExp;
}

const PERSON =
  /\((?:born|c\. |\d{1,2} \w+ \d{4}|\w+ \d{1,2}, \d{4})|\b(?:is|was) an? [^.]{0,60}\b(?:actor|actress|singer|player|politician|writer|footballer|musician|composer|painter)\b/;
const FILM = /\b(?:is|was) an? [^.]{0,60}\b(?:film|movie|drama|comedy|thriller)\b/;
const SERIES = /\b(?:is|was) an? [^.]{0,60}\b(?:television|TV|web|sitcom|soap|animated) ?(?:series|show|opera|sitcom)?\b/;
const MUSIC = /\b(?:is|was) (?:an?|the) [^.]{0,60}\b(?:album|song|single|EP)\b/;
const FIRM = /\b(?:is|was) an? [^.]{0,60}\b(?:company|corporation|bank|brand|label|airline|publisher|manufacturer|retailer|brewery)\b/;
const PLACE = /\b(?:is|was) an? [^.]{0,60}\b(?:town|village|city|municipality|mountain|lake|commune|township|district)\b/;
const BUILDING = /\b(?:is|was) an? [^.]{0,60}\b(?:building|church|bridge|stadium|airport|castle|house|museum|school|station)\b/;
const BOOK = /\b(?:is|was) an? [^.]{0,60}\b(?:novel|book|manga|comic|magazine|memoir|play)\b/;

/** Relations that no rule was chosen with; ADR 13 has the results. */
export const RELATIONS: readonly Relation[] = [
  {
    about: PERSON,
    ask: 'When did X retire?',
    narrow: /\bretire[ds]?\b[^.]{0,60}\b\d{4}\b/i,
    wide: /retir|stepped down|career|final|last|resign|quit|left/i,
  },
  {
    about: PERSON,
    ask: 'Who was the teacher of X?',
    narrow: /\b(?:taught|trained|mentored|coached) by\b|\bstudied (?:\w+ )?(?:with|under) \p{Lu}|\bpupil of\b/u,
    wide: /teach|taught|train|mentor|coach|pupil|student|studi|study|educat|learn|school|universit|lesson/i,
  },
  {
    about: PERSON,
    ask: 'How many goals did X score?',
    narrow: /\b\d+ (?:\w+ )?goals\b/i,
    wide: /goal|scor|point|appearance/i,
  },
  {
    about: PERSON,
    ask: 'Where is X buried?',
    narrow: /\b(?:buried|interred|laid to rest) (?:in|at)\b/i,
    wide: /buri|interr|cemetery|grave|tomb|laid to rest|funeral|remains|died|death/i,
  },
  {
    about: PERSON,
    ask: 'When did X marry?',
    narrow: /\bmarried\b[^.]{0,60}\b(?:in|on)\b[^.]{0,20}\b\d{4}\b/i,
    wide: /marri|wife|husband|wed\b|wedding|spouse|divorc|couple/i,
  },
  {
    about: FILM,
    ask: 'Who wrote the screenplay of X?',
    narrow: /\b(?:screenplay|script) (?:was )?(?:written )?by\b|\bwritten (?:and directed )?by\b/i,
    wide: /wr[io]t|screenplay|script|story|based on/i,
  },
  {
    about: FILM,
    ask: 'Where was X filmed?',
    narrow: /\b(?:filmed|shot) (?:in|at|on location|entirely)\b/i,
    wide: /filmed|filming|shot|shoot|locat|set in|photograph/i,
  },
  {
    about: FILM,
    ask: 'Who edited X?',
    narrow: /\bedited by\b|\beditor\b[^.]{0,20}\p{Lu}/u,
    wide: /edit|cut\b/i,
  },
  {
    about: SERIES,
    ask: 'How many episodes does X have?',
    narrow: /\b(?:\d+|thirteen|ten|six|twelve|eight)[ -]episodes?\b/i,
    wide: /episode|season|series \w+ \d|part/i,
  },
  {
    about: MUSIC,
    ask: 'Who wrote the lyrics of X?',
    narrow: /\b(?:written|penned|lyrics) (?:\w+ )?by\b/i,
    wide: /wr[io]t|lyric|compos|penned|author/i,
  },
  {
    about: MUSIC,
    ask: 'Who played the guitar on X?',
    narrow: /\bguitar(?:ist|s)?\b[^.]{0,40}\p{Lu}/u,
    wide: /guitar|musician|instrument|play|band/i,
  },
  {
    about: MUSIC,
    ask: 'Where was X recorded?',
    narrow: /\brecorded (?:live )?(?:in|at) (?:the )?\p{Lu}/u,
    wide: /record(?!s\b)|studio|taped|live/i,
  },
  {
    about: FIRM,
    ask: 'Who is the chief executive of X?',
    narrow: /\b(?:CEO|[Cc]hief [Ee]xecutive)\b/,
    wide: /CEO|chief|executive|president|chair|head|led by|director|manag|founder|owner/i,
  },
  {
    about: FIRM,
    ask: 'When did X go bankrupt?',
    narrow: /bankrup[^.]{0,60}\b\d{4}\b|\b\d{4}\b[^.]{0,60}bankrup/i,
    wide: /bankrup|insolv|clos|defunct|liquidat|dissol|ceas|collaps|shut|receiver|administration/i,
  },
  {
    about: FIRM,
    ask: 'Who owns X?',
    narrow: /\b(?:owned by|subsidiary of|division of)\b/i,
    wide: /own|subsidiary|acqui|bought|parent|division|sold|merge|part of|belong/i,
  },
  {
    about: PLACE,
    ask: 'What is the height of X above the sea?',
    narrow: /\b[\d,.]+ ?(?:m|ft|feet|metres|meters)\b/i,
    wide: /elevat|altitude|\bfeet|\bft\b|metre|meter|\d ?m\b|high|height|above sea|sea level/i,
  },
  {
    about: PLACE,
    ask: 'Who is the patron saint of X?',
    narrow: /\bpatron saint\b/i,
    wide: /patron|saint|church|parish/i,
  },
  {
    about: BUILDING,
    ask: 'Who designed X?',
    narrow: /\bdesigned by\b|\barchitects?\b[^.]{0,30}\p{Lu}/u,
    wide: /design|architect|plan|built|construct|erect|engineer/i,
  },
  {
    about: BUILDING,
    ask: 'How many seats does X have?',
    narrow: /\b[\d,]+ (?:\w+ )?(?:seats|spectators|people)\b|\bcapacity of [\d,]+/i,
    wide: /seat|capacity|spectator|hold|accommodat|people/i,
  },
  {
    about: BUILDING,
    ask: 'When did X open?',
    narrow: /\bopened\b[^.]{0,30}\b\d{4}\b/i,
    wide: /open|inaugurat|built|complet|construct|establish|found|start|since|began|creat|dedicat|\b1[5-9]\d\d\b|\b20\d\d\b/i,
  },
  {
    about: BOOK,
    ask: 'Who illustrated X?',
    narrow: /\billustrated by\b|\billustrations? by\b/i,
    wide: /illustrat|artist|drawn|drawing|art\b|painted|cover/i,
  },
  {
    about: BOOK,
    ask: 'How many chapters does X have?',
    narrow: /\b(?:\d+|\w+) chapters\b/i,
    wide: /chapter|volume|part|section|book [IVX\d]/i,
  },
];
