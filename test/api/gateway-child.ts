import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { QuarryConfig } from '@quarry/platform';
import { ROOT } from '../scenarios/scenario';

/** A gateway with all services in a separate process, so that its memory can be measured and its end detected. */
export class GatewayChild {
  /** Set once the process has ended by itself. */
  ended: string | null = null;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    child.once('exit', (code, signal) => {
      this.ended = `the gateway ended with ${code ?? signal ?? 'nothing'}`;
    });
  }

  static async start(settings: Partial<QuarryConfig> & { readonly dataDir: string }): Promise<GatewayChild> {
    const child = fork(join(__dirname, 'gateway-process.ts'), [JSON.stringify(settings)], {
      execArgv: [
        '--expose-gc',
        '--conditions=quarry-source',
        '--disable-warning=ExperimentalWarning',
        '-r',
        join(ROOT, 'libs/sqlite/src/testing/typescript-hook.cjs'),
      ],
    });
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return new GatewayChild(child, url);
  }

  /** Bytes in use after garbage collection. The memory that the system has assigned beyond that depends on the past. */
  async memory(): Promise<number> {
    this.child.send('memory');
    const [{ bytes }] = (await once(this.child, 'message')) as [{ bytes: number }];
    return bytes;
  }

  async stop(): Promise<void> {
    if (this.ended !== null) return;
    const gone = once(this.child, 'exit');
    this.child.disconnect();
    await gone;
  }
}
