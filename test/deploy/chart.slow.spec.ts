import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { problemsOf, type Manifest } from './manifests';
import { describeWithTools, run } from './tools';
import { read, ROOT, SERVICES, VARIABLES } from './workspace';

const CHART = path.join(ROOT, 'deploy/helm/quarry');
const VALUES = readdirSync(path.join(CHART, 'ci')).map((name) => name.replace('.yaml', ''));

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  readonly env?: readonly { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }[];
  readonly ports?: readonly { name: string; containerPort: number }[];
  readonly securityContext: unknown;
  readonly resources: { readonly limits?: { readonly memory?: string } };
}

interface PodSpec {
  readonly securityContext: unknown;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** The pods that a document starts. */
function podOf({ kind, spec }: Manifest): Pod | undefined {
  if (kind === 'Deployment') return (spec as { template: Pod }).template;
  if (kind === 'CronJob')
    return (spec as { jobTemplate: { spec: { template: Pod } } }).jobTemplate.spec.template;
  return undefined;
}

/** Names of environment variables that are not Quarry's, and whose they are. */
const OTHERS = new Set(['HOME', 'GIT_TERMINAL_PROMPT', 'NODE_EXTRA_CA_CERTS']);

describe('deploy/helm/quarry/values.schema.json', () => {
  it('knows every variable of docs/configuration.md but those that the chart sets, and no other', () => {
    const schema = JSON.parse(read('deploy/helm/quarry/values.schema.json')) as {
      properties: {
        config: { properties: object };
        secret: { properties: { values: { properties: object } } };
      };
    };
    const { config, secret } = schema.properties;
    const settable = [...Object.keys(config.properties), ...Object.keys(secret.properties.values.properties)];
    const chosen = [
      'QUARRY_DATA',
      'QUARRY_CARRIER',
      'QUARRY_HOST',
      'QUARRY_PORT',
      'QUARRY_OPS_PORT',
      'QUARRY_OPS_HOST',
    ];
    // For KEDA alone.
    expect(settable.filter((name) => !VARIABLES.has(name))).toEqual(['REDIS_PASSWORD']);
    expect([...VARIABLES].filter((name) => !settable.includes(name)).sort()).toEqual(
      [...chosen, 'SESSION_CACHE_URL'].sort(),
    );
  });
});

describeWithTools('the chart, as helm renders it', ['helm', 'models'], ({ helm, models }) => {
  const helmTemplate = (...args: string[]) => run(helm, ['template', 'release', CHART, ...args]);
  const render = (values: string): readonly Manifest[] => {
    const { code, out, err } = helmTemplate('--values', path.join(CHART, 'ci', `${values}.yaml`));
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    return parseAllDocuments(out).map((document) => document.toJS() as Manifest);
  };
  const rendered = new Map<string, readonly Manifest[]>();
  const all = (values: string, kind: string) =>
    (rendered.get(values) ?? []).filter((manifest) => manifest.kind === kind);

  beforeAll(() => {
    for (const values of VALUES) rendered.set(values, render(values));
  });

  it('passes helm lint', () => {
    for (const values of VALUES)
      expect(
        run(helm, ['lint', '--strict', CHART, '--values', path.join(CHART, 'ci', `${values}.yaml`)]),
      ).toMatchObject({
        code: 0,
      });
  });

  it('every document fits the schema of its kind, and has no field that its kind does not know', () => {
    const kinds = new Set([...rendered.values()].flat().map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'ConfigMap',
      'CronJob',
      'Deployment',
      'Ingress',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodMonitor',
      'PrometheusRule',
      'ScaledObject',
      'Secret',
      'Service',
      'ServiceAccount',
      'TriggerAuthentication',
    ]);
    expect(problemsOf([...rendered.values()].flat(), models)).toEqual([]);
  }, 120_000);

  it('that check sees what is wrong', () => {
    const [one] = all('trial', 'Deployment');
    const [scaled] = all('everything', 'ScaledObject');
    const broken = [
      { ...one, spec: { ...(one?.spec as object), replica: 3 } },
      { ...scaled, spec: { ...(scaled?.spec as object), maxReplicaCount: '10' } },
    ] as unknown as Manifest[];
    expect(problemsOf(broken, models).join('\n')).toMatch(/replica[^s][\s\S]*maxReplicaCount/);
  }, 120_000);

  it('names are unique, and every document says that it is ours', () => {
    for (const manifests of rendered.values()) {
      const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      for (const { metadata } of manifests)
        expect(metadata.labels).toMatchObject({
          'app.kubernetes.io/name': 'quarry',
          'app.kubernetes.io/instance': 'release',
        });
    }
  });

  it.each(VALUES)('%s: a Deployment for each service of the workspace, which runs that service', (values) => {
    const started = all(values, 'Deployment').map((manifest) => podOf(manifest)?.spec.containers[0]);
    expect(started.map((container) => container?.name).sort()).toEqual([...SERVICES].sort());
    for (const container of started) expect(container?.args).toEqual(['serve', container?.name]);
  });

  it.each(VALUES)('%s: pods have no rights, and an end in order', (values) => {
    for (const manifest of rendered.get(values) ?? []) {
      const pod = podOf(manifest)?.spec;
      if (!pod) continue;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits?.memory).toBeDefined();
      }
      // Hops may take 10 s to end, and the gateway waits 5 s before.
      if (manifest.kind === 'Deployment') expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(15);
    }
  });

  it.each(VALUES)(
    '%s: processes get only variables that they read, and API keys only the gateway',
    (values) => {
      const [configMap] = all(values, 'ConfigMap');
      expect(Object.keys(configMap?.['data'] as object).filter((name) => !VARIABLES.has(name))).toEqual([]);
      for (const manifest of rendered.get(values) ?? []) {
        const pod = podOf(manifest)?.spec;
        for (const container of [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])]) {
          const names = (container.env ?? []).map(({ name }) => name);
          expect(names.filter((name) => !VARIABLES.has(name) && !OTHERS.has(name))).toEqual([]);
          expect([container.name, names.includes('QUARRY_API_KEYS')]).toEqual([
            container.name,
            container.name === 'gateway',
          ]);
          if (container.name !== 'gateway') expect(names).not.toContain('QUARRY_SECRETS_KEY');
          for (const { name, valueFrom } of container.env ?? [])
            if (valueFrom) expect(valueFrom.secretKeyRef.key).toBe(name);
        }
      }
    },
  );

  it.each(VALUES)('%s: health is asked where the process serves it', (values) => {
    for (const manifest of all(values, 'Deployment')) {
      const container = podOf(manifest)?.spec.containers[0];
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live', port: 'ops' } },
        livenessProbe: { httpGet: { path: '/health/live', port: 'ops' } },
        readinessProbe: { httpGet: { path: '/health/ready', port: 'ops' } },
      });
      const port = container?.ports?.find(({ name }) => name === 'ops')?.containerPort;
      const [configMap] = all(values, 'ConfigMap');
      expect(configMap?.['data']).toMatchObject({
        QUARRY_OPS_PORT: String(port),
        QUARRY_OPS_HOST: '0.0.0.0',
      });
    }
  });

  it('what selects pods selects those of its service', () => {
    const pods = all('everything', 'Deployment').map((manifest) => podOf(manifest)?.metadata.labels ?? {});
    const selected = (labels: Readonly<Record<string, string>>) =>
      pods
        .filter((pod) => Object.entries(labels).every(([name, value]) => pod[name] === value))
        .map((pod) => pod['app.kubernetes.io/component']);
    const labelsOf = (manifest: Manifest, field = 'selector'): Readonly<Record<string, string>> =>
      (manifest['spec'] as Record<string, { matchLabels: Record<string, string> }>)[field]?.matchLabels ?? {};

    const budgets = all('everything', 'PodDisruptionBudget').flatMap((budget) => selected(labelsOf(budget)));
    expect(budgets.sort()).toEqual([...SERVICES].sort());
    for (const deployment of all('everything', 'Deployment'))
      expect(deployment.metadata.name).toBe(`release-quarry-${selected(labelsOf(deployment)).join()}`);
    for (const monitor of all('everything', 'PodMonitor'))
      expect(selected(labelsOf(monitor)).sort()).toEqual([...SERVICES].sort());
    const policies = all('everything', 'NetworkPolicy').map((policy) =>
      selected(labelsOf(policy, 'podSelector')),
    );
    expect(policies.map((services) => services.length)).toEqual([SERVICES.length, 1]);
    const [service] = all('everything', 'Service');
    expect(selected((service?.['spec'] as { selector: Record<string, string> }).selector)).toEqual([
      'gateway',
    ]);
  });

  it('KEDA scales Deployments that exist and that set no number of pods themselves', () => {
    const deployments = new Map(all('everything', 'Deployment').map((one) => [one.metadata.name, one]));
    const scaled = all('everything', 'ScaledObject');
    expect(scaled.map(({ metadata }) => metadata.name).sort()).toEqual(
      ['answerer', 'graph-expander', 'retriever'].map((service) => `release-quarry-${service}`),
    );
    for (const { spec } of scaled) {
      const { name } = (spec as { scaleTargetRef: { name: string } }).scaleTargetRef;
      expect(deployments.get(name)?.spec).toBeDefined();
      expect(deployments.get(name)?.spec).not.toHaveProperty('replicas');
    }
    expect(deployments.get('release-quarry-router')?.spec).toHaveProperty('replicas', 2);
    expect(all('trial', 'ScaledObject')).toEqual([]);
  });

  it('KEDA watches the list of the service, with the password from the secret', () => {
    const answerer = all('everything', 'ScaledObject').find(({ metadata }) =>
      metadata.name.endsWith('answerer'),
    );
    expect(answerer?.spec).toMatchObject({
      minReplicaCount: 2,
      maxReplicaCount: 20,
      triggers: [
        {
          type: 'redis',
          metadata: {
            address: 'redis.stores:6379',
            enableTLS: 'true',
            listName: '{quarry:blue}:answerer:wait',
            listLength: '10',
          },
          authenticationRef: { name: 'release-quarry' },
        },
      ],
    });
    expect(all('everything', 'TriggerAuthentication')[0]?.spec).toEqual({
      secretTargetRef: [
        { parameter: 'password', name: 'quarry-stores', key: 'REDIS_PASSWORD' },
        { parameter: 'username', name: 'quarry-stores', key: 'REDIS_USERNAME' },
      ],
    });
  });

  it('a repository is indexed from git or from a volume, under its name', () => {
    const [shop, handbook] = all('everything', 'CronJob').map((job) => podOf(job)?.spec);
    expect(shop?.initContainers?.[0]?.command).toEqual(
      expect.arrayContaining(['clone', 'main', 'https://git.example.com/shop.git', '/source/tree']),
    );
    expect(shop?.containers[0]?.args).toEqual(['index', '/source/tree', '--data=/data', '--repository=shop']);
    expect(handbook?.initContainers).toBeUndefined();
    expect(handbook?.containers[0]?.args).toEqual([
      'index',
      '/source',
      '--data=/data',
      '--repository=handbook',
      '--vector-index',
      'flat',
    ]);
  });

  it('carries the alerts and the dashboard of deploy/, unchanged', () => {
    expect(all('everything', 'PrometheusRule')[0]?.spec).toEqual(parse(read('deploy/prometheus/alerts.yml')));
    const dashboard = all('everything', 'ConfigMap').find(({ metadata }) =>
      metadata.name.endsWith('-dashboard'),
    );
    expect(JSON.parse((dashboard?.['data'] as Record<string, string>)['quarry.json'] ?? '')).toEqual(
      JSON.parse(read('deploy/grafana/dashboards/quarry.json')),
    );
  });

  it.each([
    ['no secret', [], 'Set secret.existing, or secret.values.'],
    ['a variable that nothing reads', ['config.QUARRY_LOG_LEVLE=info'], 'QUARRY_LOG_LEVLE'],
    ['a secret among the settings', ['config.QUARRY_API_KEYS=a=b'], 'QUARRY_API_KEYS'],
    ['an unknown service', ['services.writer.replicas=1'], 'writer'],
    ['a service without a worker', ['services.router.replicas=0'], 'router'],
    ['scaling to nothing', ['scaling.services.answerer.min=0'], 'answerer'],
    ['scaling upside down', ['scaling.enabled=true', 'scaling.services.answerer.min=30'], 'min is above max'],
    [
      'a repository without a source',
      ['indexer.repositories[0].name=a', 'indexer.repositories[0].schedule=x'],
      "'a' needs",
    ],
  ])('refuses %s, and says so', (_, settings, word) => {
    const secret = settings.length === 0 ? [] : ['--set', 'secret.existing=s'];
    const { code, err } = helmTemplate(...secret, ...settings.flatMap((setting) => ['--set', setting]));
    expect(code).not.toBe(0);
    expect(err).toContain(word);
  });
});
