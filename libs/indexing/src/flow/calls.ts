import type { NodeKey } from '@quarry/turn';
import type { Attributes } from './attributes';
import { NONE, type Call, type Slot } from './flow-facts';
import type { PointsTo } from './points-to';
import type { FunctionValue, ValueId, Values } from './values';

/** A call with its slots in the whole project. */
export interface CallSite {
  readonly to: Slot;
  /** Slot of what is returned; for a decorator, apart from the slot of the decorated name. */
  readonly made: Slot;
  readonly callee: Slot;
  readonly values: readonly Slot[];
  readonly named: readonly (readonly [string, Slot])[];
  readonly how: Call;
  readonly caller: NodeKey;
  readonly line: number;
  /** Functions that it may call. */
  readonly called: NodeKey[];
  /** Values of the callee that were called already: at most as many as a slot holds. */
  readonly done: ValueId[];
}

/** Follows arguments into what is called, and results out of it. */
export class Calls {
  constructor(
    private readonly points: PointsTo,
    private readonly values: Values,
    private readonly attributes: Attributes,
  ) {}

  call(site: CallSite, callee: ValueId): void {
    if (site.done.includes(callee)) return;
    site.done.push(callee);
    const value = this.values.get(callee);
    switch (value.is) {
      case 'function':
        if (site.how !== 'raise') this.enter(site, value, 0);
        break;
      case 'bound':
        if (site.how !== 'raise') this.method(site, value.function, value.self);
        break;
      case 'class':
        this.create(site, callee, value.constructs);
        break;
      case 'instance':
        if (site.how === 'call') this.through(site, callee, '__call__');
        break;
      case 'module':
        // `const Shop = require('./shop')`, with a class or function as the module.
        this.whole(site, callee);
        break;
      case 'accessor':
        this.access(site, value.container, value.name);
        break;
      default:
    }
  }

  private method(site: CallSite, method: ValueId, self: ValueId): void {
    const value = this.values.get(method);
    if (value.is !== 'function') return;
    this.attributes.receive(value, self);
    this.enter(site, value, value.self === undefined ? 1 : 0, self);
  }

  private whole(site: CallSite, module: ValueId): void {
    const slot = this.points.slot();
    this.attributes.get(module, 'default', slot);
    this.points.watch(slot, (value) => {
      if (this.values.get(value).is !== 'module') this.call(site, value);
    });
  }

  private create(site: CallSite, type: ValueId, constructs: string): void {
    const instance = this.values.instance(type);
    this.points.put(site.made, instance);
    this.through({ ...site, made: this.points.slot() }, instance, constructs);
  }

  /** Calls a method of an object by its name. */
  private through(site: CallSite, object: ValueId, name: string): void {
    const method = this.points.slot();
    this.attributes.get(object, name, method);
    this.points.watch(method, (value) => {
      const target = this.values.get(value);
      if (target.is === 'bound') this.method(site, target.function, target.self);
    });
  }

  /** Arguments to parameters, beginning with the `skip`th parameter. */
  private enter(site: CallSite, target: FunctionValue, skip: number, self?: ValueId): void {
    if (target.key !== undefined && !site.called.includes(target.key)) site.called.push(target.key);
    const { points } = this;
    site.values.forEach((from, i) => {
      const to = target.parameters[i + skip]?.[1] ?? target.rest ?? NONE;
      if (from !== NONE && to !== NONE) points.copy(to, from);
    });
    for (const [name, from] of site.named) {
      const to = target.parameters.find(([parameter]) => parameter === name)?.[1];
      if (to !== undefined) points.copy(to, from);
    }
    points.copy(site.made, target.result);
    for (const place of target.passedOn) {
      if (place < skip) {
        if (self !== undefined) points.put(site.made, self);
        continue;
      }
      const name = target.parameters[place]?.[0];
      const named = site.named.find(([parameter]) => parameter === name)?.[1];
      const from = site.values[place - skip] ?? named ?? NONE;
      if (from !== NONE) points.copy(site.made, from);
    }
  }

  /** A method of a container, or `call`, `apply` and `bind` of a function. */
  private access(site: CallSite, holder: ValueId, name: string): void {
    const { points } = this;
    const value = this.values.get(holder);
    const [first = NONE, second = NONE] = site.values;
    if (value.is !== 'container') {
      if (name === 'bind' || name === 'apply') points.put(site.made, holder);
      if (name === 'call') this.call({ ...site, values: site.values.slice(1), done: [] }, holder);
      if (name === 'apply') this.call({ ...site, values: [], done: [] }, holder);
      return;
    }
    if (/^(get|pop|setdefault|at|shift|find)$/.test(name)) {
      this.keyed(value, name === 'find' ? NONE : first, site.made);
      if (name !== 'pop' && second !== NONE) points.copy(site.made, second);
      if (name === 'setdefault' && second !== NONE) points.copy(value.unknown, second);
    } else if (/^(append|add|push|unshift)$/.test(name)) {
      if (first !== NONE) points.copy(value.unknown, first);
    } else if (name === 'insert' || name === 'set') {
      if (second !== NONE) points.copy(value.unknown, second);
    } else {
      points.put(site.made, holder);
    }
    if (/^(find|filter|map|forEach|flatMap|some|every|sort)$/.test(name)) this.visit(site, first, value.any);
  }

  /** A function that is called with each element. */
  private visit(site: CallSite, visitor: Slot, element: Slot): void {
    if (visitor === NONE) return;
    const inner = { ...site, callee: visitor, values: [element], named: [], made: this.points.slot() };
    const done: ValueId[] = [];
    this.points.watch(visitor, (callee) => this.call({ ...inner, done }, callee));
  }

  /** Elements under the constants of a slot; all of them without a slot. */
  private keyed(container: Parameters<Attributes['element']>[0], key: Slot, to: Slot): void {
    const { points } = this;
    if (key === NONE) return points.copy(to, container.any);
    points.watch(key, (id) => {
      const constant = this.values.get(id);
      if (constant.is === 'constant') points.copy(to, this.attributes.element(container, constant.key));
    });
  }
}
