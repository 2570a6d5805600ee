import type { NodeKey } from '@quarry/turn';
import type { FactNode, Reference } from '../facts';
import type { Found } from './found';
import { Memo, type Results } from './memo';
import { familyOf, type Project } from './project';
import { elementOf, headOf, lastName, parameterOf, partOf } from './type-text';

/** Maximum number of types that are searched in a hierarchy. */
const MAX_BASES = 60;

/** Calls that return the value itself, in Rust. */
const SAME_VALUE = new Set([
  'unwrap',
  'expect',
  'clone',
  'borrow',
  'borrow_mut',
  'lock',
  'as_ref',
  'as_mut',
  'await',
]);

/** A type as written, with the definition in which it is written. */
interface Written {
  readonly text: string;
  readonly at: FactNode;
}
/** Of the function before it: the type that it declares for a parameter of a function that it takes. */
const PARAMETER = /^\((\d+):(\d+)\)$/;

type Known = Written | { readonly types: readonly FactNode[] };

/** Resolves names, seen from a definition. */
interface Names {
  free(name: string, at: FactNode): Found | undefined;
  type(name: string, at: FactNode): readonly FactNode[];
}

/** Members of types, own and inherited, and the types of values. */
export class Members {
  private readonly bases: Results<readonly FactNode[]> = new Map();
  /** Resolved types of values; they may depend on each other in a cycle. */
  private readonly values: Results<Known | undefined> = new Map();
  private readonly memo: Memo;

  constructor(
    private readonly project: Project,
    private readonly names: Names,
    private readonly heritage: ReadonlyMap<NodeKey, readonly Reference[]>,
  ) {
    this.memo = new Memo(project.dependencies);
  }

  /** Members of that name: those of the types themselves, otherwise of the nearest bases that have one. */
  of(types: readonly FactNode[], name: string): readonly FactNode[] {
    const seen = new Set<NodeKey>();
    let level = types;
    while (level.length > 0 && seen.size < MAX_BASES) {
      const parts = level.flatMap((type) => this.partsOf(type)).filter(({ key }) => !seen.has(key));
      const hits = parts.flatMap(({ key }) => this.project.children(key, name));
      if (hits.length > 0) return [...new Set(hits)];
      for (const { key } of parts) seen.add(key);
      level = parts.flatMap((type) => this.basesOf(type));
    }
    return [];
  }

  /** Members seen through a value: those of a type or module itself, otherwise those of the value's type. */
  ofValue(nodes: readonly FactNode[], name: string): readonly FactNode[] {
    const own = nodes.filter(({ kind }) => kind === 'TYPE' || kind === 'MODULE');
    if (own.length > 0 && !this.constantOf(nodes)) return this.of(own, name);
    return this.of(this.typesOf(this.valueOf(nodes)), name);
  }

  /** The types of an expression, seen from `at`; for the notation see `FactNode.type`. */
  expression(text: string, at: FactNode): readonly FactNode[] {
    return this.typesOf(this.follow(text, at));
  }

  /**
   * Names of an expression's type and of all types above it, without what they are in; also of types outside of the
   * project, as far as code names them. Empty if the type is unknown.
   */
  namesOf(text: string, at: FactNode): readonly string[] {
    const known = this.follow(text, at);
    if (!known) return [];
    const names = new Set<string>();
    let level = this.typesOf(known);
    const written = level.length === 0 ? this.writtenOf(known) : undefined;
    const head =
      written && (headOf(written.text) ?? (elementOf(written.text) === undefined ? undefined : 'Array'));
    if (head !== undefined) names.add(lastName(head));
    for (let i = 0; level.length > 0 && i < MAX_BASES; i++) {
      const parts = level.flatMap((type) => this.partsOf(type)).filter(({ name }) => !names.has(name));
      for (const { key, name } of parts) {
        names.add(name);
        this.project.dependencies.read('bases', key);
        for (const base of this.heritage.get(key) ?? [])
          if (this.names.type(base.name, this.project.node(key) ?? at).length === 0)
            names.add(lastName(base.name));
      }
      level = parts.flatMap((type) => this.basesOf(type));
    }
    return [...names];
  }

  /** The parts of a type: a class of C# or Ruby may be split into several. */
  partsOf(type: FactNode): readonly FactNode[] {
    if (type.language !== 'csharp' && type.language !== 'ruby') return [type];
    return this.project
      .byQualifiedName(type.language, type.qualifiedName)
      .filter(({ kind }) => kind === 'TYPE');
  }

  private constantOf(nodes: readonly FactNode[]): boolean {
    return nodes.some(({ kind, type }) => kind === 'FIELD' && type !== undefined);
  }

  private basesOf(type: FactNode): readonly FactNode[] {
    return this.memo.get(this.bases, type.key, [], () => this.writtenBases(type));
  }

  private writtenBases(type: FactNode): readonly FactNode[] {
    this.project.dependencies.read('bases', type.key);
    const at = this.project.node(type.parent ?? '') ?? type;
    const found = (this.heritage.get(type.key) ?? []).flatMap((reference) =>
      this.names.type(
        reference.name,
        isInside(reference, type) ? (this.project.node(reference.from) ?? at) : at,
      ),
    );
    return found.filter(({ qualifiedName }) => qualifiedName !== type.qualifiedName);
  }

  private follow(text: string, at: FactNode): Known | undefined {
    const mark = text.indexOf('#');
    if (mark < 0) return { text, at };
    return this.memo.deeper(() => {
      const hops = text.slice(mark + 1).split('.');
      return mark > 0 ? this.walk({ text: text.slice(0, mark), at }, hops, at) : this.fromName(hops, at);
    });
  }

  /** `#a.b.c`: resolves the longest prefix that is itself a name, then members of its value. */
  private fromName(hops: readonly string[], at: FactNode): Known | undefined {
    const [first = ''] = hops;
    const stop = hops.findIndex((hop) => hop === '[]' || PARAMETER.test(hop));
    for (let n = stop < 0 ? hops.length : stop; n > 0; n--) {
      const found = this.names.free(n === 1 ? first : hops.slice(0, n).join('.'), at);
      if (found?.is === 'nodes') {
        const isPassed = PARAMETER.test(hops[n] ?? '');
        return isPassed
          ? this.walk(expected(found.nodes, hops[n]), hops.slice(n + 1), at)
          : this.walk(this.valueOf(found.nodes), hops.slice(n), at);
      }
      if (found) return undefined;
    }
    return undefined;
  }

  private walk(start: Known | undefined, hops: readonly string[], at: FactNode): Known | undefined {
    let current = start;
    for (const [n, hop] of hops.entries()) {
      if (!current) return undefined;
      if (PARAMETER.test(hop)) continue;
      if (hop === '[]') {
        const written = this.writtenOf(current);
        const text = written && elementOf(written.text);
        current = written && text !== undefined ? { text, at: written.at } : undefined;
        continue;
      }
      if (/^\d+$/.test(hop)) {
        current = this.partOfTuple(current, Number(hop));
        continue;
      }
      const members = this.of(this.typesOf(current), hop);
      if (PARAMETER.test(hops[n + 1] ?? '')) {
        current = expected(members, hops[n + 1]);
        continue;
      }
      const same = members.length === 0 && at.language === 'rust' && SAME_VALUE.has(hop);
      current = same ? current : this.valueOf(members);
    }
    return current;
  }

  private partOfTuple(tuple: Known, part: number): Written | undefined {
    const written = this.writtenOf(tuple);
    const text = written && partOf(written.text, part);
    return written && text !== undefined ? { text, at: written.at } : undefined;
  }

  /** The type of these nodes: a type itself, otherwise their declared type. */
  private valueOf(nodes: readonly FactNode[]): Known | undefined {
    const types = nodes.filter(({ kind }) => kind === 'TYPE');
    // In TypeScript a constant may have the name of an interface; as a value, the name means the constant.
    const constant = types.some(({ language }) => language === 'typescript') && this.constantOf(nodes);
    if (types.length > 0 && !constant) return { types };
    const typed = nodes.filter(({ type }) => type !== undefined);
    const [first] = typed;
    if (!first || typed.some(({ type }) => type !== first.type)) return undefined;
    return this.memo.get(this.values, first.key, undefined, () => this.follow(first.type!, first));
  }

  /** Types with that qualified name; its path may contain characters that no written type does: `my-app/a.Shop`. */
  private qualified({ text, at }: Written): readonly FactNode[] {
    if (!/[./]/.test(text)) return [];
    return this.project.byQualifiedName(familyOf(at.language), text).filter(({ kind }) => kind === 'TYPE');
  }

  private writtenOf(known: Known): Written | undefined {
    return 'text' in known && !known.text.includes('#') ? known : undefined;
  }

  private typesOf(known: Known | undefined): readonly FactNode[] {
    if (!known) return [];
    if ('types' in known) return known.types;
    const types = this.memo.deeper(() => {
      const exact = this.qualified(known);
      if (exact.length > 0) return exact;
      if (known.text.includes('#')) return this.typesOf(this.follow(known.text, known.at));
      const head = headOf(known.text);
      return head === undefined ? [] : this.names.type(head, known.at);
    });
    return types ?? [];
  }
}

/** Whether the name of a base is looked up from within the type, as Ruby's `include`, or an `impl` of it. */
export function isInside({ receiver }: Reference, type: FactNode): boolean {
  return receiver !== undefined || type.language === 'ruby';
}

/** What functions declare for a parameter of their argument, if they agree; undefined for any other hop. */
function expected(functions: readonly FactNode[], hop: string | undefined): Written | undefined {
  const places = PARAMETER.exec(hop ?? '');
  if (!places) return undefined;
  const [argument, parameter] = [Number(places[1]), Number(places[2])];
  const known = functions.flatMap((at): readonly Written[] => {
    const text = parameterOf(at.parameters?.[argument] ?? '', parameter);
    return text === undefined ? [] : [{ text, at }];
  });
  const [first] = known;
  return first && known.every(({ text }) => text === first.text) ? first : undefined;
}
