import { Logger } from '@nestjs/common';
import { logContext } from '@quarry/engine';
import { Terminal } from './terminal';
import { logToStderr } from './logs';

describe('logs', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Logger.overrideLogger(false);
  });

  const inTurn = (work: () => void): void => {
    logContext.run({ turn: 't0m1', service: 'answerer' }, work);
  };

  it('are one object per line as JSON, with their context', () => {
    logToStderr(new Terminal(), 'json');
    inTurn(() => {
      new Logger('answerer').warn('two\nlines\u001b[31m');
    });
    new Logger('access').log({ message: 'GET /v1/turns/:id 200', route: '/v1/turns/:id', status: 200 });
    new Logger('gateway').error('it broke', 'Error: it broke\n    at there');
    const [first, second, third] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.every((line) => line.endsWith('}\n') && !line.slice(0, -1).includes('\n'))).toBe(true);
    expect(first).toMatchObject({ level: 'warn', logger: 'answerer', turn: 't0m1', service: 'answerer' });
    expect(first?.['message']).toBe('two ⏎ lines\\x1b[31m');
    expect(second).toMatchObject({ level: 'info', route: '/v1/turns/:id', status: 200 });
    expect(second).not.toHaveProperty('turn');
    expect(third).toMatchObject({ level: 'error', stack: 'Error: it broke ⏎ at there' });
    expect(Date.parse(String(first?.['time']))).toBeGreaterThan(0);
  });

  it('name the turn as text, too', () => {
    logToStderr(new Terminal());
    inTurn(() => {
      new Logger('answerer').warn('slow');
      new Logger('answerer').warn('turn t0m1 is slow');
    });
    expect(lines[0]).toMatch(/\[answerer\].*slow turn=t0m1 service=answerer/);
    expect(lines[1]?.match(/t0m1/g)).toHaveLength(1);
  });

  it.each(['json', 'text'] as const)('contain no password of a URL and no credential as %s', (format) => {
    logToStderr(new Terminal(), format);
    const logger = new Logger('redis');
    logger.warn('connect rediss://user:s3cret@redis:6379/0 failed');
    logger.warn('GET https://a:s3cret@host/x?y and neo4j+s://neo4j:s3cret@graph:7687');
    logger.error(new Error('Authorization: Bearer s3cret was refused').message);
    logger.log('a client sent qk_k3Jx9QpL0aZb_s3cret');
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toContain('s3cret');
    expect(lines.join('')).toContain('rediss://redis:6379/0');
  });
});
