import type { Syntax } from '../syntax';
import { typeText } from '../values';
import { bindPattern } from './ecmascript-patterns';
import { declaredNames, patternNames } from './ecmascript-names';
import { NONE, type FlowFunction, type Slot } from '../../flow/flow-facts';
import type { FlowReader, ReadFlow } from './flow-reader';
import { FlowScope } from './flow-scope';

/** What a function is assigned to. */
const HOLDERS = new Set([
  'variable_declarator',
  'public_field_definition',
  'field_definition',
  'assignment_expression',
  'pair',
]);

/** The definition that a function value belongs to: its own, or that of the variable or member it is assigned to. */
function definitionOf(node: Syntax, flow: FlowReader): number {
  const { source } = flow.builder;
  const own = source.definitionAt(node);
  const { parent } = node;
  const holder =
    parent && HOLDERS.has(parent.type)
      ? source.definitionAt(parent)
      : parent?.type === 'export_statement' && node.field === 'value'
        ? source.definitionAt(parent)
        : undefined;
  const definition = own ?? (holder?.kind === 'FIELD' ? undefined : holder);
  return definition ? source.indexOf(definition) : NONE;
}

/** Reads a function and returns the slot of it; `method` names the class it is a member of. */
export function functionOf(node: Syntax, flow: FlowReader, method = false): Slot {
  const { builder, frame } = flow;
  const body = node.child('body');
  const index = definitionOf(node, flow);
  const single = node.child('parameter');
  const parameters = single
    ? [single]
    : (node.child('parameters')?.children ?? []).filter(({ type }) => type !== 'comment');
  const targets = parameters.map((parameter) => parameter.child('pattern') ?? parameter);
  const scope = new FlowScope(builder, flow.scope, [
    ...targets.flatMap(patternNames),
    ...(body ? declaredNames(body) : []),
  ]);
  const result = builder.slot();
  const arrow = node.type === 'arrow_function';
  const self = arrow && !method ? frame.self : builder.slot();
  const place = builder.functions.length;
  const rest = targets.findIndex(({ type }) => type === 'rest_pattern');
  const slots = targets.map(() => builder.slot());
  const elements = rest < 0 ? NONE : builder.slot();
  const found: FlowFunction = {
    node: index,
    parameters: slots
      .filter((_, i) => i !== rest)
      .map((slot, i) => [targets[i]!.end - targets[i]!.start < 60 ? targets[i]!.text : '', slot]),
    ...(elements === NONE ? {} : { rest: elements }),
    result,
    ...(method ? { bound: 'self' as const } : {}),
    ...((self !== NONE && !arrow) || method ? { self } : {}),
    ...(method && node.type === 'method_definition' && isGetter(node) ? { property: true as const } : {}),
  };
  builder.functions.push(found);
  const owner = index === NONE ? frame.owner : index;
  flow.within(scope, { owner, inFunction: true, result, self, class: frame.class }, () => {
    targets.forEach((target, i) => {
      const slot = slots[i]!;
      const type = parameters[i]!.child('type');
      if (type && i !== rest) flow.typed(slot, typeText(type));
      const given = parameters[i]!.child('value');
      if (given) builder.copy(slot, flow.value(given));
      bindPattern(target, i === rest ? flow.container([[null, elements]]) : slot, flow);
    });
    const declared = node.child('return_type');
    if (declared) flow.typed(result, typeText(declared));
    const value = flow.value(body);
    if (body && body.type !== 'statement_block') builder.copy(result, value);
  });
  const to = builder.slot();
  builder.add(['f', to, place]);
  return to;
}

function isGetter(node: Syntax): boolean {
  const name = node.child('name');
  return name !== undefined && /\bget\s+$/.test(node.source.slice(node.start, name.start));
}

function isStatic(node: Syntax): boolean {
  const name = node.child('name') ?? node.child('property');
  return name !== undefined && /\bstatic\b/.test(node.source.slice(node.start, name.start));
}

const declareFunction: ReadFlow = (node, flow) => {
  const name = node.child('name')?.text ?? '';
  const value = functionOf(node, flow);
  // A function is there before the code around it runs.
  const all = flow.scope.all(name);
  if (all !== undefined) flow.builder.copy(all, value);
  return value;
};

function classOf(node: Syntax, flow: FlowReader): Slot {
  const { builder } = flow;
  const clauses = node.first('class_heritage')?.children ?? [];
  const extended = clauses.flatMap((clause) =>
    clause.type === 'extends_clause' ? clause.all('value') : clause.type.endsWith('_clause') ? [] : [clause],
  );
  const bases = extended.map((base) => flow.value(base)).filter((slot) => slot !== NONE);
  const definition = builder.source.definitionAt(node);
  const index = definition ? builder.source.indexOf(definition) : NONE;
  const place = builder.classes.length;
  const self = builder.slot();
  const members: [string, Slot][] = [];
  builder.classes.push({ node: index, bases, members, self });
  const to = builder.slot();
  builder.add(['c', to, place]);
  const owner = index === NONE ? flow.frame.owner : index;
  const scope = new FlowScope(builder, flow.scope, []);
  flow.within(scope, { owner, inFunction: false, result: NONE, self, class: place }, () => {
    for (const member of node.child('body')?.children ?? []) readMember(member, self, to, members, flow);
  });
  return to;
}

function readMember(
  member: Syntax,
  self: Slot,
  type: Slot,
  members: [string, Slot][],
  flow: FlowReader,
): void {
  const name = (member.child('name') ?? member.child('property'))?.text ?? '';
  if (member.type === 'method_definition') {
    const fixed = isStatic(member);
    const value = functionOf(member, flow, !fixed);
    if (!/\bset\s+$/.test(member.source.slice(member.start, member.child('name')?.start)))
      members.push([name, value]);
    if (name === 'constructor') parameterProperties(member, self, flow);
    return;
  }
  const value = member.child('value');
  if (!value || name === '') {
    flow.each(member.children);
    const written = member.child('type');
    if (!written || name === '') return;
    const slot = flow.builder.slot();
    flow.typed(slot, typeText(written));
    flow.builder.add(['.=', self, name, slot]);
    return;
  }
  flow.builder.add(['.=', isStatic(member) ? type : self, name, flow.builder.slot()]);
  const from = flow.value(value);
  if (from !== NONE) flow.builder.add(['.=', isStatic(member) ? type : self, name, from]);
}

/** `constructor(private readonly repo: Repo)` sets a field. */
function parameterProperties(constructor: Syntax, self: Slot, flow: FlowReader): void {
  const found = flow.builder.functions.findLast((each) => each.bound === 'self' && each.self !== undefined);
  (constructor.child('parameters')?.children ?? []).forEach((parameter, i) => {
    const pattern = parameter.child('pattern');
    if (pattern?.type !== 'identifier' || parameter.start === pattern.start) return;
    const slot = found?.parameters[i]?.[1];
    if (slot !== undefined) flow.builder.add(['.=', self, pattern.text, slot]);
  });
}

const declareClass: ReadFlow = (node, flow) => {
  const value = classOf(node, flow);
  const name = node.child('name')?.text;
  if (name !== undefined) flow.scope.assign(name, value);
  return value;
};

export const ecmascriptDefinitions: Readonly<Record<string, ReadFlow>> = {
  function_declaration: declareFunction,
  generator_function_declaration: declareFunction,
  arrow_function: (node, flow) => functionOf(node, flow),
  function_expression: (node, flow) => functionOf(node, flow),
  generator_function: (node, flow) => functionOf(node, flow),
  class_declaration: declareClass,
  abstract_class_declaration: declareClass,
  class: classOf,
};
