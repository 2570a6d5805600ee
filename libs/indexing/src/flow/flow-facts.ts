/** Number of a place that holds values: a variable, a parameter, an attribute, the value of an expression. */
export type Slot = number;

/** No slot, or no key that the file determines. */
export const NONE = -1;

/**
 * One fact about where values go, in the order: what it is, then its slots and names.
 *
 * - `=` to, from: what `from` holds, `to` holds as well
 * - `f` to, function; `c` to, class: a function or class of this file
 * - `{` to, what: a new container, whose elements are its attributes if it is an object
 * - `k` to, text: a constant that may be a key
 * - `m` to, module, name: what a module exports under a name; an empty name is the module itself
 * - `t` to, type, node: an instance of a type as written in that node
 * - `.` to, object, name; `.=` object, name, from: an attribute is read, or set
 * - `[` to, container, key slot, key; `[=` container, key slot, key, from: an element is read, or set
 * - `i` to, from, caller, line: an element of what is iterated over; without a caller, nothing is called for it
 * - `s` to, class, self: the base class, seen from a method
 * - `(` to, callee, arguments, named arguments, caller, line, how: a call
 */
export type FlowFact =
  | readonly ['=', Slot, Slot]
  | readonly ['f' | 'c', Slot, number]
  | readonly ['{', Slot, 'object' | 'list']
  | readonly ['k', Slot, string]
  | readonly ['m', Slot, string, string]
  | readonly ['t', Slot, string, number]
  | readonly ['.', Slot, Slot, string]
  | readonly ['.=', Slot, string, Slot]
  | readonly ['[', Slot, Slot, Slot, string | null]
  | readonly ['[=', Slot, Slot, string | null, Slot]
  | readonly ['i', Slot, Slot, number, number]
  | readonly ['s', Slot, number, Slot]
  | readonly ['(', Slot, Slot, readonly Slot[], readonly (readonly [string, Slot])[], number, number, Call];

/**
 * How something is called: as written; as a decorator, which is taken to return its argument where nothing else is
 * known; by `raise`, which creates an instance of a class; by `new`.
 */
export type Call = 'call' | 'decorate' | 'raise' | 'new';

/** A function with the slots of its parameters and its result. */
export interface FlowFunction {
  /** Its place among the nodes of the file; {@link NONE} for a function without a node. */
  readonly node: number;
  readonly parameters: readonly (readonly [name: string, slot: Slot])[];
  /** Slot of all further arguments. */
  readonly rest?: Slot;
  readonly result: Slot;
  /** What the first parameter receives if the function is read from an object: `self`, the class, or nothing. */
  readonly bound?: 'self' | 'class';
  /** Slot of `this`, if it is no parameter. */
  readonly self?: Slot;
  /** Reading it from an object calls it. */
  readonly property?: true;
}

/** A class with the slots of its bases and of the names in its body. */
export interface FlowClass {
  readonly node: number;
  readonly bases: readonly Slot[];
  readonly members: readonly (readonly [name: string, slot: Slot])[];
  /** Slots of `this` in initial values of fields. */
  readonly self?: Slot;
}

/** Where the values of one file go. */
export interface FlowFacts {
  /** Number of slots. */
  readonly slots: number;
  readonly facts: readonly FlowFact[];
  readonly functions: readonly FlowFunction[];
  readonly classes: readonly FlowClass[];
  /** What other files can import, by name. */
  readonly exports: readonly (readonly [name: string, slot: Slot])[];
  /** Modules whose exports are exported as well. */
  readonly wildcards: readonly string[];
}
