import type { GraphEdge, GraphFile, GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { ordinal } from '../languages/definition';
import { sha256 } from '../source/decode';
import type { BundleRecords, CodeRecord } from './bundle-records';
import { edgeKind, identifyBody, kindOf, overloadMark, qualifiedMember } from './canonical-keys';

/** A text of the bundle with its node. */
export interface PlacedText {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly node: GraphNode;
}

export interface BundleGraph {
  readonly files: readonly GraphFile[];
  /** Texts in the order of the bundle. */
  readonly texts: readonly PlacedText[];
  /** Number of edges with an end that has no node. */
  readonly dangling: number;
  readonly problems: readonly string[];
}

const MAX_SIGNATURE = 300;

/** Nodes and edges with canonical keys, grouped by file. */
export function bundleGraph(records: BundleRecords): BundleGraph {
  return new GraphBuilder(records).build();
}

class GraphBuilder {
  private readonly nodes = new Map<NodeKey, GraphNode & { readonly path: string }>();
  private readonly edges = new Map<string, GraphEdge & { readonly path: string }>();
  private readonly texts: PlacedText[] = [];
  private readonly problems: string[] = [];
  /** Ids and keys of the bundle → canonical keys. */
  private readonly keys = new Map<string, NodeKey>();
  /** Names without kind → keys, to resolve edges such as `SQL:dbo.X`. */
  private readonly names = new Map<string, Set<NodeKey>>();
  private dangling = 0;

  constructor(private readonly records: BundleRecords) {}

  build(): BundleGraph {
    this.members();
    this.bodies();
    this.addEdges();
    const files = [...this.byFile()].map(([path, { nodes, edges }]) => ({
      path,
      digest: sha256(JSON.stringify([nodes, edges])),
      nodes,
      edges,
    }));
    return { files, texts: this.texts, dangling: this.dangling, problems: this.problems };
  }

  private members(): void {
    const counts = new Map<string, number>();
    for (const record of this.records.code) {
      const plain = memberKey(record, '');
      // The parts of one member share an id.
      if (!this.keys.has(record.id)) counts.set(plain, (counts.get(plain) ?? 0) + 1);
      this.keys.set(record.id, plain);
    }
    this.keys.clear();
    for (const record of this.records.code) {
      const known = this.keys.get(record.id);
      const overloaded = (counts.get(memberKey(record, '')) ?? 0) > 1;
      const key = known ?? this.free(memberKey(record, overloaded ? overloadMark(record.signature) : ''));
      this.keys.set(record.id, key);
      const text = record.text;
      const node = this.nodes.get(key) ?? this.member(key, record);
      this.texts.push({ id: record.id, path: record.path, text, node });
    }
  }

  private member(key: NodeKey, record: CodeRecord): GraphNode & { readonly path: string } {
    const { type, member } = qualifiedMember(record);
    const owner = type === '' ? this.file(record.path) : this.type(type, record.path);
    const node = {
      key,
      kind: kindOf(record.type) ?? 'METHOD',
      name: member,
      qualifiedName: [type, member].filter(Boolean).join('.'),
      language: 'csharp',
      path: record.path,
      ...lines(record.text),
      text: record.text,
      ...(record.signature ? { signature: record.signature.slice(0, MAX_SIGNATURE) } : {}),
    };
    this.add(node);
    this.edge({ from: owner, to: key, kind: 'DEFINES' }, record.path);
    return node;
  }

  private type(qualifiedName: string, path: string): NodeKey {
    const key = `csharp:${qualifiedName}|TYPE`;
    if (this.nodes.has(key)) return key;
    const name = qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1);
    this.add({ key, kind: 'TYPE', name, qualifiedName, language: 'csharp', path });
    this.edge({ from: this.file(path), to: key, kind: 'DEFINES' }, path);
    return key;
  }

  private file(path: string): NodeKey {
    const key = `file:${path}|FILE`;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const language = /\.sql$/i.test(path) ? 'sql' : 'csharp';
    if (!this.nodes.has(key)) this.add({ key, kind: 'FILE', name, qualifiedName: path, language, path });
    return key;
  }

  private bodies(): void {
    for (const record of this.records.bodies) {
      const identity = identifyBody(record);
      if (!identity) {
        this.problems.push(`${record.key}: the graph has no such kind (${record.kind || 'none'}), left out`);
        continue;
      }
      // `csharp:Context.Orders|DBSET` may be a property that the code contains with its namespace.
      const same =
        identity.language === 'csharp' ? this.only(identity.qualifiedName, identity.kind) : undefined;
      this.keys.set(record.key, same ?? identity.key);
      if (same || this.nodes.has(identity.key)) continue;
      const text =
        record.text.trim() === ''
          ? {}
          : { ...lines(record.text), text: record.text, signature: firstLine(record.text) };
      const node = { ...identity, path: record.path, ...text };
      this.add(node);
      this.edge({ from: this.file(record.path), to: node.key, kind: 'DEFINES' }, record.path);
      if (record.text.trim() !== '')
        this.texts.push({ id: node.key, path: record.path, text: record.text, node });
    }
  }

  private addEdges(): void {
    for (const { from, to, relation } of this.records.edges) {
      const [source, target] = [this.resolve(from), this.resolve(to)];
      const [start, end] = [this.nodes.get(source), this.nodes.get(target)];
      if (!start || !end) this.dangling++;
      if (start) this.edge({ from: source, to: target, kind: edgeKind(relation, start, end) }, start.path);
      else this.problems.push(`edge ${from} → ${to}: its source is not a node of the bundle, left out`);
    }
  }

  /** Canonical key of an end; as written if nothing or more than one thing matches. */
  private resolve(written: string): NodeKey {
    const known = this.keys.get(written);
    if (known) return known;
    const bare = written.replace(/^(?:csharp|sql):/i, '').replace(/\|[^|]*$/, '');
    const kind = kindOf(/\|([^|]*)$/.exec(written)?.[1] ?? '');
    return this.only(bare, kind) ?? written;
  }

  private only(name: string, kind: GraphNode['kind'] | undefined): NodeKey | undefined {
    const keys = [...(this.names.get(name.toLowerCase()) ?? [])].filter(
      (key) => kind === undefined || this.nodes.get(key)?.kind === kind,
    );
    return keys.length === 1 ? keys[0] : undefined;
  }

  private add(node: GraphNode & { readonly path: string }): void {
    this.nodes.set(node.key, node);
    const parts = node.qualifiedName.split('.');
    const names =
      node.language === 'sql' ? [node.qualifiedName] : parts.map((_, i) => parts.slice(i).join('.'));
    for (const name of node.kind === 'FILE' ? [] : names) {
      const keys = this.names.get(name.toLowerCase());
      if (keys) keys.add(node.key);
      else this.names.set(name.toLowerCase(), new Set([node.key]));
    }
  }

  private edge(edge: GraphEdge, path: string): void {
    const id = `${edge.from}\n${edge.kind}\n${edge.to}`;
    if (!this.edges.has(id)) this.edges.set(id, { ...edge, path });
  }

  private free(key: NodeKey): NodeKey {
    let nth = 1;
    let free = key;
    while (this.nodes.has(free)) free = ordinal(key, ++nth);
    return free;
  }

  private byFile(): ReadonlyMap<string, { nodes: GraphNode[]; edges: GraphEdge[] }> {
    const files = new Map<string, { nodes: GraphNode[]; edges: GraphEdge[] }>();
    const at = (path: string): { nodes: GraphNode[]; edges: GraphEdge[] } => {
      const file = files.get(path) ?? { nodes: [], edges: [] };
      files.set(path, file);
      return file;
    };
    for (const node of this.nodes.values()) at(node.path).nodes.push(node);
    for (const { path, ...edge } of this.edges.values()) at(path).edges.push(edge);
    return files;
  }
}

function memberKey(record: CodeRecord, mark: string): NodeKey {
  const { type, member } = qualifiedMember(record);
  return `csharp:${[type, member].filter(Boolean).join('.')}${mark}|${kindOf(record.type) ?? 'METHOD'}`;
}

/** The bundle has no line numbers: lines count from the beginning of the text. */
function lines(text: string): { readonly startLine: number; readonly endLine: number } {
  return { startLine: 1, endLine: text.replace(/\n$/, '').split('\n').length };
}

function firstLine(text: string): string {
  const line = text.split('\n').find((l) => l.trim() !== '' && !l.trim().startsWith('--')) ?? '';
  return line.trim().slice(0, MAX_SIGNATURE);
}
