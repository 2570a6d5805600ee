import type { Syntax } from '../syntax';
import { NONE, type Slot } from '../../flow/flow-facts';
import type { FlowReader } from './flow-reader';
import { elementPath, keyOf } from './python-keys';

/** Assigns a value to a target: a name, `a.b`, `a[i]`, or several of them. */
export function bindTarget(target: Syntax | undefined, from: Slot, flow: FlowReader): void {
  if (!target) return;
  const { builder, scope } = flow;
  if (target.type === 'identifier') {
    scope.assign(target.text, from);
  } else if (target.type === 'attribute') {
    const object = flow.value(target.child('object'));
    const name = target.child('attribute')?.text ?? '';
    if (object !== NONE && from !== NONE) builder.add(['.=', object, name, from]);
  } else if (target.type === 'subscript') {
    const container = flow.value(target.child('value'));
    const index = target.child('subscript');
    const key = keyOf(index);
    const keySlot = key === null ? flow.value(index) : NONE;
    if (container !== NONE && from !== NONE) builder.add(['[=', container, keySlot, key, from]);
    replace(target, from, flow);
  } else if (from === NONE) {
    for (const part of target.children) bindTarget(part, NONE, flow);
  } else {
    spread(target, from, flow);
  }
}

/** What an element holds after an assignment that is always reached. */
function replace(target: Syntax, from: Slot, flow: FlowReader): void {
  const { scope } = flow;
  const known = elementPath(target);
  if (known && scope.depth === 0 && scope.has(known.name)) scope.elements.set(known.path, from);
  else if (target.child('value')?.type === 'identifier') scope.forget(target.child('value')!.text);
}

/** `a, *b, c = values`. */
function spread(target: Syntax, from: Slot, flow: FlowReader): void {
  const parts = target.children.filter(({ type }) => type !== 'comment');
  const star = parts.findIndex(({ type }) => type === 'list_splat_pattern');
  parts.forEach((part, i) => {
    if (star < 0 || i < star) return bindTarget(part, flow.item(from, `n:${i}`), flow);
    if (i > star) return bindTarget(part, flow.item(from, `n:${i - parts.length}`), flow);
    const elements = flow.element(from, part.start);
    return bindTarget(part.children[0], flow.container([[null, elements]]), flow);
  });
}
