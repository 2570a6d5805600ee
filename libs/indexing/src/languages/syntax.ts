import type { Tree } from 'web-tree-sitter';

/** Maximum number of nodes kept per file; the rest is not read, and the file's facts report that. */
const MAX_NODES = 300_000;

/**
 * One node of a syntax tree, copied out of the parser's memory: named nodes, and unnamed ones that fill a field.
 * Walking plain objects is many times faster than walking the parser's handles, and they need no freeing.
 */
export class Syntax {
  readonly children: Syntax[] = [];

  constructor(
    readonly source: string,
    readonly type: string,
    readonly field: string | null,
    /** UTF-16 offsets into `source`, the end excluded. */
    readonly start: number,
    readonly end: number,
    readonly parent: Syntax | null,
  ) {}

  get text(): string {
    return this.source.slice(this.start, this.end);
  }

  /** First child that fills the field. */
  child(field: string): Syntax | undefined {
    return this.children.find((node) => node.field === field);
  }

  /** Every child that fills the field, without the commas of a list. */
  all(field: string): readonly Syntax[] {
    return this.children.filter((node) => node.field === field && node.type !== ',');
  }

  /** First child of one of the types. */
  first(...types: readonly string[]): Syntax | undefined {
    return this.children.find((node) => types.includes(node.type));
  }

  /** Child that fills a field; for `:type` and `:one|other` the first child of that type, for `''` the first child. */
  part(field: string): Syntax | undefined {
    if (field === '') return this.children[0];
    return field.startsWith(':') ? this.first(...field.slice(1).split('|')) : this.child(field);
  }

  /**
   * Descendants in source order, including the node itself, without entering nodes that `enter` rejects. At most
   * `limit`.
   */
  *within(enter: (node: Syntax) => boolean = () => true, limit = 10_000): Generator<Syntax> {
    const open: Syntax[] = [this];
    for (let seen = 0; seen < limit; seen++) {
      const node = open.pop();
      if (!node) return;
      yield node;
      if (!enter(node)) continue;
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
    }
  }
}

/** A file's syntax tree. */
export interface SyntaxTree {
  readonly root: Syntax;
  /** Offset of the first syntax error; undefined without errors. */
  readonly errorAt?: number;
  /** True if the file has more nodes than are kept. */
  readonly cut: boolean;
}

/**
 * Copies the parser's tree with a cursor, so that depth costs heap but no stack.
 * @param isLoss whether something is missing from the tree because of an error of that text in a node; any by default
 */
export function copyTree(
  tree: Tree,
  source: string,
  isLoss: (text: string, around: Syntax) => boolean = () => true,
): SyntaxTree {
  const cursor = tree.walk();
  const lookForErrors = tree.rootNode.hasError;
  let errorAt: number | undefined;
  let hasErrorNode = false;
  let count = 0;
  const root = new Syntax(source, cursor.nodeType, null, 0, source.length, null);
  let parent = root;
  /** For every level of the cursor below the root: the node kept there, or null. */
  const levels: (Syntax | null)[] = [];
  let descend = cursor.gotoFirstChild();
  while (descend) {
    const field = cursor.currentFieldName;
    if (lookForErrors && errorAt === undefined && (cursor.nodeType === 'ERROR' || cursor.nodeIsMissing)) {
      hasErrorNode = true;
      // What is missing has no text but its kind.
      const text = cursor.nodeIsMissing ? cursor.nodeType : source.slice(cursor.startIndex, cursor.endIndex);
      if (isLoss(text, parent)) errorAt = cursor.startIndex;
    }
    let kept: Syntax | null = null;
    if (field !== null || cursor.nodeIsNamed) {
      kept = new Syntax(source, cursor.nodeType, field, cursor.startIndex, cursor.endIndex, parent);
      parent.children.push(kept);
      count++;
    }
    if (count < MAX_NODES && cursor.gotoFirstChild()) {
      levels.push(kept);
      parent = kept ?? parent;
      continue;
    }
    while (!cursor.gotoNextSibling() || count >= MAX_NODES) {
      if (!cursor.gotoParent()) {
        descend = false;
        break;
      }
      const left = levels.pop();
      if (left) parent = left.parent ?? root;
    }
  }
  cursor.delete();
  if (lookForErrors && !hasErrorNode) errorAt = deepestError(tree);
  return { root, errorAt, cut: count >= MAX_NODES };
}

/** Position of an error without an error node: the innermost node that contains it. */
function deepestError(tree: Tree): number {
  let node = tree.rootNode;
  for (let depth = 0; depth < 200; depth++) {
    const inner = node.childCount < 10_000 ? node.children.find((child) => child.hasError) : undefined;
    if (!inner) break;
    node = inner;
  }
  return node.startIndex;
}

/** Line of an offset, from 1. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly source: string) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  at(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The start of the line if only white space precedes `offset`, otherwise `offset`. */
  indented(offset: number): number {
    const start = this.starts[this.at(offset) - 1]!;
    return offset - start < 500 && this.source.slice(start, offset).trim() === '' ? start : offset;
  }
}
