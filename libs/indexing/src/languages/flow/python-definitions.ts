import type { Syntax } from '../syntax';
import { typeText } from '../values';
import { NONE, type FlowFunction, type Slot } from '../../flow/flow-facts';
import type { FlowReader, ReadFlow } from './flow-reader';
import { FlowScope } from './flow-scope';
import { fixtureName, fixtureValue, takesFixtures } from './python-fixtures';
import { valueOf } from './python-keys';
import { boundNames } from './python-names';

interface Parameter {
  readonly name: string;
  readonly type: Syntax | undefined;
  readonly value: Syntax | undefined;
  /** `*args` is `*`, `**kw` is `**`. */
  readonly stars: '' | '*' | '**';
}

function parametersOf(list: Syntax | undefined): readonly Parameter[] {
  return (list?.children ?? []).flatMap((node): Parameter[] => {
    const inner = node.type === 'typed_parameter' ? node.children[0]! : node;
    const stars =
      inner.type === 'list_splat_pattern' ? '*' : inner.type === 'dictionary_splat_pattern' ? '**' : '';
    const name =
      node.child('name') ?? (inner.type === 'identifier' ? inner : stars ? inner.children[0] : undefined);
    if (name?.type !== 'identifier') return [];
    return [{ name: name.text, type: node.child('type'), value: node.child('value'), stars }];
  });
}

/** How decorators that Python itself knows change a function. */
interface Marks {
  bound?: 'self' | 'class';
  property?: true;
  /** A setter: the name stays with the getter. */
  setter?: true;
  /** A test or a fixture of pytest. */
  fixtures?: true;
}

/** Reads a function and returns the slot of it. */
function functionOf(node: Syntax, flow: FlowReader, marks: Marks): Slot {
  const { builder, frame } = flow;
  const body = node.child('body');
  const definition = builder.source.definitionAt(node);
  const index = definition ? builder.source.indexOf(definition) : NONE;
  const parameters = parametersOf(node.child('parameters'));
  const given = parameters.map(({ value }) => valueOf(value, flow));
  const scope = new FlowScope(builder, flow.scope, [
    ...parameters.map(({ name }) => name),
    ...(body ? boundNames(body) : []),
  ]);
  const generator = body !== undefined && yields(body);
  const result = generator ? flow.container([]) : builder.slot();
  const first = parameters[0];
  const self = marks.bound && first ? (scope.find(first.name) ?? NONE) : NONE;
  const place = builder.functions.length;
  const slots = parameters.map(({ name }) => [name, scope.find(name)!] as const);
  const starred = parameters.findIndex(({ stars }) => stars === '*');
  const rest = starred < 0 ? NONE : builder.slot();
  if (rest !== NONE) builder.copy(slots[starred]![1], flow.container([[null, rest]]));
  const found: FlowFunction = {
    node: index,
    // Names after `*` and `*args` are given by name only.
    parameters: slots.filter((_, i) => parameters[i]!.stars === ''),
    ...(rest === NONE ? {} : { rest }),
    result,
    ...(marks.bound ? { bound: marks.bound } : {}),
    ...(marks.property ? { property: true } : {}),
  };
  builder.functions.push(found);
  const owner = index === NONE ? frame.owner : index;
  const inMethod = marks.bound !== undefined;
  const inside = {
    ...{ owner, inFunction: true, result, self: inMethod ? self : frame.self, class: frame.class },
    ...(inMethod || frame.inFunction ? {} : { class: NONE }),
  };
  flow.within(scope, inside, () => {
    parameters.forEach(({ name, type, stars }, i) => {
      builder.copy(slots[i]![1], given[i]!);
      if (type && stars === '' && name) flow.typed(slots[i]![1], typeText(type));
      const isGiven =
        marks.fixtures && !type && stars === '' && !parameters[i]!.value && !(i === 0 && marks.bound);
      if (isGiven) builder.copy(slots[i]![1], fixtureValue(node, name, scope.parent?.find(name), flow));
    });
    const declared = node.child('return_type');
    if (declared && !generator) flow.typed(result, typeText(declared));
    const value = flow.value(body);
    if (node.type === 'lambda') builder.copy(result, value);
  });
  const to = builder.slot();
  builder.add(['f', to, place]);
  return to;
}

function yields(body: Syntax): boolean {
  const enter = ({ type }: Syntax) => type !== 'function_definition' && type !== 'lambda';
  for (const { type } of body.within(enter, 20_000)) if (type === 'yield') return true;
  return false;
}

const lambda: ReadFlow = (node, flow) => functionOf(node, flow, {});

/** A definition with its decorators, the nearest last. */
function define(node: Syntax, decorators: readonly Syntax[], flow: FlowReader): Slot {
  const name = node.child('name')?.text ?? '';
  const inClass = flow.frame.class !== NONE && !flow.frame.inFunction;
  const marks: Marks = inClass && node.type === 'function_definition' ? { bound: 'self' } : {};
  const others = decorators.filter((decorator) => !mark(decorator, marks));
  if (inClass && /^(__new__|__init_subclass__|__class_getitem__)$/.test(name)) marks.bound = 'class';
  if (takesFixtures(name, others)) marks.fixtures = true;
  let value = node.type === 'class_definition' ? classOf(node, flow) : functionOf(node, flow, marks);
  for (const decorator of others.toReversed()) {
    const callee = flow.value(decorator.children[0]);
    if (callee === NONE) continue;
    const result = flow.call(callee, [value], decorator.start, 'decorate');
    // A decorated class is taken for the class itself: what all classes share says nothing about one of them.
    if (node.type === 'function_definition') value = result;
  }
  const fixture = fixtureName(name, decorators);
  if (fixture !== undefined && fixture !== name) {
    flow.fixtures.set(fixture, value);
    flow.builder.exports.push([fixture, value]);
  }
  if (!marks.setter) flow.scope.assign(name, value);
  return NONE;
}

/** Records a decorator of Python itself; false for any other one. */
function mark(decorator: Syntax, marks: Marks): boolean {
  const text = decorator.end - decorator.start < 100 ? decorator.text.slice(1).trim() : '';
  const last = text.slice(text.lastIndexOf('.') + 1);
  if (last === 'staticmethod') delete marks.bound;
  else if (last === 'classmethod') marks.bound = 'class';
  else if (last === 'property' || last === 'cached_property') marks.property = true;
  else if (text.includes('.') && /^(setter|deleter)$/.test(last)) marks.setter = true;
  else return /^(overload|abstractmethod|final|override)$/.test(last);
  return true;
}

function classOf(node: Syntax, flow: FlowReader): Slot {
  const { builder } = flow;
  const body = node.child('body');
  const listed = node.child('superclasses')?.children ?? [];
  const bases = listed
    .filter(({ type }) => type !== 'keyword_argument' && type !== 'comment')
    .map((base) => flow.value(base.type === 'subscript' ? base.child('value') : base))
    .filter((slot) => slot !== NONE);
  const definition = builder.source.definitionAt(node);
  const index = definition ? builder.source.indexOf(definition) : NONE;
  const place = builder.classes.length;
  const scope = new FlowScope(builder, flow.scope, body ? boundNames(body) : [], false);
  builder.classes.push({ node: index, bases, members: [...scope.names()] });
  const frame = { owner: index === NONE ? flow.frame.owner : index, inFunction: false };
  flow.within(scope, { ...frame, result: NONE, self: NONE, class: place }, () => flow.value(body));
  const to = builder.slot();
  builder.add(['c', to, place]);
  return to;
}

export const pythonDefinitions: Readonly<Record<string, ReadFlow>> = {
  function_definition: (node, flow) => define(node, [], flow),
  class_definition: (node, flow) => define(node, [], flow),
  decorated_definition: (node, flow) => {
    const definition = node.child('definition');
    const decorators = node.children.filter(({ type }) => type === 'decorator');
    return definition ? define(definition, decorators, flow) : NONE;
  },
  lambda,
};
