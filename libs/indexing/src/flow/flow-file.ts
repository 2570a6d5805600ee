import type { FileFacts } from '../facts';
import type { FlowCode } from './flow-code';
import { NONE, type Slot } from './flow-facts';
import { passedOn, type PassedOn } from './passed-on';
import type { PointsTo } from './points-to';
import type { ValueId, Values } from './values';

/** The flow of a file, with its slots, functions and classes in the whole project. */
export interface FlowFile {
  readonly facts: FileFacts;
  readonly flow: FlowCode;
  /** First slot of the file. */
  readonly base: Slot;
  /** Place of its code among those of all files. */
  readonly begin: number;
  readonly exports: ReadonlyMap<string, Slot>;
  readonly functions: readonly ValueId[];
  readonly classes: readonly ValueId[];
  readonly passed: PassedOn;
}

/** Takes the slots, functions and classes of a file into a project. @param begin place of its code */
export function loadFlow(
  facts: FileFacts,
  flow: FlowCode,
  begin: number,
  points: PointsTo,
  values: Values,
): FlowFile {
  const base = points.slot(flow.slots);
  const at = (slot: Slot) => (slot === NONE ? NONE : slot + base);
  const pairs = (list: readonly (readonly [string, Slot])[]) =>
    list.map(([name, slot]) => [name, at(slot)] as const);
  const keyAt = (node: number) => facts.nodes[node]?.key;
  const passed = passedOn(flow);
  const functions = flow.functions.map((each, index) =>
    values.add({
      ...each,
      is: 'function',
      passedOn: passed.parameters.get(index) ?? [],
      key: keyAt(each.node),
      parameters: pairs(each.parameters),
      result: at(each.result),
      ...(each.rest === undefined ? {} : { rest: at(each.rest) }),
      ...(each.self === undefined ? {} : { self: at(each.self) }),
    }),
  );
  const constructs = facts.language === 'python' ? '__init__' : 'constructor';
  const classes = flow.classes.map((each) =>
    values.add({
      is: 'class',
      key: keyAt(each.node),
      bases: each.bases.map(at),
      members: new Map(pairs(each.members)),
      constructs,
      ...(each.self === undefined ? {} : { self: at(each.self) }),
    }),
  );
  return { facts, flow, base, begin, exports: new Map(pairs(flow.exports)), functions, classes, passed };
}
