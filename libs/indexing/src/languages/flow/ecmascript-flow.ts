import type { Syntax } from '../syntax';
import { typeText } from '../values';
import { ecmascriptDefinitions, functionOf } from './ecmascript-definitions';
import { ecmascriptModules, exportNames, requiredModule } from './ecmascript-imports';
import { declaredNames } from './ecmascript-names';
import { bindPattern, elementKey } from './ecmascript-patterns';
import { FlowBuilder, type FlowSource } from './flow-builder';
import { NONE, type FlowFacts, type Slot } from '../../flow/flow-facts';
import { FlowReader, type ReadFlow } from './flow-reader';
import { FlowScope } from './flow-scope';

const call: ReadFlow = (node, flow) => {
  const callee = node.child('function') ?? node.child('constructor');
  if (!callee) return NONE;
  if (callee.type === 'import' || callee.text === 'require') return requiredModule(node, flow);
  const how = node.type === 'new_expression' ? 'new' : 'call';
  const values: Slot[] = [];
  let counted = true;
  const target = callee.type === 'super' ? flow.base() : flow.value(callee);
  for (const argument of node.child('arguments')?.children ?? []) {
    if (argument.type === 'comment') continue;
    counted &&= argument.type !== 'spread_element';
    const value = flow.value(argument.type === 'spread_element' ? argument.children[0] : argument);
    if (counted) values.push(value);
  }
  const at = (callee.type === 'member_expression' ? callee.child('property') : callee) ?? callee;
  if (callee.type === 'super')
    return flow.call(flow.builder.attribute(target, 'constructor'), values, at.start);
  return flow.call(target, values, at.start, how);
};

const object: ReadFlow = (node, flow) => {
  const entries: [string | null, Slot][] = [];
  const spread: Slot[] = [];
  for (const part of node.children) {
    if (part.type === 'pair') {
      const key = part.child('key');
      const name = key?.type === 'property_identifier' ? `s:${key.text}` : elementKey(key);
      entries.push([name, flow.value(part.child('value'))]);
    } else if (part.type === 'shorthand_property_identifier') {
      entries.push([`s:${part.text}`, flow.scope.find(part.text) ?? NONE]);
    } else if (part.type === 'method_definition') {
      entries.push([`s:${part.child('name')?.text ?? ''}`, functionOf(part, flow)]);
    } else if (part.type === 'spread_element') {
      spread.push(flow.value(part.children[0]));
    }
  }
  return flow.either([flow.container(entries, 'object'), ...spread]);
};

const array: ReadFlow = (node, flow) => {
  const values = node.children.filter(({ type }) => type !== 'comment');
  const splat = values.findIndex(({ type }) => type === 'spread_element');
  return flow.container(
    values.map((value, i) => {
      const from =
        value.type === 'spread_element'
          ? flow.element(flow.value(value.children[0]), value.start, false)
          : flow.value(value);
      return [splat < 0 || i < splat ? `n:${i}` : null, from];
    }),
  );
};

const assign: ReadFlow = (node, flow) => {
  const value = flow.value(node.child('right'));
  bindPattern(node.child('left'), value, flow);
  exportNames(node, value, flow);
  return value;
};

const declare: ReadFlow = (node, flow) => {
  const written = node.child('type');
  const value = flow.value(node.child('value'));
  bindPattern(node.child('name'), value, flow);
  const name = node.child('name');
  if (written && name?.type === 'identifier') flow.typed(flow.value(name), typeText(written));
  return NONE;
};

const loop: ReadFlow = (node, flow) =>
  flow.maybe(() => {
    const right = node.child('right');
    bindPattern(node.child('left'), flow.element(flow.value(right), right?.start ?? node.start, false), flow);
    flow.value(node.child('body'));
  });

const branches: ReadFlow = (node, flow) => flow.maybe(() => flow.each(node.children));
const first: ReadFlow = (node, flow) => {
  const [value] = node.children.map((child) => flow.value(child));
  return value ?? NONE;
};
const skip: ReadFlow = () => NONE;

const TABLE: Readonly<Record<string, ReadFlow>> = {
  ...ecmascriptDefinitions,
  ...ecmascriptModules,
  identifier: (node, flow) => flow.scope.find(node.text) ?? NONE,
  this: (_, flow) => flow.frame.self,
  super: (_, flow) => flow.base(),
  member_expression: (node, flow) =>
    flow.builder.attribute(flow.value(node.child('object')), node.child('property')?.text ?? ''),
  subscript_expression: (node, flow) => {
    const container = flow.value(node.child('object'));
    const index = node.child('index');
    const key = elementKey(index);
    return flow.item(container, key, key === null ? flow.value(index) : NONE);
  },
  call_expression: call,
  new_expression: call,
  object,
  array,
  assignment_expression: assign,
  variable_declarator: declare,
  for_in_statement: loop,
  for_statement: branches,
  while_statement: branches,
  do_statement: branches,
  if_statement: branches,
  switch_statement: branches,
  try_statement: branches,
  parenthesized_expression: first,
  await_expression: first,
  as_expression: first,
  satisfies_expression: first,
  non_null_expression: first,
  ternary_expression: (node, flow) => {
    flow.value(node.child('condition'));
    return flow.either([flow.value(node.child('consequence')), flow.value(node.child('alternative'))]);
  },
  binary_expression: (node, flow) => {
    const sides = [flow.value(node.child('left')), flow.value(node.child('right'))];
    return /^(\?\?|\|\||&&)$/.test(node.child('operator')?.text ?? '') ? flow.either(sides) : NONE;
  },
  return_statement: (node, flow) => {
    flow.builder.copy(flow.frame.result, first(node, flow));
    return NONE;
  },
  comment: skip,
  string: skip,
  interface_declaration: skip,
  type_alias_declaration: skip,
  type_annotation: skip,
  type_arguments: skip,
  type_parameters: skip,
};

/** Where functions go as values in a TypeScript or JavaScript file. */
export function ecmascriptFlow(root: Syntax, source: FlowSource): FlowFacts | undefined {
  const builder = new FlowBuilder(source);
  const scope = new FlowScope(builder, null, declaredNames(root));
  const frame = { owner: 0, inFunction: false, result: NONE, self: NONE, class: NONE };
  new FlowReader(builder, TABLE, scope, frame).value(root);
  return builder.build();
}
