/**
 * A gateway with all services in a process of its own, so that its memory can be measured. Started by `node -r typescript-hook.cjs` with its settings
 * as JSON in argv[2]; sends its address, then, for each message, how much memory it holds.
 */
import 'reflect-metadata';
import type { QuarryConfig } from '@quarry/platform';
import { startGateway } from './gateway-under-test';

const settings = JSON.parse(process.argv[2] ?? '{}') as Partial<QuarryConfig> & { readonly dataDir: string };

void startGateway(settings.dataDir, settings).then((gateway) => {
  process.on('message', () => {
    // What was let go of is no memory that is held.
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ bytes: heapUsed + external });
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url: gateway.url });
});
