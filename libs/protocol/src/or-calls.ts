import type { Tool } from '@quarry/turn';
import { readCalls, toolOf, writtenCalls } from './agent-calls';
import { parsedCalls } from './parsed-calls';
import type { ParsedReply, ReplyProtocol } from './protocol';

/** `[Calling tools:]` at the start of a line: the recorded form of native function calls. */
const MARKED = /(?:^|\n)[\s>*_#]{0,8}\[\s{0,3}calling tools?\s{0,3}:/i;

/**
 * A JSON protocol whose replies may instead call these tools, in the forms of the protocol `agent`. Outcome of calls:
 * `call`.
 */
export function orCalls(json: ReplyProtocol, offered: readonly Tool[]): ReplyProtocol {
  return {
    ...json,
    outcomes: [...json.outcomes, 'call'],
    parse(reply) {
      const read = json.parse(reply);
      const calls = writtenCalls(reply);
      const marked = MARKED.test(reply.slice(0, START));
      if (!marked && (calls.length === 0 || (read.ok && !calls.some(({ tool }) => toolOf(tool)))))
        return read;
      if (read.ok && !marked)
        return {
          ok: false,
          error:
            'The reply calls a tool and holds a result as well; which one is meant? Write one of the two.',
        };
      const form = `Write {"tool": "${offered[0] ?? ''}", "arguments": {…}}.`;
      return parsedCalls(readCalls(reply, { offered, understood: offered }), form);
    },
  };
}

/** Number of characters within which the marker must appear, because a lead-in may precede it. */
const START = 2_000;
