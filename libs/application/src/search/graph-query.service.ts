import { Inject, Injectable } from '@nestjs/common';
import { runQuery, type GraphResult, type OperationName } from '@quarry/graph-queries';
import type { GraphReader } from '@quarry/graph-store';
import { GRAPH_STORE, SEARCH_INDEX } from '@quarry/platform';
import type { SearchReader } from '@quarry/search-index';
import { defined, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { SnapshotFinder, type WantedSnapshot } from './snapshot-finder';

export interface GraphAsked extends WantedSnapshot {
  readonly operation: OperationName;
  /** What to ask about; for an operation over everything, a folder. */
  readonly name?: string;
  /** The second name, for an operation that takes two. */
  readonly other?: string;
  /** Restricts `name` to its definitions in this file. */
  readonly file?: string;
  /** Relations to follow, of an operation that takes a depth. */
  readonly depth?: number;
  /** Maximum relations; 100 by default. */
  readonly limit?: number;
}

/** Answers questions about structure from the code graph: exactly, and without a language model. */
@Injectable()
export class GraphQueryService {
  constructor(
    @Inject(SnapshotFinder) private readonly snapshots: SnapshotFinder,
    @Inject(GRAPH_STORE) private readonly graph: GraphReader,
    @Inject(SEARCH_INDEX) private readonly index: Pick<SearchReader, 'manifest'>,
  ) {}

  /**
   * The relations that the operation finds; an unknown or ambiguous name is a result, too.
   * @throws Fault `repository_unknown`, `index_missing`, `store_unavailable`
   */
  async query(
    caller: Caller,
    asked: GraphAsked,
  ): Promise<{ readonly ref: SnapshotRef; readonly result: GraphResult }> {
    const ref = await this.snapshots.resolve(caller, asked);
    const { operation, name, other, file, depth, limit = 100 } = asked;
    const names = [name, other].filter((one) => one !== undefined);
    const query = { operation, names, ...defined({ file, depth }) };
    const paths = async () => (await this.index.manifest(ref)).keys();
    return { ref, result: await runQuery({ graph: this.graph, ref, paths }, query, { limit }) };
  }
}
