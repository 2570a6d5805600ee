import type { FactNode, Reference } from '../facts';

/**
 * The overloads that a call can mean by the number of its arguments, by its type arguments, and by what its arguments
 * are; all of them if none fits.
 */
export function overloads(
  nodes: readonly FactNode[],
  { arity, typeArguments, shapes }: Reference,
): readonly FactNode[] {
  let left = nodes;
  const keep = (fits: (node: FactNode) => boolean): void => {
    const fitting = left.length < 2 ? left : left.filter(fits);
    if (fitting.length > 0) left = fitting;
  };
  if (shapes !== undefined) keep((node) => takesShapes(node, shapes));
  keep((node) => takesTypes(node, typeArguments));
  if (arity !== undefined) keep((node) => takes(node, arity));
  return left;
}

function takes({ parameters, calling }: FactNode, count: number): boolean {
  const [least, most] = calling?.arity ?? [parameters?.length, parameters?.length];
  return least !== undefined && most !== undefined && least <= count && count <= most;
}

/** Whether a method takes that many type arguments; where a call states none, its arguments must decide them. */
function takesTypes({ parameters = [], calling }: FactNode, count: number | undefined): boolean {
  const names = calling?.typeParameters ?? [];
  if (count !== undefined) return names.length === count;
  return names.every((name) => parameters.some((text) => wordsOf(text).includes(name)));
}

/** Types that take a text, an object without a type, or a function; a type parameter takes everything. */
const TAKES: Readonly<Record<string, RegExp>> = {
  s: /^(?:string|String|object|Object|dynamic|FormattableString|IEnumerable<char>|ReadOnlySpan<char>|params.*)\??$/,
  o: /^(?:object|Object|dynamic)\??$/,
  f: /^(?!(?:string|String|object|Object|dynamic|bool|int|long|double|Type)\??$)/,
};

function takesShapes({ parameters, calling }: FactNode, shapes: string): boolean {
  const generic = calling?.typeParameters ?? [];
  return [...shapes].every((shape, n) => {
    const text = parameters?.[n];
    return (
      text === undefined || generic.includes(text.replace(/\?$/, '')) || (TAKES[shape]?.test(text) ?? true)
    );
  });
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}_]+/u);
}
