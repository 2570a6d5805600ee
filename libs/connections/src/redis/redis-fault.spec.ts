import { isReadOnly, mayPass, redisFault, takesNoWrites } from './redis-fault';

const SCRIPT = 'ERR Error running script (call to f_0a1b): @user_script:12: @user_script: 12:';

describe('an error of Redis', () => {
  it.each([
    ["READONLY You can't write against a read only replica.", true, true],
    ["READONLY You can't write against a read only replica. script: 0a1b, on @user_script:12.", true, true],
    [`${SCRIPT} -READONLY You can't write against a read only replica.`, true, true],
    [
      `${SCRIPT} -MISCONF Redis is configured to save RDB snapshots, but it's currently unable to.`,
      true,
      false,
    ],
    ["OOM command not allowed when used memory > 'maxmemory'.", true, false],
    [`${SCRIPT} -OOM command not allowed when used memory > 'maxmemory'.`, true, false],
    ['LOADING Redis is loading the dataset in memory', true, false],
    ['UNBLOCKED force unblock from blocking operation, instance state changed', true, false],
    ['ERR unknown command `READONLY`', false, false],
    ['WRONGTYPE Operation against a key holding the wrong kind of value', false, false],
    ['Connection is closed.', false, false],
  ])('%s', (message, noWrites, readOnly) => {
    const error = new Error(message);
    expect([takesNoWrites(error), isReadOnly(error)]).toEqual([noWrites, readOnly]);
  });

  it('omits advice of the client for developers', () => {
    const error = new Error(
      'Reached the max retries per request limit (which is 0). Refer to "maxRetriesPerRequest" option for details.',
    );
    expect(redisFault(error, 'REDIS_URL', 'redis://queue:6379')).toMatchObject({
      retryable: true,
      message: expect.stringContaining(
        'Redis at queue:6379 cannot be reached (the connection broke).',
      ) as string,
    });
  });

  it.each([
    [{ code: 'EPIPE', message: 'write EPIPE' }, true],
    [{ code: 'ECONNRESET', message: 'read ECONNRESET' }, true],
    [{ message: 'Connection is closed.' }, true],
    [{ message: 'CLUSTERDOWN The cluster is down' }, true],
    [new Error('the start failed', { cause: { code: 'ECONNREFUSED' } }), true],
    [{ code: 'EADDRINUSE', message: 'listen EADDRINUSE' }, false],
    [{ message: 'WRONGPASS invalid username-password pair' }, false],
    [new TypeError('x is not a function'), false],
    [null, false],
  ])('%p may pass by itself: %p', (error, passes) => {
    expect(mayPass(error)).toBe(passes);
  });

  it('may be anything', () => {
    for (const error of [null, undefined, 'READONLY', 7, {}, { message: 7 }])
      expect([takesNoWrites(error), isReadOnly(error)]).toEqual([false, false]);
  });
});
