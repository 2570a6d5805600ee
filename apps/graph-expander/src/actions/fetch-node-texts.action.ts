import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { GraphReader } from '@quarry/graph-store';
import { GRAPH_STORE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { showableNodes, workingQuestion } from '@quarry/prompting';
import { addEvidence, currentPass, type Turn } from '@quarry/turn';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { nodeEvidence } from '../evidence';
import { degreesOf } from '../neighborhood';
import { withRelations } from '../relations';
import { rankNodes } from '../relevance';

/** Maximum candidate nodes per text. */
const MAX_TRIED = 10;

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
    @Inject(GRAPH_STORE) private readonly graph: GraphReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: FetchTextsParams, context: HopContext): Promise<ActionResult> {
    const limit = params.top_n ?? context.settings.node_text_fetch_top_n;
    const known = new Set(turn.evidence.map((item) => item.nodeKey ?? item.id));
    const question = [workingQuestion(turn), ...turn.needs.map((need) => need.text)].join(' ');
    const missing = showableNodes(turn, turn.graph).filter((node) => !known.has(node.key));
    const ranked = rankNodes(question, missing, degreesOf(turn.graph.edges));
    if (ranked.length === 0 || limit === 0) return { outcome: 'ok', note: 'no node text to fetch' };

    const ref = await this.snapshots.resolve(context.settings);
    let { evidence } = turn;
    const isFull = (): boolean => evidence.length - turn.evidence.length >= limit;
    // Texts that are part of existing chunks do not count: the next nodes are tried.
    for (let from = 0; from < Math.min(ranked.length, MAX_TRIED * limit) && !isFull(); from += limit) {
      const wanted = ranked.slice(from, from + limit);
      const nodes = await this.graph.nodes(
        ref,
        wanted.map(({ key }) => key),
      );
      for (const { key, score } of wanted) {
        const node = nodes.find((found) => found.key === key);
        const relevance = Math.min(1, score);
        const item = node && nodeEvidence(node, { relevance, query: question.slice(0, 200), turn });
        if (item && !isFull()) evidence = addEvidence(evidence, [item], currentPass(turn)).evidence;
      }
    }
    const added = evidence.length - turn.evidence.length;
    const graph = await withRelations(this.graph, ref, turn.graph, { named: [], evidence });
    return {
      outcome: 'ok',
      patch: { evidence, graph },
      note: `${added} node text${added === 1 ? '' : 's'} fetched by identity`,
    };
  }
}
