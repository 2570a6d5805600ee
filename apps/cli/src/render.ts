import { citationMarks, normalizeQuery, type Citation, type Turn } from '@quarry/turn';
import type { Palette } from './palette';
import { openable, place, shorten } from './places';
import { printable } from './printable';
import type { StoredRow } from './served-turn';

/** The answer with its citations, and the report of what was looked for. */
export function renderTurn(asked: Turn, palette: Palette, root: string | null): string {
  const turn = printable(asked);
  const { answer } = turn;
  const lines = [
    ...(answer ? [answer.text, ''] : []),
    ...sources(answer?.citations ?? [], palette, root),
    ...gapReport(turn, palette),
    ...ending(turn, palette),
  ];
  return `${lines.join('\n')}\n`;
}

/** What history keeps of a turn: question, answer and sources. */
export function renderRow(kept: StoredRow, palette: Palette, root: string | null): string {
  const row = printable(kept);
  const lines = [
    `${palette.bold('question')} ${row.question.original}`,
    '',
    row.answerText,
    '',
    ...sources(row.citations, palette, root),
    `${palette.bold(row.outcome)} ${palette.dim(`(turn ${row.turnId}, session ${row.session})`)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function sources(
  citations: readonly Citation[],
  { bold, cyan, dim }: Palette,
  root: string | null,
): string[] {
  if (citations.length === 0) return [];
  const lines = citations.map((citation) => {
    const about = [
      citation.symbol === undefined ? '' : shorten(citation.symbol),
      `pass ${citation.pass}`,
      citation.commit === undefined ? '' : `at ${citation.commit.slice(0, 10)}`,
    ];
    const where = place({ ...citation, path: openable(citation.path, root) });
    return `  ${cyan(`[${citation.n}]`)} ${where}  ${dim(about.filter(Boolean).join(', '))}`;
  });
  return [bold('Sources'), ...lines, ''];
}

/** Asked / found / not found, for each pass. */
function gapReport(turn: Turn, { bold, dim, red }: Palette): string[] {
  if (turn.searches.length === 0) return [];
  const lines = [bold('Looked for')];
  const cited = new Set(citationMarks(turn.answer?.english ?? ''));
  for (const search of turn.searches) {
    const found = turn.evidence.filter(
      (item) => item.pass === search.pass && normalizeQuery(item.query) === normalizeQuery(search.query),
    );
    const used = found.filter((item) => cited.has(item.n)).map((item) => `[${item.n}]`);
    const hits = search.hits === 1 ? '1 hit' : `${search.hits} hits`;
    const what =
      search.hits === 0
        ? red('nothing')
        : `${hits}, ${search.added} new${used.length > 0 ? `, cited ${used.join(' ')}` : ''}`;
    lines.push(`  pass ${search.pass}  ${search.query} ${dim(`(${search.mode})`)}: ${what}`);
  }
  // The same reason for every search: once is enough.
  for (const reason of new Set(turn.searches.flatMap(({ fallback }) => fallback ?? [])))
    lines.push(dim(`  ${reason}`));
  if (turn.misses.length > 0) {
    lines.push(bold('Not found'));
    for (const { text, why, where } of turn.misses)
      lines.push(`  ${text} ${dim(`(${why}${where.length > 0 ? `; looked in ${where.join(', ')}` : ''})`)}`);
  }
  if (turn.answer && turn.answer.removedCitations.length > 0)
    lines.push(`Removed citations that point at nothing: ${turn.answer.removedCitations.join(' ')}`);
  return [...lines, ''];
}

function ending({ end, searches, spent, id, session }: Turn, { bold, dim }: Palette): string[] {
  const passes = searches.length === 0 ? 0 : spent.loops + 1;
  const usage =
    spent.modelCalls > 0
      ? `${spent.modelCalls} model calls, ${spent.inputTokens} + ${spent.outputTokens} tokens`
      : 'no model asked';
  const outcome = end ? `${bold(end.outcome)}: ${end.reason}` : bold('still running');
  return [
    `${outcome} ${dim(`(${passes} pass${passes === 1 ? '' : 'es'}, ${usage})`)}`,
    dim(`turn ${id}, session ${session}`),
  ];
}
