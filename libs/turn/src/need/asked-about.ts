import { defined } from '../record/defined';
import { specificNames } from './specific';

/** What a question asks about a name: its definition, or its value and where that is set. */
export type AskedKind = 'definition' | 'setting';

/** The subject of a question that a single passage can answer. */
export interface AskedAbout {
  readonly kind: AskedKind;
  /** In the words of the question: a name, or a phrase such as `log rotation`. */
  readonly subject: string;
  /** The whole that the subject belongs to: `progressbar` in "the default width of the progressbar". */
  readonly of?: string;
}

const ARTICLE = '(?:an? |the |our )?';
const KIND =
  '(?:(?:function|method|class|type|interface|struct|enum|constant|variable|field|property|setting|option|parameter|flag|term|component) )?';
const SUBJECT = '[`\'"“]?(?<subject>[^`\'"“”?!,;]{1,80}?)[`\'"”]?';
const OF = '(?: (?:of|for|in|on) (?<whole>[^?!,;]{1,60}?))?';
const END = '(?:\\(\\))?(?: by default)?\\s*[?.!]*$';
/** What a value is of: a name that ends so is that of a setting. */
const QUANTITY =
  '(?:timeout|time-?out|interval|delay|limit|capacity|threshold|ttl|lifetime|deadline|(?:\\S+ ){1,3}(?:size|length|rate|count|factor|period|level|port|width|height|depth|age|duration|maximum|minimum))';
const MEASURED = `[\`'"“]?(?<subject>(?:[^\`'"“”?!,; ]{1,40} ){0,3}${QUANTITY})[\`'"”]?`;
const BOUND = '(?<bound>max(?:imum)?|min(?:imum)?) ';

const FORMS: readonly (readonly [AskedKind, RegExp])[] = [
  [
    'setting',
    `^what (?:is|are) the defaults? (?:values? )?(?:of|for) ${ARTICLE}${KIND}${SUBJECT}${OF}${END}`,
  ],
  ['setting', `^what (?:does|do) ${ARTICLE}${KIND}${SUBJECT} default to${OF}${END}`],
  ['setting', `^what (?:is|are) the default (?:(?:number|amount|count) of )?${SUBJECT}${OF}${END}`],
  [
    'setting',
    `^what (?:is|are) the ${BOUND}(?:number|amount|count) of (?:the |allowed )?${SUBJECT}${OF}${END}`,
  ],
  ['setting', `^what (?:is|are) the ${BOUND}${SUBJECT}${OF}${END}`],
  ['setting', `^what (?:is|are) ${ARTICLE}${KIND}${SUBJECT}${OF} by default${END}`],
  ['setting', `^what(?:'s|’s| is| are) the (?:default )?${MEASURED}${OF}${END}`],
  [
    'setting',
    `^how (?:long|large|big|high|small|short|low|deep|wide|fast|great) (?:is|are) the (?:default )?${MEASURED}${OF}${END}`,
  ],
  [
    'setting',
    `^how (?:long|large|big|high|many|much|fast|often) (?:is|are) the default ${SUBJECT}${OF}${END}`,
  ],
  [
    'setting',
    `^where (?:is|are) ${ARTICLE}(?:default (?:values? )?(?:of |for )?)?${KIND}${SUBJECT}${OF} (?:set|configured|initiali[sz]ed)${OF.replace('whole', 'where')}${END}`,
  ],
  ['setting', `^how (?:is|are) ${ARTICLE}${KIND}${SUBJECT}${OF} configured${END}`],
  [
    'definition',
    `^where (?:is|are) ${ARTICLE}(?:default )?${KIND}${SUBJECT} (?:defined|declared|implemented)${END}`,
  ],
  ['definition', `^(?:explain|define|describe) ${ARTICLE}${KIND}${SUBJECT}${END}`],
  ['definition', `^tell me about ${ARTICLE}${KIND}${SUBJECT}${END}`],
  ['definition', `^what (?:does|do) ${ARTICLE}${KIND}${SUBJECT} (?:do|mean)${END}`],
  ['definition', `^what does the (?:documentation|readme|manual|guide) say about ${ARTICLE}${SUBJECT}${END}`],
  ['definition', `^what(?:'s|’s| is| are) ${ARTICLE}${KIND}${SUBJECT}(?: for| used for)?${END}`],
].map(([kind, pattern]) => [kind as AskedKind, new RegExp(pattern ?? '', 'i')] as const);

/** Maximum number of words in a name; a longer subject is a description. */
const MOST_WORDS = 4;
const MAX_LENGTH = 300;

/**
 * The subject of a question that a single passage can answer; null for any other question.
 *
 * @example
 * askedAbout('What is the default of max_retries?'); // { kind: 'setting', subject: 'max_retries' }
 * askedAbout('How long is the close timeout?');      // { kind: 'setting', subject: 'close timeout' }
 * askedAbout('What is a LazyFile?');                 // { kind: 'definition', subject: 'LazyFile' }
 * askedAbout('Where is MAX_AGE set, and what is its default?'); // { kind: 'setting', subject: 'MAX_AGE' }
 * askedAbout('Why does LazyFile open late?');        // null
 */
export function askedAbout(question: string): AskedAbout | null {
  const text = firstOfTwo(question.replace(/\s+/g, ' ').trim());
  if (text.length > MAX_LENGTH) return null;
  for (const [kind, form] of FORMS) {
    const groups = form.exec(text)?.groups;
    const named = groups?.['subject']?.replace(/\(\)$/, '').trim();
    const bound = groups?.['bound'];
    const subject = named === undefined || bound === undefined ? named : `${bound} ${named}`;
    const of = groups?.['whole'] ?? groups?.['where'];
    if (subject === undefined || subject === '' || PRONOUNS.test(subject)) continue;
    // "What is the name of the file that …": a description, unless it contains an identifier.
    if (subject.split(' ').length <= MOST_WORDS) return { kind, subject, ...defined({ of }) };
    const name = specificNames(subject)[0];
    if (name !== undefined) return { kind, subject: name };
  }
  return null;
}

/** Without a second question about the same thing: "Where is MAX_AGE set, and what is its default?". */
function firstOfTwo(text: string): string {
  const at = text.search(/,? and (?:what|how|where|when|why) /i);
  return at > 0 && /\b(?:it|its|they|them|their)\b/i.test(text.slice(at)) ? text.slice(0, at) : text;
}

const PRONOUNS = /^(?:it|this|that|these|those|they|there)\b/i;
