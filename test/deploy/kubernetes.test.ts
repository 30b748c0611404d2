// The Kubernetes manifests match the service: its variables, its probes, its port. With kustomize on PATH the built
// overlay is checked; otherwise that test is skipped.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { configNames } from '../../server/config/config.ts'
import { parseSlicingConfig } from '../../server/config/slicing.ts'
import { requiredInProduction } from '../../server/config/table.ts'
import { metricDefinition } from '../../server/domain/base/metrics/metric-catalog.ts'
import { routes } from '../../server/http/routes/routes.ts'

const folder = join(import.meta.dir, '../../deploy/kubernetes')
const overlay = join(folder, 'overlays/production')

const probe = v.object({ httpGet: v.object({ path: v.string(), port: v.string() }) })
const container = v.object({
  image: v.string(),
  env: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
  envFrom: v.optional(v.array(v.object({})), []),
  ports: v.optional(v.array(v.object({ name: v.string(), containerPort: v.number() })), []),
  startupProbe: v.optional(probe),
  livenessProbe: v.optional(probe),
  readinessProbe: v.optional(probe),
  resources: v.object({ limits: v.object({ memory: v.string() }) }),
  securityContext: v.object({
    allowPrivilegeEscalation: v.literal(false),
    readOnlyRootFilesystem: v.literal(true),
    capabilities: v.object({ drop: v.tuple([v.literal('ALL')]) }),
  }),
  volumeMounts: v.array(v.object({ name: v.string(), mountPath: v.string() })),
})
const workload = v.object({
  kind: v.picklist(['Deployment', 'Job']),
  metadata: v.object({ name: v.string() }),
  spec: v.object({
    template: v.object({
      metadata: v.object({ labels: v.record(v.string(), v.string()) }),
      spec: v.object({
        automountServiceAccountToken: v.literal(false),
        serviceAccountName: v.optional(v.string()),
        securityContext: v.object({ runAsNonRoot: v.literal(true) }),
        containers: v.tuple([container]),
        volumes: v.array(
          v.union([
            v.object({ name: v.string(), emptyDir: v.object({}) }),
            v.object({ name: v.string(), secret: v.object({ secretName: v.string() }) }),
          ]),
        ),
      }),
    }),
  }),
})
const kinded = v.object({ kind: v.string(), metadata: v.object({ name: v.string() }) })

/** Returns every document of a text. */
function documents(text: string): readonly unknown[] {
  const parsed: unknown = Bun.YAML.parse(text)
  return Array.isArray(parsed) ? parsed : [parsed]
}

const base = readdirSync(join(folder, 'base'))
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => documents(readFileSync(join(folder, 'base', name), 'utf8')))

/** Returns the workloads and parses them: a pod without its restrictions throws. */
const workloadsOf = (all: readonly unknown[]) =>
  all
    .filter((one) => ['Deployment', 'Job'].includes(v.parse(kinded, one).kind))
    .map((one) => v.parse(workload, one))

const variablesOf = (name: string) =>
  readFileSync(join(overlay, name), 'utf8')
    .split('\n')
    .flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? [])

const secretFiles: Readonly<Record<string, string>> = { migrate: 'migration.example.env' }
const baseName = (name: string) => name.replace(/_FILE$/, '')
const isUnknown = (name: string) => !configNames.includes(name)

describe('the workloads', () => {
  const workloads = workloadsOf(base)

  test('are web, worker, slicing and the migration', () => {
    expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'migrate',
      'slicing',
      'web',
      'worker',
    ])
  })

  test('probe paths that the service serves, on a port that the container names', () => {
    const paths = new Set(routes.map(({ path }) => path))
    for (const { spec } of workloads) {
      const [{ ports, startupProbe, livenessProbe, readinessProbe }] = spec.template.spec.containers
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe].flatMap(
        (one) => one ?? [],
      )) {
        expect(paths).toContain(httpGet.path)
        expect(ports.map(({ name }) => name)).toContain(httpGet.port)
      }
    }
  })

  test('listen on the port that PORT names', () => {
    for (const { spec } of workloads) {
      const [{ env, ports }] = spec.template.spec.containers
      const port = env.find(({ name }) => name === 'PORT')?.value
      expect(ports.map(({ containerPort }) => String(containerPort))).toEqual(port ? [port] : [])
    }
  })

  test('write only to volumes, including the folder of STATE_DIR', () => {
    for (const { metadata, spec } of workloads) {
      const { containers, volumes } = spec.template.spec
      const [{ volumeMounts }] = containers
      const paths = volumeMounts.map(({ mountPath }) => mountPath)
      const secrets = metadata.name === 'slicing' ? [] : ['/run/secrets']
      expect(paths).toEqual(['/var/lib/svc', '/tmp', ...secrets])
      expect(volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name))
    }
  })

  test.each(workloads.map((one) => [one.metadata.name, one] as const))(
    '%s mounts only files that its Secret contains, and sets only variables that the service reads',
    (name, { spec }) => {
      const [{ env }] = spec.template.spec.containers
      const files = env.filter((one) => one.name.endsWith('_FILE'))
      for (const one of files) expect(one.value).toBe(`/run/secrets/${baseName(one.name)}`)
      const keys = name === 'slicing' ? [] : variablesOf(secretFiles[name] ?? 'secrets.example.env')
      expect(files.map((one) => baseName(one.name))).toEqual(keys)
      expect(env.map((one) => baseName(one.name)).filter(isUnknown)).toEqual([])
    },
  )
})

describe('slicing', () => {
  const pod = workloadsOf(base).find(({ metadata }) => metadata.name === 'slicing')?.spec.template

  test('has no secret, no setting of other workloads and no identity', () => {
    expect(pod?.spec.containers[0].envFrom).toEqual([])
    expect(pod?.spec.serviceAccountName).toBeUndefined()
    expect(pod?.spec.volumes.filter((volume) => 'secret' in volume)).toEqual([])
    const env = pod?.spec.containers[0].env.map(({ name, value }) => [name, value]) ?? []
    expect(parseSlicingConfig(Object.fromEntries(env)).ok).toBe(true)
  })

  const expression = v.object({
    key: v.literal('app.kubernetes.io/name'),
    operator: v.picklist(['In', 'NotIn']),
    values: v.array(v.string()),
  })
  const selector = v.strictObject({
    matchLabels: v.optional(v.record(v.string(), v.string()), {}),
    matchExpressions: v.optional(v.array(expression), []),
  })
  const policy = v.object({
    metadata: v.object({ name: v.string() }),
    spec: v.object({
      podSelector: selector,
      policyTypes: v.array(v.picklist(['Ingress', 'Egress'])),
      ingress: v.optional(v.array(v.object({ from: v.array(v.unknown()) })), []),
      egress: v.optional(v.array(v.object({ to: v.array(v.unknown()) })), []),
    }),
  })
  const selects = (
    { matchLabels, matchExpressions }: v.InferOutput<typeof selector>,
    labels: Readonly<Record<string, string>>,
  ) =>
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      ({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'),
    )
  const labelsOf = (name: string) => ({
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/part-of': 'print-farm',
  })
  const policies = base
    .filter((one) => v.parse(kinded, one).kind === 'NetworkPolicy')
    .map((one) => v.parse(policy, one))
  const of = (name: string) =>
    policies.filter(({ spec }) => selects(spec.podSelector, labelsOf(name)))

  test('has no outgoing route, and only web and worker reach it', () => {
    const own = of('slicing')
    expect(own.map(({ metadata }) => metadata.name)).toEqual(['deny-all', 'slicing-ingress'])
    expect(own.flatMap(({ spec }) => spec.egress)).toEqual([])
    const peer = v.strictObject({ podSelector: selector })
    const peers = own.flatMap(({ spec }) => spec.ingress.flatMap(({ from }) => from))
    const callers = ['web', 'worker', 'migrate', 'slicing'].filter((name) =>
      peers.some((one) => selects(v.parse(peer, one).podSelector, labelsOf(name))),
    )
    expect(callers).toEqual(['web', 'worker'])
    for (const name of callers) {
      const names = of(name).map(({ metadata }) => metadata.name)
      expect(names).toContain('slicing-callers')
      expect(names).toContain('service-egress')
    }
  })

  test('has the address in the settings', () => {
    const service = v.object({
      kind: v.literal('Service'),
      metadata: v.object({ name: v.literal('slicing') }),
      spec: v.object({ ports: v.tuple([v.object({ port: v.number() })]) }),
    })
    const [found] = base.filter((one) => v.is(service, one)).map((one) => v.parse(service, one))
    const settings = readFileSync(join(overlay, 'settings.env'), 'utf8')
    expect(settings).toContain(`SLICER_URL=http://slicing:${found?.spec.ports[0].port}\n`)
  })

  test('is scaled by metrics that it exports', () => {
    const path = join(folder, 'components/queue-scaling/slicing.yaml')
    const scaled = v.object({
      spec: v.object({
        triggers: v.array(v.object({ metadata: v.object({ query: v.string() }) })),
      }),
    })
    const [first] = documents(readFileSync(path, 'utf8'))
    const queries = v.parse(scaled, first).spec.triggers.map(({ metadata }) => metadata.query)
    const names = queries.flatMap((query) => query.match(/\b[a-z]+(?:_[a-z]+)+(?=\{)/g) ?? [])
    expect(names).toEqual(['pool_busy', 'pool_waiting', 'slicer_backlog_seconds'])
    expect(names.filter((name) => metricDefinition(name) === undefined)).toEqual([])
  })
})

describe('the settings of the overlay', () => {
  const settings = variablesOf('settings.env')
  const secrets = variablesOf('secrets.example.env')

  test('are variables of the service, each once', () => {
    const names = [...settings, ...secrets]
    expect(names.filter(isUnknown)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('contain everything that production requires', () => {
    const required = requiredInProduction().map(([name]) => name)
    const names = [...settings, ...secrets]
    expect(required.filter((name) => !names.includes(name))).toEqual([])
  })

  test('give the role that owns the schema to the migration alone', () => {
    expect([...settings, ...secrets]).not.toContain('MIGRATION_DATABASE_URL')
    expect(variablesOf('migration.example.env')).toContain('MIGRATION_DATABASE_URL')
  })
})

const kustomize = ['kustomize', join(homedir(), 'go/bin/kustomize')].find(
  (program) => spawnSync(program, ['version']).status === 0,
)

test.skipIf(kustomize === undefined)('kustomize builds the overlay, with images by digest', () => {
  const built = spawnSync(kustomize ?? '', ['build', overlay], { encoding: 'utf8' })
  expect(built.stderr).toBe('')
  const all = documents(built.stdout)
  const workloads = workloadsOf(all)
  expect(workloads).toHaveLength(4)
  for (const { spec } of workloads) {
    expect(spec.template.spec.containers[0].image).toMatch(/@sha256:[0-9a-f]{64}$/)
    // Labels that the network policies select.
    expect(spec.template.metadata.labels['app.kubernetes.io/part-of']).toBe('print-farm')
  }
  const kinds = new Set(all.map((one) => v.parse(kinded, one).kind))
  for (const kind of ['HorizontalPodAutoscaler', 'NetworkPolicy', 'PodDisruptionBudget']) {
    expect(kinds).toContain(kind)
  }
})
