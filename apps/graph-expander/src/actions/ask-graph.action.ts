import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import {
  OPERATIONS,
  partsOf,
  pronounIn,
  questionOf,
  summaryOf,
  type GraphResult,
  type StructuralQuestion,
} from '@quarry/graph-queries';
import type { GraphReader } from '@quarry/graph-store';
import { GRAPH_STORE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { workingQuestion } from '@quarry/prompting';
import {
  currentPass,
  GRAPH_LOOKUP,
  shownSnapshot,
  specificNames,
  type Turn,
  type TurnPatch,
} from '@quarry/turn';
import { IsInt, Max, Min } from 'class-validator';
import { answerParts } from '../structure/answer-parts';
import { answered } from '../structure/answered';
import { isFilteredOut } from '../structure/filtered-out';
import { choiceAnswer, graphAnswer, whatAnswer } from '../structure/graph-answer';

export class AskGraphParams {
  /** Maximum relations in the answer; the rest are counted. */
  @IsInt() @Min(1) @Max(200) max_relations = 50;
}

/**
 * Answers a question about structure ("Who calls X?", "What breaks if I change X?") from the code graph, without a
 * model: the list is as complete as the graph. Any other question, and one whose names are not in the graph, continues
 * with retrieval; so does the rest of a question if the graph answers only a part.
 */
@Injectable()
@Action({
  name: 'ask_graph',
  outcomes: ['answered', 'other'],
  params: AskGraphParams,
  store: { name: 'graph', lacks: 'without the code graph' },
})
export class AskGraphAction implements ActionHandler<AskGraphParams> {
  constructor(
    @Inject(GRAPH_STORE) private readonly graph: GraphReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: AskGraphParams, context: HopContext): Promise<ActionResult> {
    const text = workingQuestion(turn);
    const question = questionOf(text);
    const word = question ? null : pronounIn(text);
    if (word !== null && turn.history.forPrompt === '') {
      const note = `“${word}” has no meaning yet`;
      return { outcome: 'answered', patch: whatAnswer(turn, word), note };
    }
    const parts = question ? [] : partsOf(text);
    if (!question && parts.length === 0) return { outcome: 'other', note: 'not a question about structure' };
    const ref = await this.snapshots.resolve(context.settings);
    const reader = { graph: this.graph, ref };
    if (!question) return answerParts(reader, turn, parts, params.max_relations);
    const { result, asked } = await answered(reader, question, { limit: params.max_relations });
    const index = shownSnapshot(ref);
    const note = summaryOf(result);
    switch (result.status) {
      case 'unknown_name':
        // Search finds what is declared in files that the graph does not read.
        return OPERATIONS[question.operation].isOfAll
          ? { outcome: 'other', note }
          : { outcome: 'other', patch: missed(turn, question, result), note };
      case 'ambiguous':
        return { outcome: 'answered', patch: choiceAnswer(turn, result, index), note };
      case 'found':
        if (OPERATIONS[question.operation].isOfAll && result.found.total === 0)
          return { outcome: 'other', note };
        if (isFilteredOut(turn, result))
          return { outcome: 'other', note: 'the filter leaves the definition out' };
        return { outcome: 'answered', patch: graphAnswer(turn, result, index, asked), note };
    }
  }
}

/** A name that the question gives as code and that the graph does not have is a miss, with the similar names. */
function missed(
  turn: Turn,
  { names }: StructuralQuestion,
  { name, near }: Extract<GraphResult, { status: 'unknown_name' }>,
): TurnPatch {
  if (name === '') return {};
  const isCode = specificNames(workingQuestion(turn)).some(
    (one) => one.endsWith(name) || names.includes(one),
  );
  if (!isCode) return {};
  const similar = near.length === 0 ? '' : `; similar names: ${near.join(', ')}`;
  const why = `the code graph has no definition of this name${similar}`;
  return {
    misses: [...turn.misses, { pass: currentPass(turn), text: name, why, where: [GRAPH_LOOKUP] }],
  };
}
