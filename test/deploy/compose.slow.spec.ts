import { parse } from 'yaml';
import { describeWithTools, run } from './tools';
import { read, ROOT, SERVICES, VARIABLES } from './workspace';

const STORES = ['redis', 'elasticsearch', 'neo4j'];
const COMMANDS = ['index', 'cli'];

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly build?: { readonly dockerfile: string };
  readonly ports?: readonly { readonly host_ip?: string; readonly target: number }[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly {
    readonly type: string;
    readonly source: string;
    readonly read_only?: boolean;
  }[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

interface Project {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** Names that `.env.example` knows, set or commented out. */
const EXAMPLE = [...read('.env.example').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map((line) => line[1] ?? '');

const FILLED = {
  QUARRY_API_KEYS: 'a-key=a-tenant',
  REDIS_PASSWORD: 'redis-secret',
  ELASTIC_PASSWORD: 'elastic-secret',
  NEO4J_PASSWORD: 'neo4j-secret',
  GRAFANA_PASSWORD: 'grafana-secret',
};

describeWithTools('docker-compose.yml, as docker compose reads it', ['compose'], ({ compose }) => {
  const config = (env: Readonly<Record<string, string>>, ...args: string[]) =>
    run(compose, ['--env-file', '/dev/null', '--profile', '*', 'config', ...args], { cwd: ROOT, env });

  let project: Project;
  let services: [string, Service][];
  const ours = (): [string, Service][] =>
    services.filter(([name]) => SERVICES.includes(name) || COMMANDS.includes(name));

  beforeAll(() => {
    const { code, out, err } = config(FILLED, '--format', 'json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    project = JSON.parse(out) as Project;
    services = Object.entries(project.services);
  });

  it('starts every service of the workspace by its name, and indexing by hand, from one image', () => {
    expect(SERVICES.length).toBeGreaterThanOrEqual(8);
    for (const name of SERVICES)
      expect(project.services[name]).toMatchObject({
        command: ['serve', name],
        restart: 'unless-stopped',
        environment: { QUARRY_CARRIER: 'bullmq', QUARRY_OPS_PORT: '9464', QUARRY_OPS_HOST: '0.0.0.0' },
      });
    expect(new Set(ours().map(([, { image }]) => image))).toEqual(new Set(['quarry:local']));
    expect(project.services['index']?.command?.slice(0, 2)).toEqual(['index', '/source']);
  });

  it('gives a process only variables that it reads', () => {
    const given = ours().flatMap(([, { environment }]) => Object.keys(environment ?? {}));
    expect(given.filter((name) => !VARIABLES.has(name) && !name.startsWith('GIT_CONFIG_'))).toEqual([]);
  });

  it('waits for healthy stores, and gives a process longer to end than its hops may take', () => {
    for (const [name, service] of ours()) {
      for (const store of STORES)
        expect([name, service.depends_on?.[store]?.condition]).toEqual([name, 'service_healthy']);
      expect([name, service.stop_grace_period]).toEqual([name, '20s']);
    }
    for (const store of STORES) expect(project.services[store]?.healthcheck?.test).toBeDefined();
  });

  it('gives our processes no rights, no disk of their own but where is indexed, and no more memory than said', () => {
    for (const [name, service] of ours()) {
      expect([name, service]).toMatchObject([
        name,
        { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ]);
      const writable = (service.volumes ?? []).filter((volume) => volume.read_only !== true);
      expect([name, writable.map((volume) => volume.source)]).toEqual([
        name,
        /^index(er)?$/.test(name) ? ['indexer'] : [],
      ]);
    }
    expect(services.filter(([, service]) => service.mem_limit === undefined)).toEqual([]);
  });

  it('publishes on the loopback interface only, and no store at all', () => {
    const ports = services.flatMap(([name, service]) =>
      (service.ports ?? []).map((port) => [name, port.host_ip, port.target]),
    );
    expect(ports).toEqual(
      expect.arrayContaining([
        ['gateway', '127.0.0.1', 4780],
        ['grafana', '127.0.0.1', 3000],
        ['prometheus', '127.0.0.1', 9090],
      ]),
    );
    expect(ports).toHaveLength(3);
  });

  it('keeps the stores on a network without a way out, which only our processes share', () => {
    expect(project.networks['stores']?.internal).toBe(true);
    const members = services.filter(([, { networks }]) => 'stores' in (networks ?? {})).map(([name]) => name);
    expect(members.sort()).toEqual([...STORES, ...SERVICES, ...COMMANDS].sort());
    for (const store of STORES)
      expect(Object.keys(project.services[store]?.networks ?? {})).toEqual(['stores']);
  });

  it('names every image of others with its version', () => {
    for (const [name, { image }] of services)
      if (image !== 'quarry:local')
        expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+\.\d+/)]);
  });

  it('runs Redis with a password, an append-only file and without eviction', () => {
    const command = project.services['redis']?.command?.join(' ');
    for (const part of [
      '--requirepass',
      '--appendonly yes',
      '--maxmemory 1gb',
      '--maxmemory-policy noeviction',
    ])
      expect(command).toContain(part);
    expect(command).not.toContain('redis-secret');
  });

  it.each(Object.keys(FILLED))('refuses to start without %s, and says where it belongs', (name) => {
    const { code, err } = config({ ...FILLED, [name]: '' }, '--quiet');
    expect(code).not.toBe(0);
    expect(err).toContain(name);
    expect(err).toMatch(/see \.env\.example|so it needs keys/);
  });

  it('asks for what .env.example explains, and .env.example explains nothing else', () => {
    const { out } = config(FILLED, '--variables', '--format', 'json');
    const asked = Object.keys(JSON.parse(out) as object);
    expect([...EXAMPLE].sort()).toEqual(asked.sort());
  });
});

describe('deploy/prometheus/prometheus.yml', () => {
  it('scrapes every service at the port that compose gives it', () => {
    const { scrape_configs: jobs } = parse(read('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    expect(jobs).toHaveLength(1);
    expect(jobs[0]?.job_name).toBe('quarry');
    expect(jobs[0]?.dns_sd_configs[0]?.names.sort()).toEqual([...SERVICES].sort());
    expect(jobs[0]?.dns_sd_configs[0]?.port).toBe(9464);
  });
});
