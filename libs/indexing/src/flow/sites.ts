import type { NodeKey } from '@quarry/turn';
import type { CallSite } from './calls';
import { callAt } from './flow-code';
import { NONE, type Call, type Slot } from './flow-facts';
import type { FlowFile } from './flow-file';
import type { PointsTo } from './points-to';

/**
 * The calls of a project, in the order in which they were stated. A call is made with the first value of its callee:
 * most calls are of functions that are not in the project.
 */
export class Sites {
  private readonly calls = new Map<number, CallSite>();
  private owns = 0;

  /** @param codes length of the codes of all files */
  constructor(
    private readonly points: PointsTo,
    private readonly codes: number,
  ) {}

  /** The call that the fact at a place of a file's code states. */
  call(file: FlowFile, place: number): CallSite {
    const known = this.calls.get(file.begin + place);
    if (known) return known;
    const { code, texts } = file.flow;
    const slot = (at: number): Slot => (code[at] === NONE ? NONE : code[at]! + file.base);
    const { values, named, caller } = callAt(code, place);
    const how = texts[code[caller + 2]!] as Call;
    const site = siteOf({
      ...{ to: slot(place + 1), made: how === 'decorate' ? this.points.slot() : slot(place + 1) },
      ...{ callee: slot(place + 2), how, line: code[caller + 1]! },
      values: Array.from({ length: named - 1 - values }, (_, n) => slot(values + n)),
      named: Array.from({ length: (caller - named) / 2 }, (_, n) => {
        const at = named + 2 * n;
        return [texts[code[at]!]!, slot(at + 1)] as const;
      }),
      caller: file.facts.nodes[code[caller]!]!.key,
    });
    this.calls.set(file.begin + place, site);
    return site;
  }

  /** A call without arguments that the language makes by itself. */
  own(to: Slot, caller: NodeKey, line: number): CallSite {
    const made = { to, made: to, callee: this.points.slot(), caller, line };
    const site = siteOf({ ...made, values: [], named: [], how: 'call' });
    this.calls.set(this.codes + this.owns++, site);
    return site;
  }

  /** All calls that have a value of their callee, and those of decorators. */
  all(): readonly CallSite[] {
    return [...this.calls].toSorted(([a], [b]) => a - b).map(([, site]) => site);
  }
}

function siteOf(site: Omit<CallSite, 'called' | 'done'>): CallSite {
  return { ...site, called: [], done: [] };
}
