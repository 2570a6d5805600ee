import type { Replay } from '@quarry/application/replay';
import type { Palette } from './palette';
import { printable } from './printable';

/** What a replay found, as lines for a terminal. */
export function renderReplay(replay: Replay, { bold, dim }: Palette): string {
  const { turnId, verdict, steps, model, searches, difference, notes, spent } = replay;
  const count = `${steps.replayed} of ${steps.recorded} recorded step${steps.recorded === 1 ? '' : 's'} run again`;
  const lines = [
    `${bold(`turn ${turnId}: ${verdict}`)}  ${dim(`${count}; replies ${model}, searches ${searches}`)}`,
    ...(difference
      ? [
          `first difference: step ${difference.at}, ${difference.step} (pass ${difference.pass}), ${difference.what}`,
          `  recorded  ${printable(difference.recorded)}`,
          `  came out  ${printable(difference.cameOut)}`,
        ]
      : []),
    ...notes.map((note) => `note: ${printable(note)}`),
    ...(spent.modelCalls > 0
      ? [`cost: ${spent.modelCalls} model calls, ${spent.inputTokens} tokens in, ${spent.outputTokens} out`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
