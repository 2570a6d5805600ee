import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import {
  contradictionsAmong,
  cut,
  doubtsByNumber,
  judgeByMeaning,
  marked,
  refusalIn,
  valuesByNumber,
  type Verdict,
  verdictsOf,
  withoutMeaning,
  withoutModel,
} from '@quarry/claims';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { priceOf } from '@quarry/pipeline';
import { PromptParams } from '@quarry/prompting';
import { CHAT_MODEL, CLAIM_CHECKER, EMBEDDER } from '@quarry/platform';
import {
  type Answer,
  type Claim,
  CLAIM_STATUSES,
  CODE_GRAPH,
  GIT_HISTORY,
  TABLE_ROWS,
  costOf,
  isSpent,
  type ModelCall,
  toFault,
  type Turn,
} from '@quarry/turn';
import { checkerStage, modelStage } from '../claims/model-stage';
import { withRelations } from '../claims/stated-relations';
import { withFigures } from '../figures/with-figures';
import { withLists } from '../with-lists';

interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly usage: readonly ModelCall[];
  readonly remarks: readonly string[];
}

/**
 * Checks every sentence of the answer against the evidence that it cites, or against all evidence if it cites none.
 * Code checks names, numbers and quotations; similarity of meaning decides the rest; what is still open is judged by a
 * model that was made for it, where one is set, else by the chat model in one call. If a stage fails, the verdicts of
 * the previous stages remain.
 */
@Injectable()
@Action({ name: 'verify_claims', outcomes: ['ok'], params: PromptParams })
export class VerifyClaimsAction implements ActionHandler<PromptParams> {
  constructor(
    @Inject(CHAT_MODEL) private readonly chat: ChatModel,
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
    @Optional() @Inject(CLAIM_CHECKER) private readonly checker: ChatModel | null = null,
  ) {}

  async run(turn: Turn, params: PromptParams, context: HopContext): Promise<ActionResult> {
    const checked = await this.check(turn, params, context);
    const answer = checked.patch?.answer ?? turn.answer;
    if (!turn.question.listed || !answer) return checked;
    return { ...checked, patch: { ...checked.patch, answer: withLists(answer, turn) } };
  }

  private async check(turn: Turn, params: PromptParams, context: HopContext): Promise<ActionResult> {
    const { answer } = turn;
    // An answer from general knowledge has no evidence to check, and says so itself.
    if (!answer || (turn.evidence.length === 0 && turn.plan?.mode === 'direct'))
      return { outcome: 'ok', patch: { claims: [] }, note: 'no evidence to check the answer against' };
    // The code graph states each of its lines, commits are quoted, and rows computed; there is no sentence of a writer.
    if ([CODE_GRAPH, GIT_HISTORY, TABLE_ROWS].includes(answer.writtenBy))
      return { outcome: 'ok', patch: { claims: [] }, note: 'no writer made the answer' };
    // The extractive responder only quotes, so only its quotations are checked.
    const quotationsOnly = answer.writtenBy === 'extractive';
    const doubts = doubtsByNumber(turn);
    const evidence = quotationsOnly ? turn.evidence : withRelations(turn, answer.english);
    const coded = verdictsOf(answer.english, evidence, valuesByNumber(turn), { quotationsOnly, doubts });
    const near = await this.byMeaning(coded, context);
    const judged = await this.byModel(near, turn, params, context);
    const text = withRefusal(withContradictions(rewritten(answer, judged.verdicts, context), turn));
    return {
      outcome: 'ok',
      patch: {
        claims: judged.verdicts.map(claimOf),
        answer: answer.figures ? withFigures(text, turn) : text,
      },
      usage: judged.usage,
      note: [summary(judged.verdicts), ...judged.remarks].join('; '),
    };
  }

  private async byMeaning(verdicts: readonly Verdict[], context: HopContext): Promise<Judged> {
    const { embedder } = this;
    if (!embedder) return { verdicts: withoutMeaning(verdicts), usage: [], remarks: [] };
    const { min_similarity } = context.settings.claims;
    try {
      const judged = await judgeByMeaning(verdicts, embedder, min_similarity, context.signal);
      return { verdicts: judged, usage: [], remarks: [] };
    } catch (error) {
      context.signal.throwIfAborted();
      return {
        verdicts: withoutMeaning(verdicts),
        usage: [],
        remarks: [`not compared by meaning: ${toFault(error).message}`],
      };
    }
  }

  private async byModel(
    { verdicts, remarks }: Judged,
    turn: Turn,
    params: PromptParams,
    context: HopContext,
  ): Promise<Judged> {
    if (!context.settings.claims.ask_model) return { verdicts, usage: [], remarks };
    const stage = this.checker ? checkerStage(this.checker, context) : modelStage(this.chat, context, params);
    if (!stage.isNeeded(verdicts)) return { verdicts, usage: [], remarks };
    const why = whyNotAsked(turn, stage.size(verdicts), stage.model, context);
    if (why !== null)
      return {
        ...{ verdicts: withoutModel(verdicts, 'the model was not asked'), usage: [] },
        remarks: [...remarks, `the model was not asked: ${why}`],
      };
    try {
      const judged = await stage.judge(verdicts, turn);
      const problem =
        judged.problem === undefined ? [] : [`the model's judgement could not be read: ${judged.problem}`];
      const spared = judged.spared === undefined ? [] : [`the model was not asked about ${judged.spared}`];
      return {
        verdicts: withoutModel(
          judged.verdicts,
          judged.problem === undefined
            ? 'the model said nothing of it'
            : "the model's judgement could not be read",
        ),
        usage: judged.usage,
        remarks: [...remarks, ...problem, ...spared],
      };
    } catch (error) {
      context.signal.throwIfAborted();
      return {
        verdicts: withoutModel(verdicts, 'the model could not be asked'),
        usage: [],
        remarks: [...remarks, `the model could not be asked: ${toFault(error).message}`],
      };
    }
  }
}

/** Why the model must not be called: the check must not exceed the budget of the turn. Null if it may. */
function whyNotAsked(
  turn: Turn,
  size: Pick<ModelCall, 'inputTokens' | 'outputTokens'>,
  model: string,
  context: HopContext,
): string | null {
  const { max_turn_tokens, max_turn_cost, prices } = context.settings;
  if (isSpent(turn)) return 'the budget is spent';
  const used = turn.spent.inputTokens + turn.spent.outputTokens;
  if (max_turn_tokens > 0 && used + size.inputTokens + size.outputTokens > max_turn_tokens)
    return `it could exceed the budget of ${max_turn_tokens} tokens`;
  const paid = costOf(turn.spent.calls);
  const price = priceOf({ model, ...size }, prices);
  if (max_turn_cost > 0 && (paid === null || price === null || paid + price > max_turn_cost))
    return `it could exceed the cost budget of ${max_turn_cost}`;
  return null;
}

function rewritten(answer: Answer, verdicts: readonly Verdict[], { settings }: HopContext): Answer {
  switch (settings.claims.unsupported) {
    case 'mark':
      return marked(answer, verdicts);
    case 'cut':
      return cut(answer, verdicts);
    case 'report':
      return answer;
  }
}

/** The answer with the findings that disagree among the contradictions that its writer names. */
function withContradictions(answer: Answer, { findings = [] }: Turn): Answer {
  const found = contradictionsAmong(findings);
  if (found.length === 0) return answer;
  return { ...answer, contradictions: [...new Set([...(answer.contradictions ?? []), ...found])] };
}

/** An answer that begins by saying that the evidence lacks what was asked for is not a complete one. */
function withRefusal(answer: Answer): Answer {
  const refusal = answer.writtenBy === 'extractive' ? undefined : refusalIn(answer.english);
  return refusal === undefined || answer.insufficient !== undefined
    ? answer
    : { ...answer, insufficient: refusal };
}

function claimOf({ statement, status, by, why }: Verdict): Claim {
  return { text: statement.text, cites: statement.cites, status, by, why };
}

function summary(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return 'the answer claims nothing';
  const counts = CLAIM_STATUSES.map((status) => ({
    status,
    count: verdicts.filter((one) => one.status === status).length,
  }));
  const told = counts.filter(({ count }) => count > 0).map(({ status, count }) => `${count} ${status}`);
  return `${verdicts.length} sentence${verdicts.length === 1 ? '' : 's'}: ${told.join(', ')}`;
}
