import type { Syntax } from '../syntax';
import { typeText } from '../values';
import { FlowBuilder, type FlowSource } from './flow-builder';
import { NONE, type FlowFacts } from '../../flow/flow-facts';
import { FlowReader, type ReadFlow } from './flow-reader';
import { FlowScope } from './flow-scope';
import { pythonDefinitions } from './python-definitions';
import { pythonExpressions } from './python-expressions';
import { isAsync, keyOf } from './python-keys';
import { boundNames } from './python-names';
import { bindTarget } from './python-targets';

const assignment: ReadFlow = (node, flow) => {
  const left = node.child('left');
  const right = node.child('right');
  const written = node.child('type');
  const key = keyOf(right);
  const value = key === null ? flow.value(right) : left?.type === 'identifier' ? flow.constant(key) : NONE;
  bindTarget(left, value, flow);
  if (written) flow.typed(flow.value(left), typeText(written));
  return value;
};

const loop: ReadFlow = (node, flow) =>
  flow.maybe(() => {
    const right = node.child('right');
    const element = flow.element(flow.value(right), right?.start ?? node.start, !isAsync(node));
    bindTarget(node.child('left'), element, flow);
    flow.value(node.child('body'));
    flow.value(node.child('alternative'));
  });

const branches: ReadFlow = (node, flow) => flow.maybe(() => flow.each(node.children));

/** `import a.b`, `import a.b as c`. */
const importModules: ReadFlow = (node, { builder, scope }) => {
  for (const item of node.all('name')) {
    const module = (item.child('name') ?? item).text.replace(/\s/g, '');
    const alias = item.child('alias')?.text;
    if (alias !== undefined) {
      const slot = scope.all(alias);
      if (slot !== undefined) builder.add(['m', slot, module, '']);
      continue;
    }
    const segments = module.split('.');
    let slot = scope.all(segments[0]!) ?? NONE;
    for (let n = 1; slot !== NONE; n++) {
      builder.add(['m', slot, segments.slice(0, n).join('.'), '']);
      if (n === segments.length) break;
      slot = builder.attribute(slot, segments[n]!);
    }
  }
  return NONE;
};

/** `from .a import b as c`, `from a import *`. */
const importNames: ReadFlow = (node, { builder, scope }) => {
  const module = (node.child('module_name')?.text ?? '').replace(/\s/g, '');
  for (const item of node.all('name')) {
    const name = (item.child('name') ?? item).text;
    const slot = scope.all(item.child('alias')?.text ?? name);
    if (slot !== undefined) builder.add(['m', slot, module, name]);
  }
  if (node.first('wildcard_import') && module !== '') builder.wildcards.push(module);
  return NONE;
};

const TABLE: Readonly<Record<string, ReadFlow>> = {
  ...pythonExpressions,
  ...pythonDefinitions,
  assignment,
  named_expression: (node, flow) => {
    const value = flow.value(node.child('value'));
    bindTarget(node.child('name'), value, flow);
    return value;
  },
  for_statement: loop,
  while_statement: branches,
  if_statement: branches,
  try_statement: branches,
  match_statement: branches,
  as_pattern: (node, flow) => {
    const value = flow.value(node.children[0]);
    const context = node.parent?.type === 'with_item';
    const name = isAsync(node.parent?.parent?.parent ?? node) ? '__aenter__' : '__enter__';
    const entered = context ? flow.call(flow.builder.attribute(value, name), [], node.start) : NONE;
    bindTarget(node.child('alias')?.children[0], flow.either([value, entered]), flow);
    return value;
  },
  return_statement: (node, flow) => {
    flow.builder.copy(flow.frame.result, flow.value(node.children[0]));
    return NONE;
  },
  yield: (node, flow) => {
    const value = flow.value(node.children[0]);
    const { result } = flow.frame;
    if (value === NONE || result === NONE) return NONE;
    const from = /^yield\s+from\b/.test(node.text.slice(0, 20)) ? flow.element(value, node.start) : value;
    flow.builder.add(['[=', result, NONE, null, from]);
    return NONE;
  },
  raise_statement: (node, flow) => {
    const [raised] = node.children;
    const value = flow.value(raised);
    flow.each(node.children.slice(1));
    return raised && raised.type !== 'call' ? flow.call(value, [], raised.start, 'raise') : NONE;
  },
  import_statement: importModules,
  import_from_statement: importNames,
  future_import_statement: () => NONE,
  global_statement: () => NONE,
  nonlocal_statement: () => NONE,
};

/**
 * Where functions go as values in a Python file: through variables, arguments, results, containers and attributes,
 * after Salis et al., PyCG: Practical Call Graph Generation in Python (ICSE 2021).
 */
export function pythonFlow(root: Syntax, source: FlowSource): FlowFacts | undefined {
  const builder = new FlowBuilder(source);
  const scope = new FlowScope(builder, null, boundNames(root));
  const frame = { owner: 0, inFunction: false, result: NONE, self: NONE, class: NONE };
  const reader = new FlowReader(builder, TABLE, scope, frame);
  reader.value(root);
  for (const [name, slot] of reader.freeNames)
    for (const module of builder.wildcards) builder.add(['m', slot, module, name]);
  builder.exports.push(...scope.names());
  return builder.build();
}
