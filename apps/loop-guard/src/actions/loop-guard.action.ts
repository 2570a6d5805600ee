import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER } from '@quarry/platform';
import {
  FILTER_RULE,
  currentPass,
  openCalls,
  openNeeds,
  type Miss,
  type Need,
  type Stop,
  type Turn,
} from '@quarry/turn';
import { ArrayUnique, IsArray, IsIn, IsOptional } from 'class-validator';
import { costBudget } from '../rules/cost-budget.rule';
import { deadline } from '../rules/deadline.rule';
import { maxTurnLoops } from '../rules/max-turn-loops.rule';
import { repeatedQuery } from '../rules/repeated-query.rule';
import { notFound } from '../rules/not-found.rule';
import type { GuardRule, Refusal } from '../rules/rule';
import { simpleQuestion } from '../rules/simple-question.rule';
import { stuck } from '../rules/stuck.rule';
import { tokenBudget } from '../rules/token-budget.rule';

/** All rules in their default order: hard limits first, then conditions that another pass could not improve. */
const RULES: readonly GuardRule[] = [
  maxTurnLoops,
  deadline,
  tokenBudget,
  costBudget,
  simpleQuestion,
  stuck,
  notFound,
  repeatedQuery,
];
const NAMES = RULES.map(({ name }) => name);

export class LoopGuardParams {
  /** Rules to apply, in this order; all by default. Omitted limits on what a turn may spend are applied last. */
  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(NAMES, { each: true, message: `rules: each is one of ${NAMES.join(', ')}` })
  rules?: readonly string[];
  /**
   * What `again` begins: another pass or, within the pass, another turn of the extracting or of the judging model (001:
   * "Turns: 2-4"). A pass has `max_extraction_turns` such turns, the last one without tools.
   */
  @IsOptional()
  @IsIn(['passes', 'turns', 'judgements'], { message: 'counts: one of passes, turns, judgements' })
  counts?: 'passes' | 'turns' | 'judgements';
}

/** The gate of every loop (003 §7.2): allows another pass, or stops with a reason. */
@Injectable()
@Action({ name: 'loop_guard', outcomes: ['again', 'stop'], params: LoopGuardParams })
export class LoopGuardAction implements ActionHandler<LoopGuardParams> {
  constructor(@Inject(EMBEDDER) private readonly embedder: Embedder | null) {}

  async run(turn: Turn, params: LoopGuardParams, context: HopContext): Promise<ActionResult> {
    const { counts = 'passes' } = params;
    if (counts !== 'passes') return Promise.resolve(withinPass(turn, counts, context));
    // No pass finds anything in files that do not exist.
    if (turn.stop?.rule === FILTER_RULE) return stopped(turn, turn.stop);
    let current = turn;
    // An agent none of whose calls could be made gets another pass, in which it reads why; only limits can refuse that.
    const isRetry = openNeeds(turn).length === 0 && skippedCalls(turn).length > 0;
    for (const rule of rulesFor(params).filter(({ limit }) => !isRetry || limit === true)) {
      const open = openNeeds(current);
      if (open.length === 0 && !isRetry)
        return stopped(current, { rule: 'nothing_requested', reason: 'no data was requested' });
      const ruling = await rule.judge({
        turn: current,
        settings: context.settings,
        open,
        now: Date.now(),
        embedder: this.embedder,
        signal: context.signal,
      });
      if (ruling?.refused) current = refuse(current, ruling.refused);
      if (ruling && 'rule' in ruling) return stopped(current, { rule: ruling.rule, reason: ruling.reason });
    }
    const open = openNeeds(current);
    return {
      outcome: 'again',
      patch: { needs: current.needs, misses: current.misses },
      note: `pass ${currentPass(turn) + 1}: ${toServe(open.length)}`,
    };
  }
}

function toServe(count: number): string {
  if (count === 0) return 'the model reads why none of its calls could be made';
  return `${count} request${count === 1 ? '' : 's'} to serve`;
}

/** Allows a model's calls while it has a turn left to read their results; otherwise refuses them. */
function withinPass(turn: Turn, counts: 'turns' | 'judgements', { settings }: HopContext): ActionResult {
  const calls = openCalls(turn);
  const { turns = 0, judged = 0 } = turn.extraction ?? {};
  const made = counts === 'turns' ? turns : judged;
  const left = settings.max_extraction_turns - 1 - made;
  if (left > 0 && calls.length > 0)
    return {
      outcome: 'again',
      note: `${calls.length} call${calls.length === 1 ? '' : 's'} to serve; turn ${made + 1} of ${settings.max_extraction_turns} follows`,
    };
  if (calls.length === 0) return { outcome: 'stop', note: 'the model requested nothing new' };
  const why = `this pass had read as often as one may: ${settings.max_extraction_turns - 1} times`;
  const { needs, misses } = refuse(
    turn,
    calls.map((need) => ({ need, why })),
  );
  return { outcome: 'stop', patch: { needs, misses }, note: why };
}

/** Calls of the current pass that were not made. */
function skippedCalls(turn: Turn): readonly Need[] {
  const pass = currentPass(turn);
  return turn.needs.filter((need) => need.pass === pass && need.skipped === true && need.call !== undefined);
}

function rulesFor({ rules }: LoopGuardParams): readonly GuardRule[] {
  if (!rules) return RULES;
  const listed = rules.flatMap((name) => RULES.find((rule) => rule.name === name) ?? []);
  return [...listed, ...RULES.filter((rule) => rule.limit === true && !listed.includes(rule))];
}

function stopped(turn: Turn, stop: Stop): ActionResult {
  const settled = refuse(
    turn,
    openNeeds(turn).map((need) => ({ need, why: stop.reason })),
  );
  return {
    outcome: 'stop',
    patch: { needs: settled.needs, misses: settled.misses, stop },
    note: `${stop.rule}: ${stop.reason}`,
  };
}

/** Turns refused requests into misses. The reason is also the note of a call, where its agent reads it. */
function refuse(turn: Turn, refused: readonly Refusal[]): Turn {
  const why = new Map(refused.map((item) => [item.need.id, item.why]));
  const misses: Miss[] = refused.map(({ need, why }) => ({
    pass: currentPass(turn),
    text: need.text,
    why,
    where: [],
  }));
  return {
    ...turn,
    needs: turn.needs.map((need) => refusedNeed(need, why.get(need.id))),
    misses: [...turn.misses, ...misses],
  };
}

function refusedNeed(need: Need, why: string | undefined): Need {
  if (why === undefined) return need;
  return { ...need, status: 'missed', ...(need.call ? { call: { ...need.call, note: why } } : {}) };
}
