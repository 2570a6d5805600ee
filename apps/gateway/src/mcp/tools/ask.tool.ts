import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/sdk/types.js';
import { Fault, confidenceOf, defined, notFoundOf, passesOf, type Citation, type Turn } from '@quarry/turn';
import { z } from 'zod';
import { name } from '../../http/fields';
import { failureOf } from '../../openai/failure';
import { progressOf } from '../../openai/progress';
import { ASK } from '../../turns/ask.schema';
import type { Extra, ToolContext } from '../tool-context';
import { answering, found } from '../tool-result';
import { READS_ONLY } from './schemas';
import { namedOf } from './search.tool';

const { question, session, createSession, depth, repository, snapshot } = ASK.shape;

const OUTPUT = {
  turn: z.string().describe('Id of the turn.'),
  session: z.string().describe('Session, for a follow-up.'),
  outcome: z.string().describe('answered, partial, insufficient, direct or budget.'),
  reason: z.string().describe('Reason of the outcome.'),
  answer: z.string().describe('The answer with citations [n]; empty if there is none.'),
  confidence: z.string().nullable().describe('high, medium or low.'),
  disclaimer: z.string().nullable().describe('What to keep in mind about the answer.'),
  citations: z
    .array(
      z.looseObject({
        n: z.number().int(),
        path: z.string(),
        repository: z.string().optional(),
        startLine: z.number().int(),
        endLine: z.number().int(),
        uri: z.string(),
      }),
    )
    .describe('Places that the answer cites.'),
  notFound: z
    .array(z.object({ text: z.string(), why: z.string() }))
    .describe('What was asked for and not found, each thing once.'),
  passes: z.number().int().describe('Number of retrieval passes.'),
};

/** Adds the tool that answers a question with a pipeline. */
export function addAsk(server: McpServer, context: ToolContext): void {
  const { caller, callers } = context;
  const pipelines = callers.pipelines(caller).map(({ name }) => name);
  const config = {
    title: 'Ask a question about code and documents',
    description:
      'Answers a question from the indexed code and documents: searches, detects what is missing, searches ' +
      'again, and answers with citations. Takes seconds to minutes and reports progress. To find single ' +
      'passages, search is faster.',
    inputSchema: {
      ...{ question, session, createSession, depth, repository, snapshot },
      pipeline: name()
        .optional()
        .describe(`Pipeline: ${pipelines.join(', ')}. By default ${defaultOf(pipelines)}.`),
    },
    outputSchema: OUTPUT,
    // Each call starts a turn, which costs tokens; the index does not change.
    annotations: { ...READS_ONLY, idempotentHint: false },
  };
  server.registerTool(
    'ask',
    config,
    ({ question, pipeline, session, createSession, depth, ...where }, extra) =>
      answering(async () => {
        const { turnId } = await callers.ask(caller, {
          ...{ question, isEnglish: true, pipeline: pipeline ?? defaultOf(pipelines) },
          ...namedOf(where),
          ...defined({ session, createSession, depth }),
        });
        const forget = await context.began(extra, turnId);
        try {
          return await followed(context, extra, turnId);
        } finally {
          await forget();
        }
      }),
  );
}

function defaultOf(pipelines: readonly string[]): string {
  return pipelines.includes('code') ? 'code' : (pipelines[0] ?? 'code');
}

/** Reports the progress of the turn if the client wants it, and returns its end. */
async function followed(
  { turns, caller, linkTo }: ToolContext,
  extra: Extra,
  turnId: string,
): Promise<CallToolResult> {
  const progressToken = extra._meta?.progressToken;
  const { signal } = extra;
  let progress = 0;
  for await (const { body } of await turns.watch(caller, turnId, { signal })) {
    const message = progressOf(body);
    if (message !== null && progressToken !== undefined) {
      progress += 1;
      const params = { progressToken, progress, message };
      await extra.sendNotification({ method: 'notifications/progress', params });
    }
    if (body.type === 'turn.finished') break;
  }
  const { turn } = await turns.settled(caller, turnId, signal);
  if (!turn.end || turn.end.outcome === 'failed' || turn.end.outcome === 'cancelled') {
    const { code, detail } = failureOf(turn);
    if (code === 'internal') throw new Fault('internal', detail);
    return { isError: true, content: [{ type: 'text', text: `${code}: ${detail}` }] };
  }
  return answered(turn, (citation) => linkTo(citation, { turn: turnId, n: citation.n }));
}

async function answered(
  turn: Turn,
  uriOf: (citation: Citation) => string | Promise<string>,
): Promise<CallToolResult> {
  const { answer, end } = turn;
  const confidence = confidenceOf(turn);
  const citations = await Promise.all(
    (answer?.citations ?? []).map(async (citation) => ({ ...citation, uri: await uriOf(citation) })),
  );
  const links = citations.map(({ n, path, startLine, endLine, uri }): ResourceLink => {
    return { type: 'resource_link', uri, name: `[${n}] ${path}:${startLine}-${endLine}` };
  });
  return found(
    {
      ...{ turn: turn.id, session: turn.session, outcome: end?.outcome, reason: end?.reason },
      answer: answer?.text ?? '',
      ...{ confidence: confidence?.level ?? null, disclaimer: confidence?.disclaimer ?? null },
      citations,
      notFound: notFoundOf(turn).map(({ text, why }) => ({ text, why })),
      passes: passesOf(turn),
    },
    links,
  );
}
