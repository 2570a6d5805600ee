import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Fault, type SentPrompt } from '@quarry/turn';
import { ArchiveRecorder } from './archive-recorder';

const PROMPT: SentPrompt = { step: 'answer', prompt: 'p.md', hash: 'h', at: 1, messages: [] };
const TURN = { id: 't1', tenant: 'acme', options: { depth: 'auto', budget: {} } } as const;

describe('ArchiveRecorder', () => {
  let warned: jest.SpyInstance;
  beforeEach(() => {
    warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => warned.mockRestore());

  it('saves each prompt, and is closed when all are saved', async () => {
    const saved: unknown[] = [];
    const recorder = new ArchiveRecorder({
      savePrompt: async (...args) => {
        await setImmediate();
        saved.push(args);
      },
    });
    recorder.sent(TURN, PROMPT);
    expect(saved).toEqual([]);
    await recorder.close();
    expect(saved).toEqual([['acme', 't1', PROMPT]]);
  });

  it('keeps no prompt of a turn that measures', async () => {
    const savePrompt = jest.fn(async () => undefined);
    new ArchiveRecorder({ savePrompt }).sent(
      { ...TURN, options: { ...TURN.options, measuring: true } },
      PROMPT,
    );
    expect(savePrompt).not.toHaveBeenCalled();
  });

  it('says once that the archive is away, and throws nothing', async () => {
    const recorder = new ArchiveRecorder({
      savePrompt: () => Promise.reject(new Fault('store_unavailable', 'turns.db is locked.')),
    });
    for (let n = 0; n < 3; n++) {
      recorder.sent(TURN, PROMPT);
      await recorder.close();
    }
    expect(warned.mock.calls).toEqual([['a prompt was not kept: turns.db is locked.']]);
  });

  it('keeps a bounded number waiting for an archive that hangs', () => {
    const savePrompt = jest.fn(() => new Promise<void>(() => undefined));
    const recorder = new ArchiveRecorder({ savePrompt });
    for (let n = 0; n < 100; n++) recorder.sent(TURN, PROMPT);
    expect(savePrompt).toHaveBeenCalledTimes(64);
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
