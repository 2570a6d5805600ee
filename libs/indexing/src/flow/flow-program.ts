import type { NodeKey } from '@quarry/turn';
import type { FileFacts } from '../facts';
import { Attributes, type Exports } from './attributes';
import { Calls, type CallSite } from './calls';
import { classIn } from './class-types';
import { NONE, type FlowFact, type Slot } from './flow-facts';
import { loadFlow, type FlowFile } from './flow-file';
import { PointsTo } from './points-to';
import { Sites } from './sites';
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
  private readonly points = new PointsTo(MAX_STEPS, (fact, value) => this.follow(fact, value));
  private readonly values = new Values();
  private readonly attributes = new Attributes(this.points, this.values, this);
  private readonly calls = new Calls(this.points, this.values, this.attributes);
  private readonly files = new Map<string, FlowFile>();
  private readonly types = new Map<NodeKey, ValueId>();
  private readonly sites = new Sites(this.points);
  /** Elements at a place that no constant determines. */
  private readonly unkeyed: { readonly key: Slot; readonly open: () => void }[] = [];

  constructor(
    facts: readonly FileFacts[],
    private readonly names: FlowNames,
  ) {
    for (const file of facts) {
      if (!file.flow) continue;
      const loaded = loadFlow(file, file.flow, this.points, this.values);
      this.files.set(file.path, loaded);
      for (const type of loaded.classes) {
        const value = this.values.get(type);
        if (value.is === 'class' && value.key !== undefined) this.types.set(value.key, type);
      }
    }
  }

  /** Follows all values and returns the calls with what they may call; none if the project is too large. */
  solve(): readonly CallSite[] {
    if (this.files.size === 0 || this.points.slot(0) > MAX_SLOTS) return [];
    for (const file of this.files.values())
      for (const fact of file.flow.facts) if (!file.passed.facts.has(fact)) this.state(file, fact);
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
    for (const fact of flow.facts) {
      if (passed.facts.has(fact) || (fact[0] !== '=' && fact[0] !== 't')) continue;
      for (const result of passed.results.get(fact[1]) ?? [])
        if (fact[0] === '=') this.points.copy(result + base, fact[2] + base);
        else this.typed(result + base, fact[2], facts.nodes[fact[3]]!.key);
    }
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

  /** States one fact of a file. */
  private state(file: FlowFile, fact: FlowFact): void {
    const { points, values } = this;
    const at = (slot: Slot) => (slot === NONE ? NONE : slot + file.base);
    switch (fact[0]) {
      case '=':
        return points.copy(at(fact[1]), at(fact[2]));
      case 'f':
        return points.put(at(fact[1]), file.functions[fact[2]]!);
      case 'c':
        return points.put(at(fact[1]), file.classes[fact[2]]!);
      case 'k':
        return points.put(at(fact[1]), values.constant(fact[2]));
      case '{':
        return points.put(at(fact[1]), this.container(fact[2] === 'object'));
      case 'm':
        return this.imported(file, at(fact[1]), fact[2], fact[3]);
      case 't':
        return this.typed(at(fact[1]), fact[2], file.facts.nodes[fact[3]]!.key);
      case '(': {
        const place = this.sites.wait(file, fact);
        // Without a value for its callee, the decorated name is what is decorated.
        if (fact[7] === 'decorate') this.sites.call(place, file, fact);
        return points.watchBy(at(fact[2]), place);
      }
      case '.=':
      case '[=':
        return points.watchBy(at(fact[1]), this.sites.wait(file, fact));
      case '.':
      case '[':
        return points.watchBy(at(fact[2]), this.sites.wait(file, fact));
      case 's':
        return points.watchBy(at(fact[3]), this.sites.wait(file, fact));
      case 'i':
        return this.iterate(at(fact[1]), at(fact[2]), file.facts.nodes[fact[3]]?.key, fact[4]);
    }
  }

  /** What a fact does with a value for which it waited. */
  private follow(place: number, value: ValueId): void {
    const { points, values, attributes } = this;
    const { file, fact } = this.sites.at(place);
    const at = (slot: Slot) => (slot === NONE ? NONE : slot + file.base);
    switch (fact[0]) {
      case '.':
        return attributes.get(value, fact[3], at(fact[1]));
      case '.=':
        return attributes.assign(value, fact[2], at(fact[3]));
      case '[':
        return this.element(value, at(fact[3]), fact[4], false, (slot) => points.copy(at(fact[1]), slot));
      case '[=':
        return this.element(value, at(fact[2]), fact[3], true, (slot) => points.copy(slot, at(fact[4])));
      case 's':
        return points.put(at(fact[1]), values.base(file.classes[fact[2]]!, value));
      case '(':
        return this.calls.call(this.sites.call(place, file, fact), value);
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

  /** What iterating over an object calls and gives. */
  private iterate(to: Slot, from: Slot, caller: NodeKey | undefined, line: number): void {
    const { points, values } = this;
    const elements = (object: Slot) => {
      points.watch(object, (id) => {
        const value = values.get(id);
        if (value.is === 'container') points.copy(to, value.any);
      });
    };
    elements(from);
    if (caller === undefined) return;
    points.watch(from, (id) => {
      if (values.get(id).is !== 'instance') return;
      const iterator = points.slot();
      this.method(id, '__iter__', iterator, caller, line);
      elements(iterator);
      points.watch(iterator, (each) => {
        if (values.get(each).is === 'instance') this.method(each, '__next__', to, caller, line);
      });
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
