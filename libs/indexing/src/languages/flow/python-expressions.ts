import type { Syntax } from '../syntax';
import { NONE, type Slot } from '../../flow/flow-facts';
import type { FlowReader, ReadFlow } from './flow-reader';
import { FlowScope } from './flow-scope';
import { elementPath, isAsync, keyOf, valueOf } from './python-keys';
import { targetNames } from './python-names';
import { bindTarget } from './python-targets';

/** Functions of Python that call what they are given, and return what those return. */
const CALLING = new Set(['map', 'filter', 'reduce']);
/** Functions of Python whose result has the elements of their argument. */
const SAME_ELEMENTS = new Set(['list', 'tuple', 'sorted', 'reversed', 'set', 'iter', 'frozenset']);

const call: ReadFlow = (node, flow) => {
  const callee = node.child('function');
  const list = node.child('arguments');
  if (!callee || !list) return NONE;
  if (list.type !== 'argument_list') {
    flow.value(list);
    return flow.call(flow.value(callee), [], callee.start);
  }
  if (callee.type === 'identifier' && flow.scope.find(callee.text) === undefined) {
    const known = builtIn(callee.text, list, node, flow);
    if (known !== undefined) return known;
  }
  update(callee, list, flow);
  const target = flow.value(callee);
  const values: Slot[] = [];
  const named: [string, Slot][] = [];
  let counted = true;
  for (const argument of list.children) {
    if (argument.type === 'comment') continue;
    if (argument.type === 'keyword_argument') {
      const value = argument.child('value');
      named.push([argument.child('name')?.text ?? '', valueOf(value, flow)]);
      continue;
    }
    const splat = argument.type === 'list_splat' || argument.type === 'dictionary_splat';
    const value = splat ? flow.value(argument.children[0]) : valueOf(argument, flow);
    counted &&= !splat;
    if (counted) values.push(value);
    // What a called function does with a container is not followed in the order of the code.
    if (argument.type === 'identifier') flow.scope.forget(argument.text);
  }
  const name = callee.type === 'attribute' ? callee.child('attribute')! : callee;
  const used = named.filter(([, slot]) => slot !== NONE);
  return flow.call(target, values, name.start, 'call', used);
};

function builtIn(name: string, list: Syntax, node: Syntax, flow: FlowReader): Slot | undefined {
  const [first, second] = list.children;
  if (name === 'super') return flow.base();
  if (CALLING.has(name)) {
    const slots = list.children.map((argument) => flow.value(argument));
    const results = slots.map((slot) => flow.call(slot, [], node.start));
    return flow.container(results.map((slot) => [null, slot]));
  }
  if (name === 'partial') return flow.value(first);
  if (name === 'getattr' && second) {
    const object = flow.value(first);
    const key = keyOf(second);
    return key?.startsWith('s:') ? flow.builder.attribute(object, key.slice(2)) : NONE;
  }
  if (!SAME_ELEMENTS.has(name) || !first) return undefined;
  flow.each(list.children.slice(1));
  return flow.container([[null, flow.element(flow.value(first), node.start)]]);
}

/** `d.update({"a": f})` assigns elements. */
function update(callee: Syntax, list: Syntax, flow: FlowReader): void {
  const [entries] = list.children;
  const object = callee.child('object');
  if (callee.child('attribute')?.text !== 'update' || entries?.type !== 'dictionary' || !object) return;
  const container = flow.value(object);
  if (container === NONE) return;
  for (const pair of entries.children) {
    const key = keyOf(pair.child('key'));
    const value = flow.value(pair.child('value'));
    if (value === NONE) continue;
    flow.builder.add(['[=', container, NONE, key, value]);
    if (object.type === 'identifier' && key !== null && flow.scope.depth === 0)
      flow.scope.elements.set(`${object.text}[${key}]`, value);
  }
}

const list: ReadFlow = (node, flow) => {
  const values = node.children.filter(({ type }) => type !== 'comment');
  const splat = values.findIndex(({ type }) => type === 'list_splat');
  return flow.container(
    values.map((value, i) => {
      const from = value.type === 'list_splat' ? value.children[0] : value;
      const slot = from === value ? flow.value(value) : flow.element(flow.value(from), value.start);
      return [splat < 0 || i < splat ? `n:${i}` : null, slot];
    }),
  );
};

const dictionary: ReadFlow = (node, flow) =>
  flow.container(
    node.children.map((pair) => [keyOf(pair.child('key')), flow.value(pair.child('value') ?? pair)]),
  );

/** A comprehension has its own variables. */
const comprehension: ReadFlow = (node, flow) => {
  const clauses = node.children.filter(({ type }) => type === 'for_in_clause');
  const names = clauses.flatMap((clause) => targetNames(clause.child('left')));
  const scope = new FlowScope(flow.builder, flow.scope, names);
  let to: Slot = NONE;
  flow.within(scope, flow.frame, () => {
    for (const clause of clauses) {
      const right = clause.child('right');
      const element = flow.element(flow.value(right), right?.start ?? clause.start, !isAsync(clause));
      bindTarget(clause.child('left'), element, flow);
    }
    const body = node.child('body');
    for (const child of node.children) if (child.type === 'if_clause') flow.value(child);
    const value = body?.type === 'pair' ? body.child('value') : body;
    to = flow.container([[null, flow.value(value)]]);
  });
  return to;
};

const subscript: ReadFlow = (node, flow) => {
  const [key, ...more] = node.all('subscript');
  const known = elementPath(node);
  const replaced = known && flow.scope.elements.get(known.path);
  if (replaced !== undefined) return replaced;
  const container = flow.value(node.child('value'));
  if (!key || more.length > 0 || key.type === 'slice') {
    flow.each(node.all('subscript'));
    return NONE;
  }
  const constant = keyOf(key);
  const keySlot = constant === null ? flow.value(key) : NONE;
  return flow.item(container, constant, keySlot);
};

/** The values of some children, by place. */
const either =
  (...places: readonly number[]): ReadFlow =>
  (node, flow) => {
    const slots = node.children.map((child) => flow.value(child));
    return flow.either(places.map((i) => slots[i] ?? NONE));
  };

export const pythonExpressions: Readonly<Record<string, ReadFlow>> = {
  identifier: (node, flow) => flow.scope.find(node.text) ?? flow.free(node.text),
  attribute: (node, flow) =>
    flow.builder.attribute(flow.value(node.child('object')), node.child('attribute')?.text ?? ''),
  call,
  subscript,
  list,
  tuple: list,
  expression_list: list,
  dictionary,
  set: list,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  generator_expression: comprehension,
  dictionary_comprehension: comprehension,
  parenthesized_expression: either(0),
  await: either(0),
  conditional_expression: either(0, 2),
  boolean_operator: either(0, 1),
  keyword_argument: (node, flow) => flow.value(node.child('value')),
  string: (node, flow) => {
    for (const child of node.children) if (child.type === 'interpolation') flow.value(child);
    return NONE;
  },
  comment: () => NONE,
  type: () => NONE,
};
