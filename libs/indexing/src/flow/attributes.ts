import type { PointsTo } from './points-to';
import { NONE, type Slot } from './flow-facts';
import type { FunctionValue, ValueId, Values } from './values';

/** Classes of a hierarchy that are searched. */
const MAX_BASES = 60;

/** Methods of containers that are followed. */
const ACCESSORS =
  /^(get|pop|setdefault|append|add|insert|extend|values|items|copy|push|unshift|shift|set|at|slice|concat|find|filter|map|forEach|flatMap|some|every|entries|sort|then)$/;

/** What the files of a project export. */
export interface Exports {
  /** Copies what a module exports under a name. */
  exported(path: string, name: string, to: Slot): void;
}

/** Reads and sets attributes of objects, classes, modules and containers. */
export class Attributes {
  private readonly orders = new Map<ValueId, readonly ValueId[]>();
  /** Class → name → slot of what is set from outside the class body. */
  private readonly set = new Map<ValueId, Map<string, Slot>>();
  /** Names that some file sets: most that are read are no such name. */
  private readonly assigned = new Set<string>();
  /** Reads that wait until the bases of all classes are known. */
  private waiting: (() => void)[] | null = [];

  constructor(
    private readonly points: PointsTo,
    private readonly values: Values,
    private readonly exports: Exports,
  ) {}

  /** Reads what waited; from now on, nothing waits. */
  release(): void {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const read of waiting) read();
  }

  /** Notes a name that is set somewhere, before anything is read. */
  willAssign(name: string): void {
    this.assigned.add(name);
  }

  get(object: ValueId, name: string, to: Slot): void {
    const value = this.values.get(object);
    switch (value.is) {
      case 'module':
        this.exports.exported(value.path, name, to);
        break;
      case 'container':
        if (value.elements.has(`s:${name}`) || (value.object && !ACCESSORS.test(name)))
          this.points.copy(to, this.element(value, `s:${name}`));
        else if (ACCESSORS.test(name)) this.points.put(to, this.values.accessor(object, name));
        break;
      case 'instance':
        this.later(() => this.ofClass(this.order(value.class), object, name, to));
        break;
      case 'class':
        this.later(() => this.ofClass(this.order(object), object, name, to));
        break;
      case 'super':
        this.later(() => {
          const self = this.values.get(value.self);
          if (self.is !== 'instance' && self.is !== 'class') return;
          const order = this.order(self.is === 'instance' ? self.class : value.self);
          this.ofClass(order.slice(order.indexOf(value.class) + 1), value.self, name, to);
        });
        break;
      case 'function':
        if (/^(call|apply|bind|__call__)$/.test(name))
          this.points.put(to, this.values.accessor(object, name));
        break;
      case 'bound':
        if (/^(call|apply|bind)$/.test(name)) this.points.put(to, this.values.accessor(object, name));
        break;
      default:
    }
  }

  assign(object: ValueId, name: string, from: Slot): void {
    const value = this.values.get(object);
    if (value.is === 'container') this.points.copy(this.element(value, `s:${name}`, true), from);
    if (value.is === 'instance') this.points.copy(this.slotOf(value.class, name), from);
    if (value.is === 'class') this.points.copy(this.slotOf(object, name), from);
  }

  /** Slot of an element; `known` creates it. */
  element(
    container: { readonly elements: Map<string, Slot>; readonly any: Slot; readonly unknown: Slot },
    key: string | null,
    assigned = false,
  ): Slot {
    if (key === null) return assigned ? container.unknown : container.any;
    let slot = container.elements.get(key);
    if (slot === undefined) {
      slot = this.points.slot();
      container.elements.set(key, slot);
      this.points.copy(slot, container.unknown);
      this.points.copy(container.any, slot);
    }
    return slot;
  }

  /** The class and its bases, in the order in which they are searched. */
  order(type: ValueId): readonly ValueId[] {
    const known = this.orders.get(type);
    if (known) return known;
    this.orders.set(type, [type]);
    const value = this.values.get(type);
    const bases = value.is === 'class' ? value.bases.flatMap((slot) => this.points.of(slot)) : [];
    const all = bases
      .filter((base) => this.values.get(base).is === 'class')
      .flatMap((base) => this.order(base));
    // A base that two of them share comes after both.
    const order = [type, ...all.filter((base, i) => all.lastIndexOf(base) === i)].slice(0, MAX_BASES);
    this.orders.set(type, order);
    return order;
  }

  private later(read: () => void): void {
    if (this.waiting) this.waiting.push(read);
    else read();
  }

  private slotOf(type: ValueId, name: string): Slot {
    let slots = this.set.get(type);
    if (!slots) this.set.set(type, (slots = new Map<string, Slot>()));
    let slot = slots.get(name);
    if (slot === undefined) slots.set(name, (slot = this.points.slot()));
    return slot;
  }

  private ofClass(order: readonly ValueId[], object: ValueId, name: string, to: Slot): void {
    let found = false;
    const isAssigned = this.assigned.has(name);
    for (const type of order) {
      if (isAssigned) this.points.copy(to, this.slotOf(type, name));
      else if (found) return;
      const holder = this.values.get(type);
      const member = holder.is === 'class' ? holder.members.get(name) : undefined;
      if (found || member === undefined) continue;
      found = true;
      this.points.watch(member, (value) => this.bind(value, object, to));
    }
  }

  /** What reading a member from an object or a class gives. */
  private bind(member: ValueId, object: ValueId, to: Slot): void {
    const value = this.values.get(member);
    if (value.is !== 'function' || value.bound === undefined) return this.points.put(to, member);
    const holder = this.values.get(object);
    if (value.property && holder.is === 'instance') {
      this.receive(value, object);
      this.points.copy(to, value.result);
      if (value.passedOn.length > 0) this.points.put(to, object);
    } else if (holder.is === 'instance') {
      this.points.put(to, this.values.bound(member, value.bound === 'class' ? holder.class : object));
    } else if (value.bound === 'class') {
      this.points.put(to, this.values.bound(member, object));
    } else this.points.put(to, member);
  }

  /** Gives a method its object. */
  receive(method: FunctionValue, object: ValueId): void {
    const slot = method.self ?? method.parameters[0]?.[1] ?? NONE;
    if (slot !== NONE) this.points.put(slot, object);
  }
}
