import { defined } from '@quarry/turn';
import { livenessOf, type ServedRevisions } from '../asking/ask-turn';
import { NEIGHBOUR_LIMIT, NEIGHBOUR_OPERATIONS } from '../graph-neighbours';
import { followTurn, wishesOf } from '../follow';
import type { Terminal } from '../terminal';
import { atServer, clientAt } from './server';
import { comparisonFromApi, eventFromApi, turnFromApi } from './turn-from-api';

/** Calls `use` with the gateway at this address, instead of services in this process. @throws Fault of the gateway */
export function withGateway<T>(
  server: string,
  terminal: Terminal,
  use: (served: ServedRevisions) => Promise<T>,
): Promise<T> {
  const client = clientAt(server);
  return atServer(async () =>
    use({
      pipelines: await client.pipelines(),
      // The indexed folder is on the machine of the gateway.
      rootOf: () => Promise.resolve(null),
      root: null,
      // The gateway checks each question before it starts.
      check: () => Promise.resolve(),
      compare: async (from, to) => comparisonFromApi(await client.revisionComparison(from.id, to.id)),
      graph: async (name) => {
        const query = { name, limit: NEIGHBOUR_LIMIT };
        const results = await Promise.all(
          NEIGHBOUR_OPERATIONS.map((operation) =>
            client.api.GET('/v1/graph/{operation}', { params: { path: { operation }, query } }),
          ),
        );
        return results.flatMap(({ data }) => (data ? [data] : []));
      },
      ask: async (request) => {
        const { question, pipeline, session, depth, notEnglish, repository, at } = request;
        const asked = client.askStream(question, {
          pipeline,
          createSession: true,
          isEnglish: notEnglish !== true,
          ...wishesOf(request),
          ...defined({ session, depth, repository: repository && [...repository], snapshot: at }),
        });
        const { id } = await asked.accepted;
        const log = map(client.events(id), eventFromApi);
        const live = livenessOf(request);
        const cancel = (): Promise<boolean> => asked.cancel();
        const followed = await followTurn(log, { terminal, live, cancel, signal: request.signal });
        const response = await client.turn(id);
        return { turn: turnFromApi(response), ...followed, response };
      },
    }),
  );
}

async function* map<A, B>(items: AsyncIterable<A>, change: (item: A) => B): AsyncGenerator<B> {
  for await (const item of items) yield change(item);
}
