import type { Syntax } from '../syntax';
import type { Slot } from '../../flow/flow-facts';
import type { FlowReader } from './flow-reader';

/** Constants longer than this are texts, not keys. */
const MAX_KEY = 40;

/** A constant key: the string `a` is `s:a`, the number 1 is `n:1`. */
export function keyOf(node: Syntax | undefined): string | null {
  if (!node || node.end - node.start > MAX_KEY) return null;
  if (node.type === 'integer') return `n:${node.text}`;
  if (node.type !== 'string' || node.first('interpolation')) return null;
  const text = /^[rRuUbB]?(["'])(.*)\1$/.exec(node.text)?.[2];
  return text === undefined ? null : `s:${text}`;
}

/** Slot of a value; of a constant key, of that constant. */
export function valueOf(node: Syntax | undefined, flow: FlowReader): Slot {
  const key = keyOf(node);
  return key === null ? flow.value(node) : flow.constant(key);
}

/** `d["a"]["b"]` of a variable and constant keys; undefined for anything else. */
export function elementPath(node: Syntax): { readonly name: string; readonly path: string } | undefined {
  const keys: string[] = [];
  let at: Syntax | undefined = node;
  for (; at?.type === 'subscript'; at = at.child('value')) {
    const key = keyOf(at.child('subscript'));
    if (key === null || keys.length > 8) return undefined;
    keys.push(`[${key}]`);
  }
  if (at?.type !== 'identifier' || keys.length === 0) return undefined;
  return { name: at.text, path: at.text + keys.toReversed().join('') };
}

/** True for `async for` and `async with`. */
export function isAsync(node: Syntax): boolean {
  return node.source.startsWith('async', node.start);
}
