import type { traceOf } from '@quarry/application/turns';
import type { SentPrompt } from '@quarry/turn';
import type { Palette } from './palette';
import { printable } from './printable';

type Trace = ReturnType<typeof traceOf>;
type Hop = Trace['hops'][number];
type Step = Hop['steps'][number];

/**
 * The path of a turn through the services: how long it waited for each, what happened there and, if requested, prompts
 * and replies of the models.
 */
export function renderTrace(trace: Trace, palette: Palette, withPrompts: boolean): string {
  const { bold, dim } = palette;
  const shown = printable(trace);
  const lines = [
    ...shown.hops.flatMap((hop) => [
      headOf(hop, palette),
      ...hop.steps.flatMap((step) => stepLines(step, palette, withPrompts)),
    ]),
    ...shown.unanswered.flatMap((prompt) => [
      `  ${bold(prompt.step)} sent ${prompt.prompt}, and no reply was logged`,
      ...(withPrompts ? messageLines(prompt, palette) : []),
    ]),
    '',
    dim(
      `waited ${ms(shown.waitedMs)} · worked ${ms(shown.workMs)} · from question to end ${ms(shown.totalMs)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function headOf({ hop, attempt, service, waitedMs, workMs }: Hop, { bold, dim }: Palette): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const waited = waitedMs === null ? '' : `waited ${ms(waitedMs)}, `;
  return `${bold(service ?? 'interrupted')} ${dim(`hop ${hop}${again}: ${waited}worked ${ms(workMs)}`)}`;
}

function stepLines(step: Step, palette: Palette, withPrompts: boolean): readonly string[] {
  const { finished, calls, searches, needs, away } = step;
  const { bold, dim, yellow } = palette;
  const end = finished ? `${finished.outcome} ${dim(ms(finished.ms))}` : yellow('not finished');
  return [
    `  ${bold(step.step ?? '?')} → ${end}${finished?.note ? dim(`  ${finished.note}`) : ''}`,
    ...away.map(({ reason }) => `    ${yellow('store unavailable')} ${reason}`),
    ...searches.map(
      ({ mode, query, hits, skipped }) =>
        `    search ${mode}: ${query} ${dim(skipped === undefined ? `(${hits.length} hits)` : `(skipped: ${skipped})`)}`,
    ),
    ...needs.map(({ type, text }) => `    ${type.replace('.', ' ')}: ${text}`),
    ...calls.flatMap(({ model, prompt, text, sent }) => [
      `    ${model} ${dim(`${prompt}${sent ? '' : ' (prompt not kept)'}`)}`,
      ...(withPrompts
        ? [...(sent ? messageLines(sent, palette) : []), ...block('reply', text, palette)]
        : []),
    ]),
  ];
}

function messageLines({ messages }: SentPrompt, palette: Palette): readonly string[] {
  return messages.flatMap(({ role, content, toolCalls = [] }) => [
    ...block(role, content, palette),
    ...toolCalls.map(({ name, arguments: args }) => `      call ${name} ${args}`),
  ]);
}

function block(name: string, text: string, { cyan }: Palette): readonly string[] {
  return [`      ${cyan(name)}`, ...text.split('\n').map((line) => `        ${line}`.trimEnd())];
}

function ms(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
