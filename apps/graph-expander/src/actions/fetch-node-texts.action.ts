import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { GraphStore } from '@quarry/graph-store';
import { GRAPH_STORE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { showableNodes, workingQuestion } from '@quarry/prompting';
import { addEvidence, currentPass, type EvidenceCandidate, type Turn } from '@quarry/turn';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { nodeEvidence } from '../evidence';
import { degreesOf } from '../neighborhood';
import { rankNodes } from '../relevance';

export class FetchTextsParams {
  /** Maximum texts per pass; the pipeline's `node_text_fetch_top_n` by default. */
  @IsOptional() @IsInt() @Min(0) @Max(100) top_n?: number;
}

/** 003 §5.3: fetches the texts of the most relevant nodes of the neighbourhood by identity, without another search. */
@Injectable()
@Action({
  name: 'fetch_node_texts',
  outcomes: ['ok'],
  params: FetchTextsParams,
  store: { name: 'graph', lacks: 'without the code graph' },
})
export class FetchNodeTextsAction implements ActionHandler<FetchTextsParams> {
  constructor(
    @Inject(GRAPH_STORE) private readonly graph: GraphStore,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: FetchTextsParams, context: HopContext): Promise<ActionResult> {
    const limit = params.top_n ?? context.settings.node_text_fetch_top_n;
    const known = new Set(turn.evidence.map((item) => item.nodeKey ?? item.id));
    const question = [workingQuestion(turn), ...turn.needs.map((need) => need.text)].join(' ');
    const missing = showableNodes(turn, turn.graph).filter((node) => !known.has(node.key));
    const wanted = rankNodes(question, missing, degreesOf(turn.graph.edges)).slice(0, limit);
    if (wanted.length === 0) return { outcome: 'ok', note: 'no node text to fetch' };

    const ref = await this.snapshots.resolve(context.settings);
    const nodes = await this.graph.nodes(
      ref,
      wanted.map((node) => node.key),
    );
    const score = new Map(wanted.map((node) => [node.key, node.score]));
    const candidates = nodes.flatMap((node): EvidenceCandidate[] => {
      const found = nodeEvidence(node, {
        relevance: Math.min(1, score.get(node.key) ?? 0),
        query: question.slice(0, 200),
        turn,
      });
      return found ? [found] : [];
    });
    const { evidence, added } = addEvidence(turn.evidence, candidates, currentPass(turn));
    return {
      outcome: 'ok',
      patch: { evidence },
      note: `${added.length} node text${added.length === 1 ? '' : 's'} fetched by identity`,
    };
  }
}
