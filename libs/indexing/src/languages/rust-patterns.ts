import type { FileBuilder } from './file-builder';
import type { Syntax } from './syntax';

const PATTERN_NAMES: ReadonlySet<string> = new Set(['identifier', 'shorthand_field_identifier']);
/** Patterns whose one part has the type of the value, because members are looked for inside these types anyway. */
const INSIDE: ReadonlySet<string> = new Set(['Some', 'Ok']);

/** Binds the variables of a pattern; that of `Some(x)` and `Ok(x)` to the type of the value. */
export function bindPattern(pattern: Syntax | undefined, file: FileBuilder, value?: Syntax): void {
  const inner = value && insideOf(pattern);
  if (inner) {
    file.bind(inner.text, undefined, value);
    return;
  }
  if (value && pattern?.type === 'tuple_pattern') {
    for (const [n, part] of pattern.children.entries()) {
      if (part.type === 'identifier') file.bindPart(part.text, value, n);
      else bindPattern(part, file);
    }
    return;
  }
  for (const node of pattern?.within() ?? []) {
    const variable = PATTERN_NAMES.has(node.type) && node.field !== 'type' && /^[\p{Ll}_]/u.test(node.text);
    if (variable) file.scope.bind(node.text, () => undefined);
  }
}

/** `x` of `Some(x)`, `Ok(ref mut x)` and `x`. */
function insideOf(pattern: Syntax | undefined): Syntax | undefined {
  let at = pattern;
  for (let i = 0; at && i < 6; i++) {
    if (at.type === 'identifier') return /^[\p{Ll}_]/u.test(at.text) ? at : undefined;
    const parts = at.children.filter(({ type }) => type !== 'mutable_specifier');
    const isInside = at.type === 'tuple_struct_pattern' && INSIDE.has(at.child('type')?.text ?? '');
    if (isInside && parts.length === 2) at = parts[1];
    else if (
      ['match_pattern', 'ref_pattern', 'mut_pattern', 'reference_pattern'].includes(at.type) &&
      parts.length === 1
    )
      at = parts[0];
    else return undefined;
  }
  return undefined;
}

/** The value of `match value { Some(x) => x, None => return }`: that of the first arm which hands on its variable. */
export function handedOn(value: Syntax | undefined): Syntax | undefined {
  if (value?.type !== 'match_expression') return value;
  for (const arm of value.child('body')?.children ?? []) {
    const inner = insideOf(arm.child('pattern'));
    if (inner && arm.child('value')?.text === inner.text) return value.child('value');
  }
  return value;
}
