import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { QuarryConfig } from '@quarry/platform';
import { ROOT } from '../scenarios/scenario';

/** A gateway with all services in a process of its own: what it holds can be measured, and its end would be seen. */
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

  /** Bytes that the process holds, after a collection of garbage. What the system has lent it beyond that says more of its past. */
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
