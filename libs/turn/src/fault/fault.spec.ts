import { Fault, toFault } from './fault';

describe('toFault', () => {
  it('leaves a fault as it is, and calls anything unknown internal', () => {
    const fault = new Fault('deadline', 'late');
    expect(toFault(fault)).toBe(fault);
    expect(toFault(new Error('odd'))).toMatchObject({ code: 'internal', message: 'odd' });
    expect(toFault('odd')).toMatchObject({ code: 'internal', message: 'odd' });
  });

  it('keeps what caused it, and is final unless it says otherwise', () => {
    const odd = new Error('odd');
    expect(toFault(odd)).toMatchObject({ cause: odd, retryable: false });
    expect(new Fault('deadline', 'late')).not.toHaveProperty('cause');
    expect(toFault(Object.assign(odd, { code: 'ENOENT' })).code).toBe('internal');
  });

  it.each(['ENOSPC', 'EDQUOT'])('says which file a full disk has no room for (%s)', (code) => {
    const error = Object.assign(new Error(`${code}: no space left`), { code, path: '/data/out.jsonl' });
    expect(toFault(error)).toMatchObject({
      code: 'store_unavailable',
      retryable: true,
      message: expect.stringContaining('/data/out.jsonl') as string,
    });
  });
});
