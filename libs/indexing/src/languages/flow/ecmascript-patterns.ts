import type { Syntax } from '../syntax';
import { NONE, type Slot } from '../../flow/flow-facts';
import type { FlowReader } from './flow-reader';

/** Assigns a value to a target: a name, a pattern, `a.b`, `a[i]`. */
export function bindPattern(target: Syntax | undefined, from: Slot, flow: FlowReader): void {
  if (!target) return;
  const { builder, scope } = flow;
  switch (target.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      scope.assign(target.text, from);
      break;
    case 'member_expression': {
      const object = flow.value(target.child('object'));
      const name = target.child('property')?.text ?? '';
      if (object !== NONE && from !== NONE) builder.add(['.=', object, name, from]);
      break;
    }
    case 'subscript_expression': {
      const container = flow.value(target.child('object'));
      const index = target.child('index');
      const key = elementKey(index);
      const keySlot = key === null ? flow.value(index) : NONE;
      if (container !== NONE && from !== NONE) builder.add(['[=', container, keySlot, key, from]);
      break;
    }
    case 'assignment_pattern':
    case 'object_assignment_pattern':
      bindPattern(target.child('left'), flow.either([from, flow.value(target.child('right'))]), flow);
      break;
    case 'rest_pattern':
      bindPattern(target.children[0], from, flow);
      break;
    case 'object_pattern':
      for (const part of target.children) bindMember(part, from, flow);
      break;
    case 'array_pattern':
      target.children.forEach((part, i) => bindPattern(part, flow.item(from, `n:${i}`), flow));
      break;
    default:
      flow.value(target);
  }
}

/** One part of `{ a, b: c, d = e }`. */
function bindMember(part: Syntax, from: Slot, flow: FlowReader): void {
  const named = part.type === 'object_assignment_pattern' ? part.child('left') : part;
  if (part.type === 'pair_pattern') {
    bindPattern(part.child('value'), flow.builder.attribute(from, part.child('key')?.text ?? ''), flow);
  } else if (part.type === 'rest_pattern' || named?.type !== 'shorthand_property_identifier_pattern') {
    bindPattern(part, from, flow);
  } else {
    bindPattern(part, flow.builder.attribute(from, named.text), flow);
  }
}

/** A constant key of an object or array. */
export function elementKey(index: Syntax | undefined): string | null {
  if (!index || index.end - index.start > 60) return null;
  if (index.type === 'number') return `n:${index.text}`;
  return index.type === 'string' ? `s:${index.text.slice(1, -1)}` : null;
}
