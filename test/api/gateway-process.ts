/**
 * A gateway with all services in a separate process, so that its memory can be measured. Started by `node -r
 * typescript-hook.cjs` with its settings as JSON in argv[2]. Sends its address and then, for each message, its memory
 * use.
 */
import 'reflect-metadata';
import type { QuarryConfig } from '@quarry/platform';
import { startGateway } from './gateway-under-test';

const settings = JSON.parse(process.argv[2] ?? '{}') as Partial<QuarryConfig> & { readonly dataDir: string };

void startGateway(settings.dataDir, settings).then((gateway) => {
  process.on('message', () => {
    // Released memory does not count.
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ bytes: heapUsed + external });
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url: gateway.url });
});
