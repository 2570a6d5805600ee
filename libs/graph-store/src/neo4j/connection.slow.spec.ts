import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Fault } from '@quarry/turn';
import neo4j from 'neo4j-driver';
import { freePort } from '../../../../test/servers/free-port';
import { OwnServer } from '../../../../test/servers/own-server';
import { describeWithNeo4j } from '../../../../test/servers/servers';
import { openGraphStore } from '../adapters';
import type { GraphFile, GraphStore } from '../port';
import { neo4jFault } from './faults';

jest.setTimeout(240_000);

const REF = { repository: 'acme/shop', snapshot: 'main' };
const faultOf = async (call: Promise<unknown>): Promise<Fault> => {
  const failure: unknown = await call.catch((error: unknown) => error);
  if (failure instanceof Fault) return failure;
  throw new Error(`no fault but ${String(failure)}`);
};

describe('an unavailable Neo4j', () => {
  it('is named with a remedy and without credentials, and is not called again at once', async () => {
    const port = await freePort();
    const graph = openGraphStore(`bolt://ada:hunter2@127.0.0.1:${port}`);
    const fault = await faultOf(graph.ping());
    expect(fault).toMatchObject({ code: 'store_unavailable', retryable: true });
    for (const part of [`127.0.0.1:${port}`, 'ECONNREFUSED', './quarry servers up neo4j', 'GRAPH_STORE_URL'])
      expect(fault.message).toContain(part);
    expect(JSON.stringify([fault.message, String(fault.cause)])).not.toContain('hunter2');
    expect(await faultOf(graph.describe(REF))).toBe(fault);
    expect(await faultOf(graph.write(REF, {}))).toBe(fault);
    expect(await faultOf(graph.ping())).not.toBe(fault);
    await graph.close();
  });

  it('is abandoned if it accepts the connection and sends nothing', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const graph = openGraphStore(`bolt://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(await faultOf(graph.ping())).toMatchObject({ code: 'store_unavailable', retryable: true });
    await graph.close();
    silent.close();
  });
});

describe('an error of Neo4j', () => {
  const address = { url: 'bolt://db:7687', host: 'db:7687', database: 'code', namespace: '' };
  const faultFor = (code: string) => neo4jFault(new neo4j.Neo4jError('said', code, '', ''), address);

  it.each([
    ['Neo.ClientError.Security.Unauthorized', false, 'rejected the credentials'],
    ['Neo.ClientError.Security.AuthenticationRateLimit', false, 'rejected the credentials'],
    ['Neo.ClientError.Database.DatabaseNotFound', false, 'no database "code"'],
    ['Neo.ClientError.Transaction.TransactionTimedOut', true, 'in time'],
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', true, 'MemoryPoolOutOfMemoryError'],
    ['ServiceUnavailable', true, 'servers up neo4j'],
    ['SessionExpired', true, 'servers up neo4j'],
  ])('becomes a fault: %s', (code, retryable, part) => {
    const fault = faultFor(code);
    expect(fault).toMatchObject({ code: 'store_unavailable', retryable });
    expect(String(fault)).toContain('db:7687');
    expect(String(fault)).toContain(part);
  });

  it('is not quoted if it repeats the password', () => {
    const withUser = { ...address, credentials: { user: 'ada', password: 'hunter2-and-more' } };
    const said = new neo4j.Neo4jError(
      'no aHVudGVyMi1hbmQtbW9yZQ==',
      'Neo.ClientError.Security.Unauthorized',
      '',
      '',
    );
    const fault = neo4jFault(said, withUser) as Fault;
    expect(fault).toMatchObject({ code: 'store_unavailable', retryable: false });
    expect(`${fault.message} ${String(fault.cause)}`).not.toContain('aHVud');
  });

  it('stays an error if it is a bug of Quarry', () => {
    expect(faultFor('Neo.ClientError.Statement.SyntaxError')).not.toBeInstanceOf(Fault);
  });
});

describeWithNeo4j('an available Neo4j', (server) => {
  it('reports a missing database', async () => {
    const graph = openGraphStore(`${server}/nowhere`);
    const fault = await faultOf(graph.describe(REF));
    expect(fault).toMatchObject({ code: 'store_unavailable', retryable: false });
    expect(fault.message).toContain('"nowhere"');
    await graph.close();
  });

  it('is used again after it was killed, and has lost nothing that it acknowledged', async () => {
    const own = await OwnServer.start('neo4j');
    try {
      const graph = openGraphStore(own.url);
      await answering(graph);
      await graph.write(REF, { files: [fileOf('a.ts')] });
      await own.kill();
      const taken = await graph.write(REF, { files: [fileOf('b.ts')] }).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'store_unavailable', retryable: true });
          return false;
        },
      );
      expect(taken).toBe(false);
      await own.restart();
      await answering(graph);
      await graph.write(REF, { files: [fileOf('c.ts')] });
      expect([...(await graph.manifest(REF)).keys()].sort()).toEqual(['a.ts', 'c.ts']);
      expect((await graph.nodes(REF, ['a.ts', 'c.ts'])).map(({ key }) => key)).toEqual(['a.ts', 'c.ts']);
      await graph.close();
    } finally {
      await own.stop();
    }
  });
});

/** Like a service that waits for its stores: the first statements of a server that has just started take seconds. */
async function answering(graph: GraphStore): Promise<void> {
  for (let left = 10; left > 1; left--) {
    const answers = await graph.ping().then(
      () => true,
      () => false,
    );
    if (answers) return;
  }
  await graph.ping();
}

function fileOf(path: string): GraphFile {
  const node = { key: path, kind: 'FILE', name: path, qualifiedName: path, language: 'typescript' } as const;
  return { path, digest: 'd', nodes: [node], edges: [] };
}
