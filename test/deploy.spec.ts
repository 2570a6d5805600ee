import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const ROOT = path.resolve(__dirname, '..');

interface ComposeService {
  readonly command?: string;
  readonly build?: { readonly dockerfile: string };
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const compose = parse(readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};
const dockerfile = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');

/** A service is an app with the tag that says so. */
const services = readdirSync(path.join(ROOT, 'apps')).filter((name) => {
  const manifest = path.join(ROOT, 'apps', name, 'package.json');
  return existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"type:service"');
});

describe('docker-compose.yml', () => {
  it('starts every service of the workspace, from one image, by its name', () => {
    expect(services.length).toBeGreaterThanOrEqual(7);
    for (const name of services) {
      expect(compose.services[name]).toMatchObject({
        command: `serve ${name}`,
        image: 'quarry:local',
        build: { dockerfile: 'deploy/Dockerfile' },
        environment: { QUARRY_CARRIER: 'bullmq', REDIS_URL: 'redis://redis:6379' },
      });
    }
  });

  it('publishes ports on the loopback interface only', () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
    expect(ports).not.toEqual([]);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('runs Redis with an append-only file and without eviction', () => {
    expect(compose.services['redis']?.command).toContain('--appendonly yes');
    expect(compose.services['redis']?.command).toContain('--maxmemory-policy noeviction');
  });

  it('lets the gateway listen for others only with API keys', () => {
    expect(compose.services['gateway']?.environment?.['QUARRY_API_KEYS']).toMatch(/^\$\{QUARRY_API_KEYS:\?/);
  });
});

describe('deploy/Dockerfile', () => {
  it('does not run as root, and copies only what is there', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap((match) =>
      (match[1] ?? '').split(' '),
    );
    expect(copied).toContain('pipelines');
    expect(copied.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });
});
