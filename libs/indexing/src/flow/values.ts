import type { NodeKey } from '@quarry/turn';
import type { FlowFunction, Slot } from './flow-facts';

/** Number of a value; equal values have equal numbers. */
export type ValueId = number;

/** A function with its slots in the whole project. */
export interface FunctionValue extends FlowFunction {
  readonly is: 'function';
  readonly key: NodeKey | undefined;
  /** Places of the parameters that it returns as they are. @see passedOn */
  readonly passedOn: readonly number[];
}

export interface ClassValue {
  readonly is: 'class';
  readonly key: NodeKey | undefined;
  readonly bases: readonly Slot[];
  readonly members: ReadonlyMap<string, Slot>;
  readonly self?: Slot;
  /** Name of the method that `new` calls. */
  readonly constructs: string;
}

/** A list, tuple, dictionary or object; `any` holds every element, `unknown` those at places that are not known. */
export interface ContainerValue {
  readonly is: 'container';
  /** Its elements are its attributes, as in JavaScript. */
  readonly object: boolean;
  readonly elements: Map<string, Slot>;
  readonly any: Slot;
  readonly unknown: Slot;
}

/** What a slot may hold. */
export type Value =
  | FunctionValue
  | ClassValue
  | ContainerValue
  | { readonly is: 'instance'; readonly class: ValueId }
  | { readonly is: 'module'; readonly path: string }
  | { readonly is: 'bound'; readonly function: ValueId; readonly self: ValueId }
  /** The bases of a class, seen from an object. */
  | { readonly is: 'super'; readonly class: ValueId; readonly self: ValueId }
  /** A method of a container. */
  | { readonly is: 'accessor'; readonly container: ValueId; readonly name: string }
  | { readonly is: 'constant'; readonly key: string };

/** More values than a project has: two numbers below it fit into one. */
const MAX_VALUES = 2 ** 26;

/** Numbers values. */
export class Values {
  private readonly list: Value[] = [];
  private readonly ids = new Map<string, ValueId>();
  private readonly instances = new Map<ValueId, ValueId>();
  /** Method and its object, as one number → both. */
  private readonly bounds = new Map<number, ValueId>();

  get(id: ValueId): Value {
    return this.list[id]!;
  }

  /** A value that equals no other one. */
  add(value: Value): ValueId {
    return this.list.push(value) - 1;
  }

  instance(type: ValueId): ValueId {
    return numbered(this.instances, type, () => this.add({ is: 'instance', class: type }));
  }

  module(path: string): ValueId {
    return this.once(`m${path}`, () => ({ is: 'module', path }));
  }

  constant(key: string): ValueId {
    return this.once(`k${key}`, () => ({ is: 'constant', key }));
  }

  bound(method: ValueId, self: ValueId): ValueId {
    const both = method * MAX_VALUES + self;
    return numbered(this.bounds, both, () => this.add({ is: 'bound', function: method, self }));
  }

  base(type: ValueId, self: ValueId): ValueId {
    return this.once(`s${type} ${self}`, () => ({ is: 'super', class: type, self }));
  }

  accessor(container: ValueId, name: string): ValueId {
    return this.once(`a${container} ${name}`, () => ({ is: 'accessor', container, name }));
  }

  private once(key: string, make: () => Value): ValueId {
    return numbered(this.ids, key, () => this.add(make()));
  }
}

function numbered<Key>(ids: Map<Key, ValueId>, key: Key, add: () => ValueId): ValueId {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const id = add();
  ids.set(key, id);
  return id;
}
