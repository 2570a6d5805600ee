import { Fault } from '@quarry/turn';

export function unknownSet(name: string): Fault {
  return new Fault(
    'golden_set_unknown',
    `You have no golden set '${name.slice(0, 100)}'. “Make it a golden question”, below an answer in the console, begins one; so does POST /v1/golden-sets.`,
  );
}

export function unknownQuestion(set: string, id: string): Fault {
  return new Fault('golden_question_unknown', `Golden set '${set}' has no question '${id.slice(0, 100)}'.`);
}

export function unknownRun(set: string, id: string): Fault {
  return new Fault(
    'golden_run_unknown',
    `Golden set '${set}' has no run '${id.slice(0, 100)}', or it is no longer kept.`,
  );
}

export function beyondLimit(what: string, remedy: string): Fault {
  return new Fault('golden_limit', `${what}. ${remedy}`);
}
