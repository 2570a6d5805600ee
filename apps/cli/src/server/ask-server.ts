import { defined } from '@quarry/turn';
import type { AskRequest, Served } from '../asking/ask-turn';
import { followTurn, wishesOf } from '../follow';
import type { Terminal } from '../terminal';
import { atServer, clientAt } from './server';
import { eventFromApi, turnFromApi } from './turn-from-api';

/** Calls `use` with the gateway at this address, instead of services in this process. @throws Fault of the gateway */
export function withGateway<T>(
  server: string,
  terminal: Terminal,
  use: (served: Served) => Promise<T>,
): Promise<T> {
  const client = clientAt(server);
  return atServer(async () =>
    use({
      pipelines: await client.pipelines(),
      // The indexed folder is on the machine of the gateway.
      rootOf: () => Promise.resolve(null),
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
        const live = isLive(request);
        const events = await followTurn(log, { terminal, live, cancel: () => asked.cancel() });
        const response = await client.turn(id);
        return { turn: turnFromApi(response), events, response };
      },
    }),
  );
}

function isLive({ json, quiet }: AskRequest): boolean {
  return json !== true && quiet !== true;
}

async function* map<A, B>(items: AsyncIterable<A>, change: (item: A) => B): AsyncGenerator<B> {
  for await (const item of items) yield change(item);
}
