import type { EdgeKind, NodeKind } from '@quarry/graph-store';
import { defined } from '@quarry/turn';
import type { Calling, ImportFact, Reference } from '../facts';
import type { Definition } from './definition';
import type { LanguageRules } from './language-rules';
import { extentOf } from './extent';
import { Scope, type ScopeOptions } from './scope';
import { Lines, type Syntax } from './syntax';
import type { LateType } from './type-expression';
import { typeArguments, typeHead } from './type-names';
import { chain, hop, isBase, simpleName, typeOf, typeText, unwrapped } from './values';

/** A parameter; `type` is undefined if none is declared. */
export interface Parameter {
  readonly name: string;
  readonly type?: string;
}

export interface DefineOptions {
  readonly kind: NodeKind;
  readonly name: string;
  readonly parameters?: readonly Parameter[];
  readonly generics?: string;
  readonly type?: LateType;
  readonly calling?: Calling;
  /** Type that contains it, if that type's node does not enclose it. */
  readonly owner?: string;
  /** Parent, if it is not the enclosing definition (Python's `self.x = …`). */
  readonly parent?: Definition;
}

/** A reference whose `from` is still a definition instead of a key. */
export interface PendingReference extends Omit<Reference, 'from'> {
  readonly from: Definition;
}

/** Collects the findings of a language's visits in one file. */
export class FileBuilder {
  readonly definitions: Definition[] = [];
  /** The definition that a node declares. */
  readonly declared = new Map<Syntax, Definition>();
  readonly imports: ImportFact[] = [];
  readonly lines: Lines;
  namespace: string | undefined;
  scope: Scope;
  /**
   * A file of very long lines: only its top level is defined, because every further level would store the whole text
   * again.
   */
  private readonly minified: boolean;
  private readonly pending: (() => PendingReference | undefined)[] = [];
  private readonly decorators = new Map<Syntax, Scope>();
  /** Fields that are recorded as used: one relation stands for all of a definition. */
  private readonly accessed = new Map<Definition, Set<string>>();

  constructor(
    readonly spec: LanguageRules,
    readonly path: string,
    readonly source: string,
    readonly file: Definition,
    prefix: string,
  ) {
    this.lines = new Lines(source);
    this.minified = source.length > 20_000 && source.length / this.lines.at(source.length) > 1_000;
    this.scope = new Scope(null, file, { definition: file, prefix });
  }

  /** Enters a scope; the walker leaves it after the current node. */
  open(options: ScopeOptions = {}): Scope {
    this.scope = new Scope(this.scope, options.definition ?? this.scope.definition, options);
    return this.scope;
  }

  /** Adds a definition and enters its scope, with its parameters bound. */
  define(node: Syntax, options: DefineOptions): Definition | undefined {
    const outer = this.scope;
    if (options.name === '' || (this.minified && outer.definition !== this.file)) return undefined;
    const extent = extentOf(node, this.spec, this.lines);
    const owner = options.owner ?? outer.owner;
    const parent = options.parent ?? outer.definition;
    const open = parent.kind === 'FILE' || parent.kind === 'MODULE';
    const inside = parent === this.file ? outer.prefix : parent.qualifiedName;
    const definition: Definition = {
      kind: options.kind,
      name: options.name,
      qualifiedName: [inside, open ? owner : '', options.name].filter(Boolean).join('.'),
      ...extent,
      parent,
      owner: open ? owner : undefined,
      parameters: options.parameters?.map(({ type }) => type?.replace(/\s+/g, '') || '_'),
      generics: options.generics?.replace(/\s+/g, ''),
      type: options.type,
      ...(options.calling && { calling: options.calling }),
    };
    this.definitions.push(definition);
    this.declared.set(node, definition);
    for (const leading of extent.leading) {
      const scope = this.decorators.get(leading);
      if (scope) scope.definition = definition;
    }
    const self = options.kind === 'TYPE' ? definition.qualifiedName : undefined;
    const scope = this.open({ definition, self });
    for (const { name, type } of options.parameters ?? []) {
      const known = type && type !== '_' ? type : undefined;
      if (name !== '') scope.bind(name, () => known);
    }
    return definition;
  }

  /** Enters the scope of a decorator; its references belong to the definition after it. */
  decorate(node: Syntax): void {
    this.decorators.set(node, this.open());
  }

  /** Records the use of a name: a type annotation, a base class. */
  use(node: Syntax, name: string, kind: EdgeKind = 'USES', typeArguments = 0): void {
    const { scope } = this;
    this.pending.push(() =>
      name === '' || scope.bindsType(name)
        ? undefined
        : {
            ...{ from: scope.definition, kind, name, line: this.lines.at(node.start) },
            ...(typeArguments > 0 && { typeArguments }),
          },
    );
  }

  /** The same for a type that is named here and may be in another file. */
  useFrom(owner: string, node: Syntax, name: string, kind: EdgeKind): void {
    const { definition, prefix } = this.scope;
    const inside = definition === this.file ? prefix : definition.qualifiedName;
    this.pending.push(() => {
      if (name === '') return undefined;
      const fact = { kind, name, line: this.lines.at(node.start) };
      const here = this.definitions.find(
        (type) => type.kind === 'TYPE' && type.qualifiedName === `${inside}.${owner}`,
      );
      return here ? { ...fact, from: here } : { ...fact, from: definition, receiver: owner };
    });
  }

  /**
   * Records a name used as a value, if no local has that name and, unless `anyName`, the file imports or defines it.
   */
  mention(node: Syntax, names: readonly string[], anyName = false): void {
    const { scope } = this;
    const [root] = names;
    this.pending.push(() =>
      root === undefined || scope.find(root) || !(anyName || this.knows(root))
        ? undefined
        : { from: scope.definition, kind: 'USES', name: names.join('.'), line: this.lines.at(node.start) },
    );
  }

  /**
   * Records a call, or the creation of an object (with its type as the callee).
   * @param ending of the member's name: `=` where an assignment calls it
   * @param shapes of the arguments, see `Reference.shapes`
   */
  call(
    node: Syntax,
    called: Syntax | undefined,
    arity: number,
    kind: EdgeKind = 'CALLS',
    ending = '',
    shapes?: string,
  ): void {
    const { scope, spec } = this;
    const callee = unwrapped(called, spec.values);
    if (!callee) return;
    this.pending.push(() => {
      const fact = {
        from: scope.definition,
        kind,
        arity,
        line: this.lines.at(node.start),
        ...defined({ shapes }),
      };
      if (isBase(callee, spec.values)) return scope.base ? { ...fact, name: scope.base } : undefined;
      const member = spec.values.members[callee.type];
      const names = chain(callee, spec.values);
      if (!member) {
        return names?.length === 1 && !scope.find(names[0]!, callee.start)
          ? { ...fact, name: names[0]!, ...typeArguments(callee, spec.values) }
          : undefined;
      }
      const name = callee.part(member[1]);
      const last = name && simpleName(name);
      if (!last || !/^[\p{L}\p{N}_$#]{1,200}[?!]?$/u.test(last)) return undefined;
      const object = callee.part(member[0]);
      const isPath = spec.values.paths.has(callee.type);
      return {
        ...fact,
        line: this.lines.at(name.start),
        ...this.memberName(object, last + ending, scope, isPath),
        ...typeArguments(name, spec.values),
      };
    });
  }

  /**
   * Records a call, or the use of a field, that the grammar reads as plain names, in a macro.
   * @param isPath whether `::` joins the names, so that none of them is a variable
   */
  named(node: Syntax, names: readonly string[], kind: 'CALLS' | 'USES', isPath: boolean): void {
    const { scope, spec } = this;
    const [root = '', ...rest] = names;
    this.pending.push(() => {
      const fact = {
        ...{ from: scope.definition, kind, line: this.lines.at(node.start) },
        ...(kind === 'USES' && { asField: true as const }),
      };
      const bound = scope.find(root, node.start);
      const isSelf = spec.values.self.has(root);
      if (rest.length === 0) return bound || isSelf ? undefined : { ...fact, name: root };
      const name = names.join('.');
      if (isPath ? root !== 'Self' : !bound && !isSelf) return { ...fact, name };
      let receiver = isSelf ? (scope.self ?? undefined) : bound?.();
      for (const member of rest.slice(0, -1)) receiver = hop(receiver, member);
      return receiver === undefined ? undefined : { ...fact, name, receiver };
    });
  }

  /** Records a function or method that is named as a value, not called: `this::save`, `store.Write`, `OnClick`. */
  reference(object: Syntax | undefined, name: Syntax): void {
    const { scope } = this;
    const last = simpleName(name);
    this.pending.push(() => {
      if (!object && scope.find(last)) return undefined;
      const line = this.lines.at(name.start);
      const named = this.memberName(object, last, scope, false);
      return { from: scope.definition, kind: 'USES', line, asValue: true, ...named };
    });
  }

  /** Records the use of a value's field: `this.total`, `order.Total`; without an object, that of a bare name. */
  access(object: Syntax | undefined, name: Syntax): void {
    const { scope } = this;
    const last = simpleName(name);
    this.pending.push(() => {
      if (!object && scope.find(last)) return undefined;
      const named = this.memberName(object, last, scope, false);
      if (named.name.startsWith('().') && named.receiver === undefined) return undefined;
      const known = this.accessed.get(scope.definition) ?? new Set();
      this.accessed.set(scope.definition, known);
      const field = `${named.receiver ?? ''} ${named.name}`;
      if (known.has(field)) return undefined;
      known.add(field);
      return {
        ...{ from: scope.definition, kind: 'USES', line: this.lines.at(name.start), asField: true },
        ...named,
      };
    });
  }

  /** Records a function of the class around that the value of one of its fields names. */
  memberValue(name: string, node: Syntax): void {
    const { scope } = this;
    const receiver = scope.definition.parent?.qualifiedName;
    if (receiver === undefined) return;
    const line = this.lines.at(node.start);
    this.pending.push(() => ({
      ...{ from: scope.definition, kind: 'USES', line, asValue: true, name: `().${name}`, receiver },
    }));
  }

  /** Records a member of a value of a known type that is read and not called: a property is called by it. */
  memberRead(object: Syntax | undefined, name: Syntax): void {
    const { scope } = this;
    this.pending.push(() => {
      const named = this.memberName(object, simpleName(name), scope, false);
      if (named.receiver === undefined) return undefined;
      const known = this.accessed.get(scope.definition) ?? new Set();
      this.accessed.set(scope.definition, known);
      const member = `${named.receiver} ${named.name}`;
      if (known.has(member)) return undefined;
      known.add(member);
      const line = this.lines.at(name.start);
      return { from: scope.definition, kind: 'USES', line, asValue: true, ...named };
    });
  }

  /** The notation of a member: with its receiver's type, as a free name, or as `().name`. */
  private memberName(
    object: Syntax | undefined,
    last: string,
    scope: Scope,
    isPath: boolean,
  ): { name: string; receiver?: string } {
    const { values } = this.spec;
    if (!object) return { name: last };
    const before = chain(object, values);
    const receiver = typeOf(object, scope, values);
    const path = isPath && before?.[0] !== 'Self';
    const free = receiver?.startsWith('#') && !scope.find(before?.[0] ?? '');
    if (before && (path || free)) return { name: [...before, last].join('.') };
    if (receiver === undefined) return { name: `().${last}` };
    return { name: before ? [...before, last].join('.') : `().${last}`, receiver };
  }

  /** Records the creation of an object of a named type. */
  create(node: Syntax, type: Syntax | undefined, arity: number, shapes?: string): void {
    const { scope } = this;
    const name = type && typeHead(type);
    this.pending.push(() =>
      name
        ? {
            ...{ from: scope.definition, kind: 'CALLS', name, arity, line: this.lines.at(node.start) },
            ...defined({ shapes }),
          }
        : undefined,
    );
  }

  /** Records `super(…)` in languages with a special syntax for it. */
  callBase(node: Syntax, arity: number): void {
    const { scope } = this;
    this.pending.push(() => {
      const line = this.lines.at(node.start);
      return scope.base
        ? { from: scope.definition, kind: 'CALLS', name: scope.base, arity, line }
        : undefined;
    });
  }

  /** Records a call of the base class's method of the same name: Ruby's `super`. */
  callOverridden(node: Syntax, arity?: number): void {
    const { scope } = this;
    this.pending.push(() => {
      const { definition: from, base: receiver } = scope;
      if (receiver === undefined || from.kind !== 'METHOD') return undefined;
      const fact = { from, kind: 'CALLS', name: `().${from.name}`, receiver } as const;
      return { ...fact, line: this.lines.at(node.start), ...(arity === undefined ? {} : { arity }) };
    });
  }

  /** Binds a variable to its declared type, otherwise to the type of its initial value. */
  bind(name: string, written: Syntax | undefined, value?: Syntax, element = false): void {
    const { scope, spec } = this;
    const text = written && typeText(written);
    const late = () => {
      if (text) return text;
      const type = value && typeOf(value, scope, spec.values);
      return element ? hop(type, '[]') : type;
    };
    scope.bind(name, late, spec.values.shadows ? value : undefined);
  }

  /** Binds a variable to one part of a tuple, from 0. */
  bindPart(name: string, tuple: Syntax, part: number): void {
    const { scope, spec } = this;
    scope.bind(name, () => hop(typeOf(tuple, scope, spec.values), String(part)), tuple);
  }

  /** Binds every name of a pattern without a known type. */
  bindPattern(pattern: Syntax | undefined, types: readonly string[]): void {
    if (!pattern) return;
    const { members, elements } = this.spec.values;
    // `a.b` and `a[i]` bind nothing, and a default value is not part of the pattern.
    const enters = ({ type, field }: Syntax) =>
      !members[type] && elements[type] === undefined && field !== 'right';
    for (const node of pattern.within(enters)) {
      if (types.includes(node.type) && node.field !== 'right') this.scope.bind(node.text, () => undefined);
    }
  }

  /** The type of an expression, evaluated after the whole file is read. */
  later(value: Syntax | undefined): LateType {
    const { scope, spec } = this;
    return () => typeOf(value, scope, spec.values);
  }

  references(): readonly PendingReference[] {
    return this.pending.flatMap((make) => make() ?? []);
  }

  private known: Set<string> | undefined;

  private knows(name: string): boolean {
    this.known ??= new Set([
      ...this.imports.flatMap((item) => [
        ...(item.alias ? [item.alias] : []),
        ...item.names.map(({ local }) => local),
      ]),
      ...this.definitions.filter(({ parent }) => parent === this.file).map(({ name: top }) => top),
    ]);
    return this.known.has(name);
  }
}
