import { type ClaimsOfKind, type ClaimsOfStatus, isWrong, type JudgedSentence } from '@quarry/evaluation';
import { CLAIM_STATUSES } from '@quarry/turn';
import { markdownTable } from './markdown-table';

/** The table by kind, and what is wrong over all. */
export function renderClaims(kinds: readonly ClaimsOfKind[]): string {
  const head = ['kind', 'expected', 'sentences', ...CLAIM_STATUSES, 'no claim', 'wrong'];
  const body = kinds.map(({ kind, expected, sentences, statuses, wrong }) => [
    kind,
    expected,
    String(sentences),
    ...CLAIM_STATUSES.map((status) => String(statuses[status])),
    String(statuses.nothing),
    percent(wrong, sentences),
  ]);
  return `${markdownTable(head, body)}\n${totals(kinds).join('\n')}\n`;
}

function totals(kinds: readonly ClaimsOfKind[]): readonly string[] {
  const line = (expected: ClaimsOfKind['expected'], what: string): string => {
    const some = kinds.filter((kind) => kind.expected === expected);
    const sum = (value: (kind: ClaimsOfKind) => number): number =>
      some.reduce((all, kind) => all + value(kind), 0);
    const [wrong, all] = [sum((kind) => kind.wrong), sum((kind) => kind.sentences)];
    return `${what}: ${wrong} of ${all} (${percent(wrong, all)})`;
  };
  return [
    line('refuted', 'Wrong sentences called supported'),
    line('supported', 'Right sentences called unsupported or contradicted'),
  ];
}

/** Of the sentences of each status, how many the evidence supports. */
export function renderStatuses(statuses: readonly ClaimsOfStatus[]): string {
  const rows = statuses
    .filter(({ sentences }) => sentences > 0)
    .map(({ status, sentences, right }) => [
      status === 'nothing' ? 'no claim' : status,
      ...[String(sentences), String(right), percent(right, sentences)],
    ]);
  return `\n${markdownTable(['verdict', 'sentences', 'supported by their evidence', 'share'], rows)}`;
}

/** Every sentence with a misleading verdict. */
export function renderWrong(judged: readonly JudgedSentence[]): string {
  const lines = judged
    .filter(isWrong)
    .map(({ id, kind, status, why, sentence }) => `${id} (${kind}), ${status}: ${sentence}\n    ${why}\n`);
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
