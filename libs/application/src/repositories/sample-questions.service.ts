import { Inject, Injectable } from '@nestjs/common';
import type { GraphNode, GraphReader } from '@quarry/graph-store';
import { GRAPH_STORE, SEARCH_INDEX } from '@quarry/platform';
import type { SearchReader } from '@quarry/search-index';
import { isExamplePath, isTestPath, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { RepositoryService } from './repository.service';

/** Definitions and edges that are looked at: enough to find what is central, on a graph of any size. */
const MOST_NODES = 2_000;
const MOST_EDGES = 50_000;
const MOST_QUESTIONS = 3;

/** Whether a newcomer asks about a path first: about no test and no example. */
function isMain(path: string): boolean {
  return !isTestPath(path) && !isExamplePath(path);
}

/** A definition with the number of places that use it in a way. */
interface Central {
  readonly node: GraphNode;
  readonly uses: number;
}

/** Makes questions about a repository that it can answer: about what many places call, implement and describe. */
@Injectable()
export class SampleQuestionService {
  constructor(
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(GRAPH_STORE) private readonly graph: GraphReader,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
  ) {}

  /**
   * At most three questions, different in kind where possible; none for an empty repository.
   * @throws Fault `repository_unknown`, `store_unavailable`
   */
  async of(caller: Caller, repository: string): Promise<readonly string[]> {
    const ref = await this.repositories.resolveOne(caller, repository);
    const [code, documents] = [await this.ofCode(ref), await this.ofDocuments(ref)];
    const [first, ...rest] = code;
    return [
      ...(first === undefined ? [] : [first]),
      ...documents.slice(0, 1),
      ...rest,
      ...documents.slice(1),
    ].slice(0, MOST_QUESTIONS);
  }

  private async ofCode(ref: SnapshotRef): Promise<readonly string[]> {
    const { nodes } = await this.graph.list(ref, {
      kinds: ['TYPE', 'FUNCTION', 'METHOD', 'TABLE', 'PROC'],
      limit: MOST_NODES,
    });
    const own = nodes.filter(({ path, name }) => path !== undefined && isMain(path) && name.length > 3);
    const called = await this.mostUsed(ref, own, ['CALLS']);
    const implemented = await this.mostUsed(ref, own, ['IMPLEMENTS', 'INHERITS']);
    const central = await this.mostUsed(
      ref,
      own.filter(({ kind }) => kind === 'TYPE'),
      [],
    );
    const about = central ?? called;
    return [
      ...(about ? [`How does ${shortName(about.node)} work?`] : []),
      ...(called ? [`Who calls ${shortName(called.node)}?`] : []),
      ...(implemented && implemented.uses > 1 ? [`What implements ${shortName(implemented.node)}?`] : []),
    ];
  }

  private async mostUsed(
    ref: SnapshotRef,
    nodes: readonly GraphNode[],
    edgeKinds: Parameters<GraphReader['edgesAt']>[2]['edgeKinds'],
  ): Promise<Central | null> {
    const keys = nodes.map(({ key }) => key);
    if (keys.length === 0) return null;
    const { edges } = await this.graph.edgesAt(ref, keys, {
      direction: 'in',
      edgeKinds,
      limit: MOST_EDGES,
      unordered: true,
    });
    const uses = new Map<string, number>();
    // A definition of its own file is used by it in any case.
    const paths = new Map(nodes.map(({ key, path }) => [key, path]));
    for (const { to, path } of edges)
      if (path !== paths.get(to) && isMain(path)) uses.set(to, (uses.get(to) ?? 0) + 1);
    const ranked = nodes
      .map((node) => ({ node, uses: uses.get(node.key) ?? 0 }))
      .sort((a, b) => b.uses - a.uses || (a.node.key < b.node.key ? -1 : 1));
    return ranked[0] && ranked[0].uses > 0 ? ranked[0] : null;
  }

  private async ofDocuments(ref: SnapshotRef): Promise<readonly string[]> {
    const roots = await this.index.sections(ref, { rootsOnly: true });
    const paths = roots.slice(0, MOST_QUESTIONS).map(({ path }) => path);
    if (paths.length === 0) return [];
    const sections = await this.index.sections(ref, { paths });
    const titles = sections.filter(({ level, title }) => level > 0 && /\p{L}{4}/u.test(title));
    const titled = new Map(titles.toReversed().map(({ path, title }) => [path, title]));
    return paths.flatMap((path) => {
      const title = titled.get(path);
      return title === undefined
        ? []
        : [`What does ${path.slice(path.lastIndexOf('/') + 1)} say about ${title}?`];
    });
  }
}

/** The name as a person says it: a method with its type. */
function shortName({ name, kind, qualifiedName }: GraphNode): string {
  if (kind !== 'METHOD') return name;
  return qualifiedName.split('.').slice(-2).join('.');
}
