import { QuarryClient, QuarryProblem } from '@quarry/client';
import { FAULT_CODES, Fault } from '@quarry/turn';
import { Option, type Command } from 'commander';

/** `--server`, for commands that can ask a gateway that runs somewhere instead of this machine's own data. */
export function withServer(command: Command): Command {
  return command.addOption(
    new Option(
      '--server <url>',
      'ask the gateway there, with the key in QUARRY_API_KEY, not the data here',
    ).env('QUARRY_SERVER'),
  );
}

/** A gateway, and the key of whoever asks it, where it wants one. */
export interface ServerAddress {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** @throws Fault `bad_request` for an address that is none */
export function addressOf(server: string): ServerAddress {
  if (!/^https?:\/\/[^\s/]+/i.test(server) || !URL.canParse(server))
    throw new Fault('bad_request', `'${server}' is no address of a gateway, such as http://127.0.0.1:4780.`);
  const apiKey = process.env['QUARRY_API_KEY'];
  return { baseUrl: server, ...(apiKey ? { apiKey } : {}) };
}

/** A client of the gateway at this address. @throws Fault `bad_request` for an address that is none */
export function clientAt(server: string): QuarryClient {
  return new QuarryClient(addressOf(server));
}

/** Runs calls of a gateway. @throws Fault what it refuses, as a command reports it; `store_unavailable` where no gateway answers */
export async function atServer<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls();
  } catch (error) {
    throw error instanceof QuarryProblem ? faultOf(error) : error;
  }
}

function faultOf(problem: QuarryProblem): Fault {
  const { code, detail, requestId } = problem;
  const known = FAULT_CODES.find((one) => one === code);
  if (code === 'unreachable') return new Fault('store_unavailable', detail, { cause: problem });
  if (known === undefined) return new Fault('bad_request', detail, { cause: problem });
  const hint = known === 'unauthorized' ? ' This command takes the key from QUARRY_API_KEY.' : '';
  // Its log knows more than it tells.
  const request = known === 'internal' && requestId !== null ? ` (request ${requestId})` : '';
  return new Fault(known, `${detail}${request}${hint}`, { cause: problem });
}
