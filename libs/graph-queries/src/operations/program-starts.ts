import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { nodesBy } from '../relations';
import type { SnapshotGraph } from '../operation';
import { scan } from '../scan';

/** Words of which a line outside of definitions has one, if a program begins there. */
const WORDS = ['listen(', 'serve(', '#!'] as const;

/** Where a file begins to serve: `app.listen(3000)`, `createServer(handle).listen(port)`, `Deno.serve(handle)`. */
const SERVES = /\.listen\(|\bserve\(/;

/** The same in a function, where other things are listened to as well. */
const SERVES_WITHIN =
  /\b(?:app|server|\w{1,40}(?:App|Server))\s*\.listen\(|\bcreateServer\([^;]{0,400}?\)\s*\.listen\(|\b(?:Bun|Deno)\.serve\(/i;

/** How a file or a function starts a program. */
export interface Start {
  /** The definition or file, with the line as its place. */
  readonly node: GraphNode;
  readonly note: string;
}

/** Files of JavaScript that are programs by a line outside of their definitions: scripts, and what serves requests. */
export async function programFiles(
  reader: SnapshotGraph,
  folder: string | undefined,
): Promise<ReadonlyMap<NodeKey, Start>> {
  const lines = new Map<NodeKey, GraphNode>();
  for (const containing of WORDS) {
    const { nodes } = await scan(reader, ['LINE'], { containing, folder });
    for (const line of nodes) {
      const file = `file:${line.path ?? ''}|FILE`;
      const isScript = line.startLine === 1 && line.text?.startsWith('#!') === true;
      if (!isEcmascript(line) || !(isScript || SERVES.test(line.text ?? ''))) continue;
      // Where a script serves as well, that says more.
      if (!isScript || !lines.has(file)) lines.set(file, line);
    }
  }
  const files = await nodesBy(reader, lines.keys());
  return new Map(
    [...lines].flatMap(([key, line]): readonly (readonly [NodeKey, Start])[] => {
      const file = files.get(key);
      if (!file) return [];
      const { startLine, endLine, text, signature } = line;
      const note = text?.startsWith('#!') === true ? 'a script' : 'starts a server';
      return [[key, { node: { ...file, startLine, endLine, text, signature }, note }]];
    }),
  );
}

/** Whether a function begins to serve requests. */
export function startsServer(node: GraphNode): boolean {
  return isEcmascript(node) && node.kind !== 'FILE' && SERVES_WITHIN.test(node.text ?? '') && isOwn(node);
}

function isEcmascript({ language }: GraphNode): boolean {
  return language === 'typescript' || language === 'javascript';
}

/** A method of a server that is called `listen` or `serve` hands on what it is asked for. */
function isOwn({ name, kind }: GraphNode): boolean {
  return !(kind === 'METHOD' && /^(?:listen|serve)$/.test(name));
}
