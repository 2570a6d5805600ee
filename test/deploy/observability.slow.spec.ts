import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import { describeWithTools, run } from './tools';
import { read, ROOT } from './workspace';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly datasource: { uid: string };
  }[];
}

const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(read('deploy/grafana/dashboards/quarry.json')) as {
  panels: Panel[];
  templating: { list: { name: string; query: { query: string } }[] };
  annotations: { list: { expr: string }[] };
};
const shown = dashboard.panels.flatMap(({ title, targets }) =>
  (targets ?? []).map(({ expr }) => ({ title, expr })),
);
const expressions = [...alerts.map(({ alert, expr }) => ({ title: alert, expr })), ...shown];

/** The rows of docs/metrics.md with their labels; a histogram and a counter are asked for by longer names. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const rows = [...read('docs/metrics.md').matchAll(/^\| `(quarry_\w+)` \| (\w+) \|([^|]*)\|/gm)];
  return new Map(
    rows.flatMap(([, name = '', type, labels = '']) => {
      const own = [...labels.matchAll(/`(\w+)`/g)].map((label) => label[1] ?? '');
      const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
      return names.map((each) => [each, [...own, 'le']] as const);
    }),
  );
}

describe('metrics of alerts and dashboard', () => {
  it('are all documented in docs/metrics.md, or those of the Prometheus client for Node', async () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const ofNode =
      (await registry.metrics()).match(/^# TYPE \w+ \w+/gm)?.map((line) => line.split(' ')[2] ?? '') ?? [];
    const known = new Set([
      ...documented().keys(),
      ...ofNode,
      ...ofNode.flatMap((name) => [`${name}_sum`, `${name}_count`]),
    ]);
    const used = expressions.flatMap(({ title, expr }) =>
      (expr.match(/\b(?:quarry|process|nodejs)_\w+/g) ?? []).map((name) => ({ title, name })),
    );
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  it('are asked for and grouped by labels that they have', () => {
    // Those of the scrape, which prometheus.yml and the PodMonitor give every metric.
    const scraped = ['namespace', 'job', 'component', 'instance'];
    for (const { title, expr } of expressions) {
      const labels = new Set(scraped);
      for (const name of expr.match(/\bquarry_\w+/g) ?? [])
        for (const label of documented().get(name) ?? []) labels.add(label);
      const asked = [
        ...[...expr.matchAll(/\b(\w+)\s*(?:=~|!=|!~|=)\s*"/g)].map((match) => match[1] ?? ''),
        ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap((match) => (match[1] ?? '').split(/,\s*/)),
      ];
      expect([title, asked.filter((label) => !labels.has(label))]).toEqual([title, []]);
    }
  });

  it('every metric of Quarry is shown, or alerts', () => {
    const text = expressions.map(({ expr }) => expr).join('\n');
    const bases = [...documented().keys()].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect([...new Set(bases)].filter((name) => !text.includes(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it('say what is wrong and how bad, and lead to their own section of the runbook', () => {
    expect(alerts.length).toBeGreaterThanOrEqual(9);
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const { alert, labels, annotations } of alerts) {
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations).toMatchObject({
        summary: expect.any(String),
        description: expect.any(String),
        runbook: `docs/runbook.md#${alert.toLowerCase()}`,
      });
    }
    const sections = [...read('docs/runbook.md').matchAll(/^### (Quarry\w+)$/gm)].map(
      (heading) => heading[1],
    );
    expect(sections.sort()).toEqual(names.sort());
  });

  it('are each tried with figures that fire them', () => {
    const tests = read('deploy/prometheus/alerts.test.yml');
    for (const { alert } of alerts)
      expect([alert, new RegExp(`alertname: ${alert}\\n\\s+exp_alerts`).test(tests)]).toEqual([alert, true]);
  });
});

describe('deploy/grafana', () => {
  const { datasources } = parse(read('deploy/grafana/provisioning/datasources/prometheus.yml')) as {
    datasources: { uid: string; url: string }[];
  };

  it('every panel has an id of its own, a place of its own, and the data source that is provisioned', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const uids = dashboard.panels.flatMap(({ datasource, targets }) => [
      ...(datasource ? [datasource.uid] : []),
      ...(targets ?? []).map((target) => target.datasource.uid),
    ]);
    expect(new Set(uids)).toEqual(new Set(datasources.map(({ uid }) => uid)));
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it('every panel but a row asks for something, each question by a letter of its own', () => {
    for (const { type, title, targets = [] } of dashboard.panels) {
      expect([title, targets.length > 0]).toEqual([title, type !== 'row']);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
  });

  it('asks the Prometheus of docker-compose.yml', () => {
    expect(datasources.map(({ url }) => url)).toEqual(['http://prometheus:9090']);
  });
});

describeWithTools('as Prometheus reads it', ['promtool'], ({ promtool }) => {
  const inPrometheus = (...args: string[]) =>
    run(promtool, args, { cwd: path.join(ROOT, 'deploy/prometheus') });

  it('configuration and rules are valid', () => {
    const { code, out, err } = inPrometheus('check', 'config', 'prometheus.yml');
    expect({ code, out: `${out}${err}` }).toEqual({
      code: 0,
      out: expect.stringContaining(`${alerts.length} rules found`),
    });
  });

  it('every alert fires when it should, and not before', () => {
    const { code, out, err } = inPrometheus('test', 'rules', 'alerts.test.yml');
    expect(`${out}${err}`).toContain('SUCCESS');
    expect(code).toBe(0);
  });

  it('every expression of the dashboard parses', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'quarry-rules-'));
    try {
      const rules = shown.map(({ expr }, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$namespace', '.*').replaceAll('$__rate_interval', '5m'),
      }));
      const file = path.join(folder, 'panels.json');
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
      const { code, out, err } = run(promtool, ['check', 'rules', file]);
      expect({ code, out: `${out}${err}` }).toEqual({
        code: 0,
        out: expect.stringContaining(`${rules.length} rules found`),
      });
      for (const { expr } of shown) expect(expr).not.toMatch(/\$(?!namespace|__rate_interval)/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
