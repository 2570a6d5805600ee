import type { ReplayDifferenceDto, ReplayDto } from '@quarry/client';

const DIFFERS: Readonly<Record<ReplayDifferenceDto['what'], string>> = {
  prompt: 'it sends the model another prompt',
  search: 'its search finds something else',
  route: 'the turn goes another way from there',
  evidence: 'it brings other evidence',
  effect: 'it writes something else into the turn',
  answer: 'the answer is another one',
  end: 'the turn ends in another way',
};

/** What a replay found, in one sentence. */
export function verdictInWords({ verdict, steps, difference }: ReplayDto): string {
  const all = `${steps.replayed} of ${steps.recorded} recorded steps`;
  switch (verdict) {
    case 'same':
      return `Identical: ${all} ran again, and the same came out.`;
    case 'incomplete':
      return `The same as far as the record goes: ${all} ran again.`;
    case 'different':
      return `Not the same: step ${difference?.at ?? '?'} of ${steps.recorded} is the first that differs.`;
  }
}

/** How the first step that differs does so. */
export function differenceInWords({ step, pass, what }: ReplayDifferenceDto): string {
  return `In step “${step}” of pass ${pass} ${DIFFERS[what]}.`;
}

/** What stood in for the model and the index. */
export function basisOf({ model, searches }: Pick<ReplayDto, 'model' | 'searches'>): string {
  const replies = {
    recorded: 'The replies of the model came from the record',
    live: 'The model was asked again',
    extractive: 'No model had replied',
  }[model];
  return `${replies}; ${searches === 'live' ? 'searches ran over the index' : 'what was found came from the record'}.`;
}
