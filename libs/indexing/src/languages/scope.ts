import type { Definition } from './definition';
import type { LateType, TypeExpression } from './type-expression';

export interface ScopeOptions {
  readonly definition?: Definition;
  /** Type of `this` or `self`; null if it is unknown (a plain JavaScript function). */
  readonly self?: TypeExpression | null;
  readonly base?: TypeExpression;
  /** Namespace or module of definitions in this scope that have no enclosing definition. */
  readonly prefix?: string;
  /** Type of the definitions in this scope, although it is declared elsewhere (Rust's `impl`). */
  readonly owner?: string;
  /** True inside an anonymous function: its declarations are local and get no node. */
  readonly anonymous?: boolean;
}

/** Names that a stretch of code binds. */
export class Scope {
  /** Changes for decorators only: they are read before the definition that they belong to. */
  definition: Definition;
  base: TypeExpression | undefined;
  readonly self: TypeExpression | null | undefined;
  /** Changes within a file of PHP with several namespaces one after the other. */
  prefix: string;
  readonly owner: string | undefined;
  readonly anonymous: boolean;
  private readonly values = new Map<string, LateType[]>();
  /** Where the initial values of names stand that are bound once. */
  private readonly initial = new Map<string, Extent>();
  private readonly types = new Set<string>();
  /** Resolved types, and those in progress: names may determine each other's types in a cycle. */
  private readonly known = new Map<string, TypeExpression | undefined | typeof RUNNING>();

  constructor(
    readonly parent: Scope | null,
    definition: Definition,
    options: ScopeOptions,
  ) {
    this.definition = definition;
    this.self = options.self === undefined ? parent?.self : options.self;
    this.base = options.base ?? parent?.base;
    this.prefix = options.prefix ?? parent?.prefix ?? '';
    this.owner = options.definition ? undefined : (options.owner ?? parent?.owner);
    this.anonymous = options.anonymous ?? (!options.definition && (parent?.anonymous ?? false));
  }

  /**
   * Binds a parameter or local variable. If it is bound to different types, or very often, its type is unknown.
   * @param initial where its value stands, in languages in which the name in it means that of an outer scope
   */
  bind(name: string, type: LateType, initial?: Extent): void {
    this.known.delete(name);
    const earlier = this.values.get(name);
    if (!earlier && initial) this.initial.set(name, initial);
    if (earlier) this.initial.delete(name);
    if (!earlier) this.values.set(name, [type]);
    else if (earlier.length <= MAX_BINDINGS) earlier.push(type);
  }

  bindType(name: string): void {
    this.types.add(name);
  }

  /** @param at offset of the name: in `let page = page()`, the second one is not the variable */
  find(name: string, at?: number): LateType | undefined {
    for (const scope of outwards(this)) {
      const found = scope.values.get(name);
      if (found && !isWithin(at, scope.initial.get(name))) return () => scope.typeOf(name, found);
    }
    return undefined;
  }

  private typeOf(name: string, types: readonly LateType[]): TypeExpression | undefined {
    const known = this.known.get(name);
    if (known !== undefined || this.known.has(name)) return known === RUNNING ? undefined : known;
    this.known.set(name, RUNNING);
    const type = agreed(types);
    this.known.set(name, type);
    return type;
  }

  /** True for a type parameter. */
  bindsType(name: string): boolean {
    for (const scope of outwards(this)) if (scope.types.has(name)) return true;
    return false;
  }
}

/** A part of a text, by offsets. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

function isWithin(at: number | undefined, extent: Extent | undefined): boolean {
  return at !== undefined && extent !== undefined && extent.start <= at && at < extent.end;
}

function* outwards(scope: Scope): Generator<Scope, undefined> {
  for (let at: Scope | null = scope; at; at = at.parent) yield at;
}

const MAX_BINDINGS = 8;
/** Stands for a type that is being resolved. */
const RUNNING = Symbol('running');

function agreed(types: readonly LateType[]): TypeExpression | undefined {
  const [first, ...others] = types;
  if (types.length > MAX_BINDINGS) return undefined;
  const type = first?.();
  return others.every((other) => other() === type) ? type : undefined;
}
