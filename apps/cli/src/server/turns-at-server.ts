import type { Immutable, ListedTurnDto, QuarryClient, TurnFilter } from '@quarry/client';
import { Fault, defined, type TurnEvent } from '@quarry/turn';
import type { AnsweredTurn } from '../asking/ask-turn';
import type { StalenessChoice, TurnFilterOptions } from '../turn-filter';
import { atServer, clientAt } from './server';
import { eventFromApi, turnFromApi } from './turn-from-api';

/** Most turns of one page. */
const PAGE = 200;

/** Lists turns of the gateway at this address, newest first, up to the limit. @throws Fault of the gateway */
export function turnsAtServer(
  server: string,
  { limit, search, since, ...filter }: TurnFilterOptions & { readonly staleness?: StalenessChoice },
): Promise<readonly Immutable<ListedTurnDto>[]> {
  const client = clientAt(server);
  const { session, pipeline, outcome, staleness } = filter;
  return atServer(() =>
    listed(client, limit, {
      ...defined({ q: search }),
      ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
      ...defined({ session, pipeline, outcome, staleness }),
    }),
  );
}

/** One turn with its log; a running turn is followed to its end. `last` is the newest. @throws Fault `turn_unknown` */
export function turnAtServer(server: string, id: string): Promise<AnsweredTurn> {
  const client = clientAt(server);
  return atServer(async () => {
    const named = id === 'last' ? (await listed(client, 1, {})).at(0)?.id : id;
    if (named === undefined) throw new Fault('turn_unknown', `There is no turn at ${server} yet.`);
    const events: TurnEvent[] = [];
    for await (const event of client.events(named)) events.push(eventFromApi(event));
    const response = await client.turn(named);
    return { turn: turnFromApi(response), events, response };
  });
}

async function listed(
  client: QuarryClient,
  limit: number,
  filter: TurnFilter,
): Promise<readonly Immutable<ListedTurnDto>[]> {
  const turns: Immutable<ListedTurnDto>[] = [];
  for await (const turn of client.turns({ ...filter, limit: Math.min(limit, PAGE) })) {
    turns.push(turn);
    if (turns.length >= limit) break;
  }
  return turns;
}
