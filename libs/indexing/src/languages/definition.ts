import type { NodeKind } from '@quarry/graph-store';
import type { Calling } from '../facts';
import type { LateType } from './type-expression';

/** A definition while its file is read. */
export interface Definition {
  readonly kind: NodeKind;
  readonly name: string;
  /** Without language prefix, kind and overload mark. */
  readonly qualifiedName: string;
  /** Text offsets: from the doc comment or first decorator to the end, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** Offset of the first line of actual code. */
  readonly codeStart: number;
  /** Changes only for members of a type that is declared further down or in another file. */
  parent: Definition | null;
  /** Name of that type. */
  readonly owner?: string;
  /** Types of the parameters as written, `_` for an untyped one; undefined if it takes no parameters. */
  readonly parameters?: readonly string[];
  /** Type parameters as written, `<T>`. */
  readonly generics?: string;
  /** Declared type of a field, result type of a function. */
  readonly type?: LateType;
  readonly calling?: Calling;
}

/**
 * Keys of a file's definitions, in order: `language:qualified|KIND`. Duplicates get their parameter types (functions)
 * or type parameters (types); remaining duplicates are numbered from `~2`.
 */
export function keysOf(language: string, definitions: readonly Definition[]): readonly string[] {
  const plain = definitions.map((definition) => `${definition.qualifiedName}|${definition.kind}`);
  const times = count(plain);
  const marked = definitions.map((definition, i) =>
    times.get(plain[i]!)! > 1
      ? `${definition.qualifiedName}${mark(definition)}|${definition.kind}`
      : plain[i]!,
  );
  const seen = new Map<string, number>();
  return marked.map((key) => {
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return `${language}:${nth === 1 ? key : ordinal(key, nth)}`;
  });
}

/** Key of the nth definition with the same key: `a.b|METHOD` → `a.b~2|METHOD`. */
export function ordinal(key: string, nth: number): string {
  const bar = key.lastIndexOf('|');
  return `${key.slice(0, bar)}~${nth}${key.slice(bar)}`;
}

function mark({ parameters, generics }: Definition): string {
  if (!parameters) return generics ?? '';
  if (parameters.length > 0 && parameters.every((type) => type === '_')) return '';
  return `(${parameters.join(',')})`;
}

function count(values: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}
