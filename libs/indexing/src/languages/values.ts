import type { Scope } from './scope';
import type { Syntax } from './syntax';
import type { TypeExpression } from './type-expression';

/** The value syntax of a language: the rules for determining the static type of an expression. */
export interface ValueRules {
  /** Node types of plain names. */
  readonly names: ReadonlySet<string>;
  /** Words for the object itself and for its base class. */
  readonly self: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
  /** Nodes that have the value of one part: node type → field (`''`: the first child). */
  readonly transparent: Readonly<Record<string, string>>;
  /** `object.name`: node type → fields of the object and of the name. */
  readonly members: Readonly<Record<string, readonly [string, string]>>;
  /** Members of `members` that are paths (`a::b`): their first segment is never a local variable. */
  readonly paths: ReadonlySet<string>;
  /** Calls: node type → field of the callee; the node type itself may also be a member (Java). */
  readonly calls: Readonly<Record<string, string>>;
  /** The member of a type that creates an object of it: Ruby's `new`. */
  readonly creates?: string;
  /** `list[i]`: node type → field of the list. */
  readonly elements: Readonly<Record<string, string>>;
  /** Nodes that name their type: node type → field of the type (`''`: the last child). */
  readonly typed: Readonly<Record<string, string>>;
  /** Literals: node type → name of a built-in type. */
  readonly literals: Readonly<Record<string, string>>;
  /** Node of the type arguments within a name, in languages where these tell overloads apart. */
  readonly typeArguments?: string;
  /** Set if its name, in the value of a variable, means what an outer scope binds: `let shop = shop()`. */
  readonly shadows?: true;
}

/** Expressions nested deeper than this have an unknown type. */
const MAX_HOPS = 24;
let hops = 0;

/** Static type of an expression; undefined if the file does not determine it. */
export function typeOf(
  node: Syntax | undefined,
  scope: Scope,
  rules: ValueRules,
): TypeExpression | undefined {
  if (!node || hops >= MAX_HOPS) return undefined;
  hops++;
  try {
    return read(node, scope, rules);
  } finally {
    hops--;
  }
}

function read(node: Syntax, scope: Scope, rules: ValueRules): TypeExpression | undefined {
  const { type } = node;
  const through = rules.transparent[type];
  if (through !== undefined) return typeOf(node.part(through), scope, rules);
  const literal = rules.literals[type];
  if (literal !== undefined) return literal;
  const typed = rules.typed[type];
  if (typed !== undefined) {
    if (typed === '' && node.children.length < 2) return typeOf(node.children[0], scope, rules);
    const written = typed === '' ? node.children.at(-1) : node.part(typed);
    const text = written && typeText(written);
    return text === 'Self' || rules.self.has(text ?? '') ? (scope.self ?? undefined) : text;
  }
  if (isSelf(node, rules)) return scope.self ?? undefined;
  if (isBase(node, rules)) return scope.base;
  if (rules.names.has(type)) {
    const bound = scope.find(node.text, node.start);
    return bound ? bound() : `#${simpleName(node)}`;
  }
  const element = rules.elements[type];
  if (element !== undefined) return hop(typeOf(node.child(element), scope, rules), '[]');
  const member = rules.members[type];
  if (member && rules.paths.has(type) && !node.text.startsWith('Self')) {
    return node.end - node.start > 300 ? undefined : `#${node.text.replaceAll('::', '.')}`;
  }
  if (member) {
    const name = node.part(member[1]);
    if (!name) return undefined;
    const object = node.part(member[0]);
    if (object && name.text === rules.creates) return chain(object, rules)?.join('.');
    return object ? hop(typeOf(object, scope, rules), simpleName(name)) : `#${simpleName(name)}`;
  }
  const callee = rules.calls[type];
  if (callee !== undefined) {
    const called = node.child(callee);
    if (called && isBase(called, rules)) return scope.base;
    return typeOf(called, scope, rules);
  }
  return undefined;
}

/** The names of a pure chain, `['this', 'items', 'total']`; undefined for anything else. */
export function chain(node: Syntax | undefined, rules: ValueRules): readonly string[] | undefined {
  const names: string[] = [];
  for (let at = node, i = 0; at && i < MAX_HOPS; i++) {
    const through = rules.transparent[at.type];
    if (through !== undefined) {
      at = at.part(through);
      continue;
    }
    if (rules.names.has(at.type) || isSelf(at, rules) || isBase(at, rules)) {
      return [simpleName(at), ...names.reverse()];
    }
    const member = rules.members[at.type];
    const name = member && at.part(member[1]);
    if (!member || !name || rules.calls[at.type] !== undefined) return undefined;
    names.push(simpleName(name));
    at = at.part(member[0]);
  }
  return undefined;
}

/** The node itself, without brackets, `await` and similar wrappers. */
export function unwrapped(node: Syntax | undefined, rules: ValueRules): Syntax | undefined {
  let at = node;
  for (let i = 0; at && i < MAX_HOPS; i++) {
    const through = rules.transparent[at.type];
    if (through === undefined) return at;
    at = at.part(through);
  }
  return at;
}

/** Follows a member; `[]` stands for an element. */
export function hop(type: TypeExpression | undefined, member: string): TypeExpression | undefined {
  if (type === undefined || type.length > 300) return undefined;
  return type.includes('#') ? `${type}.${member}` : `${type}#${member}`;
}

/** A type as written, without white space, annotation marks and quotes. */
export function typeText(node: Syntax): string {
  const text = node.end - node.start > 300 ? '' : node.text;
  return text
    .replace(/^\s*(->|:|\?)/, '')
    .replace(/^\\/, '')
    .replaceAll('\\', '.')
    .replace(/["'\s]+/g, (gap) => (/^\s+$/.test(gap) ? ' ' : ''))
    .trim();
}

/** A name without type arguments and sigils. */
export function simpleName(node: Syntax): string {
  const text = node.text;
  const generic = text.indexOf('<');
  return (generic > 0 ? text.slice(0, generic) : text)
    .replace(/^[@.?:\\]+/, '')
    .replaceAll('\\', '.')
    .trimEnd();
}

function isSelf(node: Syntax, rules: ValueRules): boolean {
  return node.end - node.start <= 6 && rules.self.has(node.text);
}

/** True for `super` and `base`. */
export function isBase(node: Syntax, rules: ValueRules): boolean {
  return node.end - node.start <= 6 && rules.base.has(node.text);
}
