import type { DeadLetterDetailDto, DeadLetterDto, Immutable, RetriedListDto } from '@quarry/client';
import type { Palette } from './palette';
import { printable } from './printable';

/** Three lines per dead letter: what and when, where, and why. */
export function renderDeadLetters(letters: readonly Immutable<DeadLetterDto>[], palette: Palette): string {
  return letters.map((letter) => `${about(letter, palette).join('\n')}\n`).join('\n');
}

/** One dead letter with its path through the services. */
export function renderDeadLetter(letter: Immutable<DeadLetterDetailDto>, palette: Palette): string {
  const used = `${letter.passes} passes, ${letter.modelCalls} model calls, ${letter.inputTokens} + ${letter.outputTokens} tokens`;
  const way = letter.trail.map(({ at, hop, attempt, type, service, step, outcome, ms }) =>
    [
      palette.dim(at.slice(11, 23)),
      `hop ${hop}${attempt > 1 ? `, attempt ${attempt}` : ''}`,
      [service, step].filter((part) => part !== null).join('.') || type,
      outcome ?? (type === 'store.away' ? 'store unavailable' : type === 'reset' ? 'restarted' : ''),
      ...(ms === null ? [] : [palette.dim(`${ms} ms`)]),
    ].join('  '),
  );
  const question = letter.question === null ? [] : [`  asked    ${oneLine(letter.question)}`];
  return `${[...about(letter, palette), ...question, `  used     ${used}`, '', ...way].join('\n')}\n`;
}

/** One line per turn that was retried or refused. */
export function renderRetried({ retried, refused, more }: Immutable<RetriedListDto>): string {
  const lines = [
    ...retried.map(({ id, turn, existing }) => `${id} → ${turn}${existing ? '  (already retried)' : ''}`),
    ...refused.map(({ id, code, detail }) => `${id}  not retried: ${code}: ${oneLine(detail)}`),
    ...(more ? ['More are left.'] : []),
  ];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function about(letter: Immutable<DeadLetterDto>, palette: Palette): string[] {
  const { id, tenant, pipeline, code, service, step, attempts, endedAt } = letter;
  const again = [
    ...(letter.retryOf === null ? [] : [`retry of ${letter.retryOf}`]),
    ...(letter.retriedAs === null ? [] : [`retried as ${letter.retriedAs}`]),
  ];
  return [
    `${palette.red(id)}  ${code ?? 'failed'}  ${palette.dim(endedAt)}`,
    `  at       ${service}.${step}, attempt ${attempts}, of ${oneLine(pipeline)}, tenant ${oneLine(tenant)}`,
    `  because  ${oneLine(letter.reason)}`,
    ...(letter.lastError === null ? [] : [`  thrown   ${oneLine(letter.lastError)}`]),
    ...again.map((line) => `  ${line}`),
  ];
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ');
}
