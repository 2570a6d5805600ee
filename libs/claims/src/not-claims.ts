import { queryTerms } from '@quarry/search-index';
import { factsOf, statesFacts } from './facts';
import { isLinkAlone, isPicture, withoutMarkup } from './markup';
import { SPACED_CITATION } from './sentences';
import { type Statement, statementsOf } from './statements';

/** `The provided documents do not contain information about …`: documents may lack other things, such as a lock. */
const LACKING =
  /^(?:\p{L}+,? )?(?:the|these|those|this|that|none of the) (?:given |provided |available |cited |indexed |retrieved )?(?:documents?|filings?|reports?|files?|values|text)\b[^.]{0,40}\b(?:do(?:es)? ?(?:not|n['’]t) (?:appear to |seem to |explicitly |directly )?(?:contain|include|provide|mention|state|specify|say|give|show|disclose|settle|cover|report)|contains? no(?:thing)?|lacks?)\b/iu;

/** Sentences about the search rather than about its subject. */
const ABOUT_THE_SEARCH: readonly RegExp[] = [
  /^(?:\p{L}+,? )?(?:nothing|no|none)\b[^.]{0,80} (?:was|were|could be|is|are|can be) (?:found|mentioned|shown|given|described|stated)\b/iu,
  /\b(?:could|can|was|were) ?not (?:be )?(?:found|determined|established|verified)\b[^.]{0,60}\b(?:evidence|passages?|sources?|excerpts?|context|documents?|search|code base|repository|here)\b/i,
  /^(?:\p{L}+,? )?(?:the|this|that|these|no) (?:given |provided |available |cited |indexed )?(?:evidence|passages?|sources?|excerpts?|context|search)\b[^.]{0,60}\b(?:not|no|nothing|neither|never|lacks?|silent|incomplete|settles?)\b/iu,
  LACKING,
  /^(?:\p{L}+,? )?(?:nothing|no|neither|none)\b[^.]{0,80}\b(?:evidence|passages?|sources?|excerpts?|context)\b/iu,
  /\b(?:(?:do|does|did) ?(?:not|n['’]t) (?:appear|occur)|(?:is|are) not (?:shown|given|included|defined|mentioned)) (?:any)?(?:where )?in the (?:given |provided |available )?(?:evidence|passages?|sources?|excerpts?|context)\b/i,
  /^(?:i|we) (?:could|can|did|do) ?(?:not|n['’]t)\b/i,
  /^no (?:complete )?answer (?:was|could be|can be)\b/i,
  /\b(?:was|were) (?:looked|searched) for,? (?:and|but) (?:(?:was|were) )?not found\b/i,
  /^(?:the |my |our )?search(?:es)?\b[^.]{0,60}\b(?:found|finds?|returned|gave|brought|turned up) (?:nothing|no|none)\b/i,
];

const REFUSING: readonly RegExp[] = [
  LACKING,
  /^(?:\p{L}+,? )?(?:the|this|these|no) (?:given |provided |available )?(?:evidence|passages?|sources?|excerpts?|context)\b[^.]{0,40}\b(?:do(?:es)? ?(?:not|n['’]t)|lacks?|(?:contains?|shows?|mentions?|names?|ha(?:s|ve)|gives?|describes?|defines?|includes?) no(?:thing|ne)?|says? nothing)\b/iu,
];

/**
 * Whether a statement contains nothing to check: questions, remarks about the search ("nothing about X was found"),
 * announcements ("These are the steps:"), pictures, links alone, titles in bold, and sentences without content. A statement that cites evidence is always
 * checked.
 */
export function statesNothing({ kind, body, cites }: Statement): boolean {
  if (kind !== 'sentence' || cites.length > 0) return false;
  if (isPicture(body) || isLinkAlone(body) || isTitle(body)) return true;
  const text = plainText(body);
  if (/\?[\s*_"'”)]*$/.test(text)) return true;
  if (ABOUT_THE_SEARCH.some((pattern) => pattern.test(text))) return true;
  if (statesFacts(factsOf(body))) return false;
  return text.endsWith(':') || queryTerms(text).length < 2;
}

/**
 * The sentence with which an answer begins by saying that the evidence lacks what was asked for; undefined for an answer
 * that begins with anything else.
 *
 * @example
 * refusalIn('The documents do not mention dividends. They cover 2022 [1].') // 'The documents do not mention dividends.'
 */
export function refusalIn(answer: string): string | undefined {
  const [first] = statementsOf(answer);
  if (first?.kind !== 'sentence') return undefined;
  const text = plainText(first.body.replace(SPACED_CITATION, ''));
  return REFUSING.some((pattern) => pattern.test(text)) ? first.text.trim() : undefined;
}

/** The words of a sentence, from the first one on. */
function plainText(body: string): string {
  return withoutMarkup(body)
    .replace(/^[\s*_~"'“(]+/, '')
    .trim();
}

/** A line in bold without end mark and number stands for a heading. */
function isTitle(body: string): boolean {
  const title = /^(\*\*|__)([^*_\n]{1,80})\1:?$/.exec(body.trim())?.[2] ?? '';
  return title !== '' && !/[.!?\d]/.test(title) && !/`/.test(title);
}

/** Removes the list below "Not found:", which names requests rather than claims. */
export function withoutNotFound(statements: readonly Statement[], answer: string): readonly Statement[] {
  const heading = /^(?:#+ |\*\*)?not found:?(?:\*\*)?:?[ \t]*$/im.exec(answer);
  if (!heading) return statements;
  const begins = heading.index;
  const list = /^[^\n]*\n+(?:[ \t]*[-*+] [^\n]*(?:\n|$)|[ \t]+[^\n]*(?:\n|$))*/.exec(answer.slice(begins));
  const ends = begins + (list?.[0].length ?? 0);
  return statements.filter(({ span }) => span.start < begins || span.end > ends);
}
