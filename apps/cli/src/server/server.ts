import { QuarryClient, QuarryProblem } from '@quarry/client';
import { FAULT_CODES, Fault } from '@quarry/turn';
import { Option, type Command } from 'commander';

/** Adds `--server`, for commands that can ask a running gateway instead of the data on this machine. */
export function withServer(command: Command): Command {
  return command.addOption(
    new Option(
      '--server <url>',
      'ask this gateway, with the key in QUARRY_API_KEY, instead of the local data',
    ).env('QUARRY_SERVER'),
  );
}

/** The address of a gateway, and the caller's API key if the gateway requires one. */
export interface ServerAddress {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** @throws Fault `bad_request` for an invalid address */
export function addressOf(server: string): ServerAddress {
  if (!/^https?:\/\/[^\s/]+/i.test(server) || !URL.canParse(server))
    throw new Fault(
      'bad_request',
      `'${server}' is not the address of a gateway, such as http://127.0.0.1:4780.`,
    );
  const apiKey = process.env['QUARRY_API_KEY'];
  return { baseUrl: server, ...(apiKey ? { apiKey } : {}) };
}

/** A client of the gateway at this address. @throws Fault `bad_request` for an invalid address */
export function clientAt(server: string): QuarryClient {
  return new QuarryClient(addressOf(server));
}

/** Runs calls to a gateway. @throws Fault for an error of the gateway; `store_unavailable` if no gateway responds */
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
  const hint = known === 'unauthorized' ? ' This command reads the key from QUARRY_API_KEY.' : '';
  // The gateway's log has the details of the request.
  const request = known === 'internal' && requestId !== null ? ` (request ${requestId})` : '';
  return new Fault(known, `${detail}${request}${hint}`, { cause: problem });
}
