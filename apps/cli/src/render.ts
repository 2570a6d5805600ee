import { citationMarks, normalizeQuery, type Turn, type TurnEvent } from '@quarry/turn';
import type { Terminal } from './terminal';

/** Most evidence lines shown per step in the live view. */
const MAX_ITEMS = 6;

/** One line of a turn's log for people; null for what the live view leaves out. */
export function renderEvent(event: TurnEvent, terminal: Terminal): string | null {
  const { body } = event;
  switch (body.type) {
    case 'turn.started':
      return `${terminal.bold('question')} ${body.question}`;
    case 'pass.started':
      return `\n${terminal.bold(`pass ${body.pass}`)}  ${body.why}`;
    case 'step.finished': {
      const time = body.ms >= 100 ? ` ${(body.ms / 1000).toFixed(1)} s` : '';
      const tokens =
        body.inputTokens + body.outputTokens > 0 ? ` ${body.inputTokens}+${body.outputTokens} tokens` : '';
      return `  ${terminal.dim(`${body.service}.${body.action}`)}  ${body.note}${terminal.dim(time + tokens)}`;
    }
    case 'evidence.found': {
      const shown = body.items
        .slice(0, MAX_ITEMS)
        .map(
          (item) =>
            `      ${terminal.cyan(`[${item.n}]`)} ${item.path}:${item.startLine}-${item.endLine}${item.symbol === undefined ? '' : `  ${shorten(item.symbol)}`} ${terminal.dim(`(${item.foundBy})`)}`,
        );
      const rest =
        body.items.length > MAX_ITEMS
          ? [terminal.dim(`      … and ${body.items.length - MAX_ITEMS} more`)]
          : [];
      return [...shown, ...rest].join('\n');
    }
    case 'need.raised':
      return `    ${terminal.yellow('? missing')} ${body.text}`;
    case 'need.resolved':
      return `    ${terminal.green('✓ found')} ${body.text} ${terminal.dim(`in ${body.by.map((n) => `[${n}]`).join(' ')}`)}`;
    case 'need.missed':
      return `    ${terminal.red('✗ not found')} ${body.text} ${terminal.dim(`(${body.why})`)}`;
    case 'reset':
      return terminal.dim('  (an interrupted step begins again)');
    case 'answer.delta':
    case 'turn.finished':
      return null;
  }
}

/** The answer with its citations, and the report of what was looked for. */
export function renderTurn(turn: Turn, terminal: Terminal, root: string | null): string {
  const lines: string[] = [];
  const { end, answer } = turn;
  if (answer) lines.push(answer.text, '');
  if (answer && answer.citations.length > 0) {
    lines.push(terminal.bold('Sources'));
    for (const { n, path, startLine, endLine, symbol, commit, pass } of answer.citations) {
      const where = root === null ? path : `${root.replace(/\/$/, '')}/${path}`;
      const about = [
        symbol === undefined ? '' : shorten(symbol),
        `pass ${pass}`,
        commit === undefined ? '' : `at ${commit.slice(0, 10)}`,
      ]
        .filter(Boolean)
        .join(', ');
      lines.push(`  ${terminal.cyan(`[${n}]`)} ${where}:${startLine}-${endLine}  ${terminal.dim(about)}`);
    }
    lines.push('');
  }
  lines.push(...gapReport(turn, terminal));
  const { spent } = turn;
  const passes = turn.searches.length === 0 ? 0 : turn.spent.loops + 1;
  const usage =
    spent.modelCalls > 0
      ? `, ${spent.modelCalls} model calls, ${spent.inputTokens} + ${spent.outputTokens} tokens`
      : ', no model asked';
  const seconds = end ? '' : ' (still running)';
  lines.push(
    `${terminal.bold(end?.outcome ?? 'running')}: ${end?.reason ?? ''}${seconds} ${terminal.dim(`(${passes} pass${passes === 1 ? '' : 'es'}${usage})`)}`,
  );
  lines.push(terminal.dim(`turn ${turn.id}, session ${turn.session}`));
  return `${lines.join('\n')}\n`;
}

/** Asked / found / not found, for each pass. */
function gapReport(turn: Turn, terminal: Terminal): string[] {
  if (turn.searches.length === 0) return [];
  const lines = [terminal.bold('Looked for')];
  const cited = new Set(citationMarks(turn.answer?.english ?? ''));
  for (const search of turn.searches) {
    const found = turn.evidence.filter(
      (item) => item.pass === search.pass && normalizeQuery(item.query) === normalizeQuery(search.query),
    );
    const used = found.filter((item) => cited.has(item.n)).map((item) => `[${item.n}]`);
    const what =
      search.hits === 0
        ? terminal.red('nothing')
        : `${search.hits} hits, ${search.added} new${used.length > 0 ? `, cited ${used.join(' ')}` : ''}`;
    const how = search.fallback === undefined ? search.mode : `${search.mode}; ${search.fallback}`;
    lines.push(`  pass ${search.pass}  ${search.query} ${terminal.dim(`(${how})`)}: ${what}`);
  }
  if (turn.misses.length > 0) {
    lines.push(terminal.bold('Not found'));
    for (const miss of turn.misses)
      lines.push(
        `  ${miss.text} ${terminal.dim(`(${miss.why}${miss.where.length > 0 ? `; looked in ${miss.where.join(', ')}` : ''})`)}`,
      );
  }
  if (turn.answer && turn.answer.removedCitations.length > 0)
    lines.push(`Removed citations that point at nothing: ${turn.answer.removedCitations.join(' ')}`);
  return [...lines, ''];
}

/** The last two parts of a qualified name: enough for people, the full one is in `--json`. */
function shorten(symbol: string): string {
  const slash = symbol.lastIndexOf('/');
  const tail = slash < 0 ? symbol : symbol.slice(slash + 1);
  return tail.split('.').slice(-2).join('.');
}
