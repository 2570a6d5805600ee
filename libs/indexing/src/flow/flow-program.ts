import type { NodeKey } from '@quarry/turn';
import type { FileFacts } from '../facts';
import { Attributes, type Exports } from './attributes';
import { Calls, type CallSite } from './calls';
import { classIn } from './class-types';
import { callAt, eachFact, KINDS, WAITS_FOR, type FlowCode } from './flow-code';
import { NONE, type FlowFact, type Slot } from './flow-facts';
import { loadFlow, type FlowFile } from './flow-file';
import { PointsTo } from './points-to';
import { Sites } from './sites';
import { Stated } from './stated';
import { Values, type ValueId } from './values';

/** How names of modules and types are resolved. */
export interface FlowNames {
  /** Path of a module as written in a file; undefined if it is not in the project. */
  module(module: string, path: string): string | undefined;
  /** Keys of the types that a type as written means, seen from a definition. */
  types(text: string, at: NodeKey): readonly NodeKey[];
}

/** Slots of a project that are followed at most: those of about 20 million lines. */
const MAX_SLOTS = 40_000_000;
/** Decorators of one definition that are followed. */
const MAX_DECORATORS = 8;
/** Copies of values; a project reaches a small part of it. */
const MAX_STEPS = 30_000_000;

/** The flow of all files of a project, followed until nothing changes. */
export class FlowProgram implements Exports {
  private readonly points = new PointsTo(MAX_STEPS, (slot, value) => this.arrived(slot, value));
  private readonly values = new Values();
  private readonly attributes = new Attributes(this.points, this.values, this);
  private readonly calls = new Calls(this.points, this.values, this.attributes);
  private readonly files = new Map<string, FlowFile>();
  private readonly types = new Map<NodeKey, ValueId>();
  private readonly stated: Stated;
  private readonly sites: Sites;
  /** Elements at a place that no constant determines. */
  private readonly unkeyed: { readonly key: Slot; readonly open: () => void }[] = [];

  /** @param flows of files, by path */
  constructor(
    files: readonly FileFacts[],
    flows: ReadonlyMap<string, FlowCode | undefined>,
    private readonly names: FlowNames,
  ) {
    let codes = 0;
    for (const file of files) {
      const flow = flows.get(file.path);
      if (!flow) continue;
      const loaded = loadFlow(file, flow, codes, this.points, this.values);
      codes += flow.code.length;
      this.files.set(file.path, loaded);
      for (const type of loaded.classes) {
        const value = this.values.get(type);
        if (value.is === 'class' && value.key !== undefined) this.types.set(value.key, type);
      }
    }
    this.sites = new Sites(this.points, codes);
    this.stated = new Stated([...this.files.values()], this.points.slot(0), codes);
  }

  /** Follows all values and returns the calls with what they may call; none if the project is too large. */
  solve(): readonly CallSite[] {
    if (this.files.size === 0 || this.points.slot(0) > MAX_SLOTS) return [];
    for (const file of this.files.values()) this.stateAll(file);
    for (const file of this.files.values()) this.ownValues(file);
    if (!this.points.settle()) return [];
    this.attributes.release();
    for (const [, type] of this.types) this.members(type);
    if (!this.points.settle()) return [];
    for (const { key, open } of this.unkeyed) if (this.points.of(key).length === 0) open();
    if (!this.points.settle() || !this.decorate()) return [];
    return this.sites.all().filter(({ callee }) => !this.points.isFull(callee));
  }

  /**
   * Gives decorated names their values. A decorator that returns what it decorates is followed for that alone, because
   * its result is shared by everything that it decorates. False if the limit of steps was reached.
   */
  private decorate(): boolean {
    let open = this.sites.all().filter(({ how }) => how === 'decorate');
    for (let round = 0; open.length > 0 && round < MAX_DECORATORS; round++) {
      const later = open.filter(({ values: [decorated = NONE] }) => this.points.of(decorated).length === 0);
      for (const { to, made, values } of open.filter((site) => !later.includes(site))) {
        const [decorated = NONE] = values;
        const results = this.points.of(made);
        const same = results.length === 0 || this.points.of(decorated).some((each) => results.includes(each));
        this.points.copy(to, same ? decorated : made);
      }
      open = later;
      if (!this.points.settle()) return false;
    }
    return true;
  }

  /** Of a parameter that is returned as it is, the result has what no call gives: its default, and its type. */
  private ownValues({ flow, passed, base, facts }: FlowFile): void {
    if (passed.results.size === 0) return;
    const { code, texts } = flow;
    eachFact(flow, (kind, at) => {
      if ((kind !== '=' && kind !== 't') || passed.facts.has(at)) return;
      for (const result of passed.results.get(code[at + 1]!) ?? [])
        if (kind === '=') this.points.copy(result + base, code[at + 2]! + base);
        else this.typed(result + base, texts[code[at + 2]!]!, facts.nodes[code[at + 3]!]!.key);
    });
  }

  exported(path: string, name: string, to: Slot): void {
    const [own, ...others] = this.slotsOf(path, name, new Set());
    if (own !== undefined) {
      // A name that two modules export means neither.
      if (others.length === 0) this.points.copy(to, own);
      return;
    }
    const file = this.files.get(path);
    if (!file) return;
    // `require('./x').a` of a module that is one object or class.
    const whole =
      file.facts.language === 'python' || name === 'default' ? undefined : file.exports.get('default');
    if (whole !== undefined) this.points.watch(whole, (value) => this.attributes.get(value, name, to));
    if (!path.endsWith('__init__.py')) return;
    const below = this.names.module(`.${name}`, path);
    if (below !== undefined) this.points.put(to, this.values.module(below));
  }

  /** Slots of what a module exports under a name; several if modules that it re-exports disagree. */
  private slotsOf(path: string, name: string, seen: Set<string>): readonly Slot[] {
    const file = this.files.get(path);
    if (!file || seen.has(path) || seen.size > 200) return [];
    seen.add(path);
    const own = file.exports.get(name);
    if (own !== undefined) return [own];
    if (name === 'default') return [];
    return file.flow.wildcards.flatMap((wildcard) => {
      const module = this.names.module(wildcard, path);
      return module === undefined ? [] : this.slotsOf(module, name, seen);
    });
  }

  /** States the facts of a file: those that give values are followed, and others wait for values. */
  private stateAll(file: FlowFile): void {
    const { stated, sites } = this;
    const { flow, passed } = file;
    const decorate = flow.texts.indexOf('decorate');
    eachFact(flow, (kind, at) => {
      if (kind === '=' && passed.facts.has(at)) return;
      const part = WAITS_FOR[flow.code[at]!]!;
      if (part === 0) return this.state(file, kind, at);
      const slot = slotAt(file, at + part);
      if (slot !== NONE) stated.add(slot, file, at);
      if (kind === '.=') this.attributes.willAssign(flow.texts[flow.code[at + 2]!]!);
      // Without a value for its callee, the decorated name is what is decorated.
      if (decorate >= 0 && kind === '(' && flow.code[callAt(flow.code, at).caller + 2] === decorate)
        sites.call(file, at);
    });
  }

  /** A fact that gives a value by itself. */
  private state(file: FlowFile, kind: FlowFact[0], at: number): void {
    const { points, values } = this;
    const { code, texts } = file.flow;
    const to = slotAt(file, at + 1);
    const number = code[at + 2]!;
    switch (kind) {
      case 'f':
        return points.put(to, file.functions[number]!);
      case 'c':
        return points.put(to, file.classes[number]!);
      case 'k':
        return points.put(to, values.constant(texts[number]!));
      case '{':
        return points.put(to, this.container(texts[number] === 'object'));
      case 'm':
        return this.imported(file, to, texts[number]!, texts[code[at + 3]!]!);
      case 't':
        return this.typed(to, texts[number]!, file.facts.nodes[code[at + 3]!]!.key);
      default:
    }
  }

  /** What is stated of a slot is done with a new value of it. */
  private arrived(slot: Slot, value: ValueId): void {
    const { stated } = this;
    let place = stated.begin(slot);
    if (place === NONE) return;
    const file = stated.fileOf(slot);
    for (; place !== NONE; place = stated.after(place)) this.follow(file, place - file.begin, value);
  }

  /** What the fact at a place of the code of a file does with a value for which it waits. */
  private follow(file: FlowFile, at: number, value: ValueId): void {
    const { points, values, attributes, sites } = this;
    const { code, texts } = file.flow;
    const to = slotAt(file, at + 1);
    switch (KINDS[code[at]!]) {
      case '=':
        return points.put(to, value);
      case '.':
        return attributes.get(value, texts[code[at + 3]!]!, to);
      case '.=':
        return attributes.assign(value, texts[code[at + 2]!]!, slotAt(file, at + 3));
      case '[':
        return this.element(value, slotAt(file, at + 3), texts[code[at + 4]!] ?? null, false, (from) =>
          points.copy(to, from),
        );
      case '[=':
        return this.element(value, slotAt(file, at + 2), texts[code[at + 3]!] ?? null, true, (place) =>
          points.copy(place, slotAt(file, at + 4)),
        );
      case 's':
        return points.put(to, values.base(file.classes[code[at + 2]!]!, value));
      case 'i':
        return this.iterate(value, to, file.facts.nodes[code[at + 3]!]?.key, code[at + 4]!);
      case '(':
        return this.calls.call(sites.call(file, at), value);
      default:
    }
  }

  private container(object: boolean): ValueId {
    const any = this.points.slot();
    const unknown = this.points.slot();
    this.points.copy(any, unknown);
    return this.values.add({ is: 'container', object, elements: new Map(), any, unknown });
  }

  private imported(file: FlowFile, to: Slot, module: string, name: string): void {
    const { path } = file.facts;
    const found = this.names.module(module, path);
    if (name === '') {
      if (found !== undefined) this.points.put(to, this.values.module(found));
      return;
    }
    if (found !== undefined) this.exported(found, name, to);
    if (file.facts.language !== 'python') return;
    const below = this.names.module(module.endsWith('.') ? module + name : `${module}.${name}`, path);
    if (below !== undefined) this.points.put(to, this.values.module(below));
  }

  private typed(to: Slot, text: string, at: NodeKey): void {
    const named = classIn(text);
    for (const key of this.names.types(named ?? text, at)) {
      const type = this.types.get(key);
      if (type !== undefined) this.points.put(to, named === undefined ? this.values.instance(type) : type);
    }
  }

  /** Opens the elements of a container: under a constant key, under the constants of a slot, or all of them. */
  private element(
    container: ValueId,
    key: Slot,
    constant: string | null,
    assigned: boolean,
    open: (slot: Slot) => void,
  ): void {
    const { points, values, attributes } = this;
    const value = values.get(container);
    if (value.is !== 'container') return;
    if (constant !== null || key === NONE) return open(attributes.element(value, constant, assigned));
    points.watch(key, (each) => {
      const known = values.get(each);
      if (known.is === 'constant') open(attributes.element(value, known.key, assigned));
    });
    this.unkeyed.push({ key, open: () => open(attributes.element(value, null, assigned)) });
  }

  /** What iterating over a value calls and gives. */
  private iterate(id: ValueId, to: Slot, caller: NodeKey | undefined, line: number): void {
    const { points, values } = this;
    const value = values.get(id);
    if (value.is === 'container') return points.copy(to, value.any);
    if (value.is !== 'instance' || caller === undefined) return;
    const iterator = points.slot();
    this.method(id, '__iter__', iterator, caller, line);
    points.watch(iterator, (each) => {
      const given = values.get(each);
      if (given.is === 'container') points.copy(to, given.any);
      else if (given.is === 'instance') this.method(each, '__next__', to, caller, line);
    });
  }

  /** The call of a method that the language calls by itself. */
  private method(object: ValueId, name: string, to: Slot, caller: NodeKey, line: number): void {
    const site = this.sites.own(to, caller, line);
    this.attributes.get(object, name, site.callee);
    this.points.watch(site.callee, (value) => this.calls.call(site, value));
  }

  /** Methods of a class have its instances as their objects, even if nothing calls them. */
  private members(type: ValueId): void {
    const value = this.values.get(type);
    if (value.is !== 'class') return;
    const instance = this.values.instance(type);
    if (value.self !== undefined) this.points.put(value.self, instance);
    for (const slot of value.members.values()) {
      this.points.watch(slot, (id) => {
        const member = this.values.get(id);
        if (member.is === 'function' && member.bound)
          this.attributes.receive(member, member.bound === 'class' ? type : instance);
      });
    }
  }
}

/** A slot of a file in the whole project. */
function slotAt({ flow, base }: FlowFile, at: number): Slot {
  const slot = flow.code[at]!;
  return slot === NONE ? NONE : slot + base;
}
