import {
  CODE_GRAPH,
  cgragMetadata,
  costOf,
  conclusionOf,
  noticeSentence,
  type Citation,
  type Confidence,
  type Turn,
} from '@quarry/turn';
import { gapLines } from './gap-lines';
import type { Palette } from './palette';
import { addressOf, openable, place, shorten, type Root } from './places';
import { printable } from './printable';
import { readable } from './readable';
import { remarkLines } from './remark-lines';
import { claimLines, marked, warningOf } from './render-claims';
import { figureLines } from './render-figures';
import { citedTitles, sectionName, sectionTitles } from './section-titles';
import type { StoredRow } from './kept-turns';
import { WITHOUT_MODEL } from './without-model';

/** Column beyond which the description of a source moves to the next line. */
const COLUMNS = 100;

/**
 * The answer with its citations, and the report of what was searched for.
 * @param streamed the answer as the terminal shows it already: it is repeated only if its check changed it
 */
export function renderTurn(asked: Turn, palette: Palette, root: Root, streamed = ''): string {
  const turn = printable(asked);
  const { answer } = turn;
  const folder = listedIn(turn, root);
  const isList = folder !== null;
  const lines = [
    ...answerLines(turn, streamed, palette),
    ...(isList && folder !== '' ? [palette.dim(`The paths are below ${folder}.`), ''] : []),
    ...(isList ? [] : sources(answer?.citations ?? [], palette, root, sectionTitles(turn))),
    ...figureLines(turn, palette, root),
    ...remarkLines(turn, palette),
    ...claimLines(turn, palette),
    ...(isList ? [] : gapLines(turn, palette, root)),
    ...removed(turn),
    ...ending(turn, palette),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * The folder of the paths of an answer that is itself the list of its sources and of what was searched for: one of the
 * code graph. `''` for the working folder; null for any other answer, and for paths of several folders.
 */
function listedIn({ answer }: Turn, root: Root): string | null {
  if (answer?.writtenBy !== CODE_GRAPH) return null;
  const folders = answer.citations.map((citation) => {
    const path = openable(citation, root);
    return path.endsWith(citation.path) ? path.slice(0, path.length - citation.path.length) : null;
  });
  const [first = ''] = folders;
  return folders.every((folder) => folder === first) ? first : null;
}

function answerLines({ answer, claims }: Turn, streamed: string, palette: Palette): string[] {
  const text = answer?.text ?? '';
  if (text === '' || text.trim() === streamed.trim()) return [];
  const again = streamed === '' ? [] : [palette.dim('(the answer after its check)')];
  return [...again, ...warningOf(claims, palette), readable(marked(text, claims)), ''];
}

/** What the history keeps of a turn: question, answer and sources. */
export function renderRow(kept: StoredRow, palette: Palette, root: Root): string {
  const row = printable(kept);
  const lines = [
    `${palette.bold('question')} ${row.question.original}`,
    '',
    readable(row.answerText),
    '',
    ...sources(row.citations, palette, root),
    `${palette.bold(row.outcome)} ${palette.dim(`(turn ${row.turnId}, session ${row.session})`)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function sources(
  citations: readonly Citation[],
  { bold, cyan, dim }: Palette,
  root: Root,
  titles: ReadonlyMap<string, string> = citedTitles(citations),
): string[] {
  if (citations.length === 0) return [];
  const lines = citations.map((citation) => {
    const about = [
      // The path already names the document.
      citation.kind === 'calculation' ? '' : sectionName(citation.section, titles) || (citation.title ?? ''),
      citation.symbol === undefined ? '' : shorten(citation.symbol),
      `pass ${citation.pass}`,
      citation.commit === undefined || citation.kind === 'commit' ? '' : `at ${citation.commit.slice(0, 10)}`,
      addressOf(citation),
    ];
    const where = `[${citation.n}] ${place({ ...citation, path: openable(citation, root) })}`;
    const what = about.filter(Boolean).join(', ');
    const apart = where.length + what.length + 4 > COLUMNS ? '\n      ' : '  ';
    return `  ${where.replace(/^\[\d+\]/, cyan)}${apart}${dim(what)}`;
  });
  return [bold('Sources'), ...lines, ''];
}

/** The citations that were removed from the answer because they point nowhere. */
function removed({ answer }: Turn): string[] {
  if (!answer || answer.removedCitations.length === 0) return [];
  return [`Removed citations that point nowhere: ${answer.removedCitations.join(' ')}`, ''];
}

function cachedNote(tokens: number | undefined): string {
  return tokens === undefined ? '' : ` (${tokens} from a cache)`;
}

/** How the turn ended, the disclaimer if its confidence is not high, what the passes found, and the cost. */
function ending(turn: Turn, { bold, dim, yellow }: Palette): string[] {
  const { end, spent, id, session } = turn;
  const cost = costOf(spent.calls);
  const usage =
    spent.modelCalls > 0
      ? `${spent.modelCalls} model calls, ${spent.inputTokens} + ${spent.outputTokens} tokens${cachedNote(spent.cachedTokens)}${cost === null ? '' : `, cost ${cost}`}`
      : 'no model asked';
  const { headline, reason, confidence, code } = conclusionOf(turn);
  return [
    ...(end
      ? [
          isSaid(reason, turn) ? bold(headline) : `${bold(headline)}: ${reason}`,
          ...doubtLines(confidence, reason, turn, yellow),
        ]
      : [bold('still running')]),
    ...(code === 'passages_only' && spent.modelCalls === 0 ? [dim(WITHOUT_MODEL)] : []),
    dim(`${passesLine(turn)}; ${usage}`),
    dim(`turn ${id}, session ${session}`),
  ];
}

/** Whether the answer says why it ended so. */
function isSaid(reason: string, { answer }: Turn): boolean {
  return answer?.text.includes(reason) ?? false;
}

/** The confidence if it is not high, and why, without what the reason has said; what the index lacked in any case. */
function doubtLines(
  { level, disclaimer }: Confidence,
  reason: string,
  { indexing = [] }: Turn,
  yellow: Palette['yellow'],
): string[] {
  if (level === 'high') return indexing.map((notice) => `${yellow('note')} ${noticeSentence(notice)}`);
  const known = reason.toLowerCase();
  const left = disclaimer.split(/(?<=\.) /).filter((sentence) => !sentence.toLowerCase().includes(known));
  return [[yellow(`${level} confidence`), ...(left.length > 0 ? [left.join(' ')] : [])].join(': ')];
}

/** `2 passes, found 3 of 4 requested items` (000, "Why Expose This"). */
function passesLine(turn: Turn): string {
  const did = cgragMetadata(turn);
  if (!did) return 'no search was made';
  const passes = `${did.passesUsed} pass${did.passesUsed === 1 ? '' : 'es'}`;
  const asked = did.gapsIdentified.length;
  if (asked === 0) return passes;
  return `${passes}, found ${did.gapsResolved.length} of ${asked} requested item${asked === 1 ? '' : 's'}`;
}
