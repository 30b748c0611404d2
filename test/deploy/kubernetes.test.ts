// The Kubernetes manifests name what the service has: its variables, its probes, its port. With kustomize on PATH the built overlay is
// checked, else that test is skipped.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { configNames } from '../../server/config/config.ts'
import { requiredInProduction } from '../../server/config/table.ts'
import { routes } from '../../server/http/routes/routes.ts'

const folder = join(import.meta.dir, '../../deploy/kubernetes')
const overlay = join(folder, 'overlays/production')

const probe = v.object({ httpGet: v.object({ path: v.string(), port: v.string() }) })
const container = v.object({
  image: v.string(),
  env: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
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

/** Every document of a text. */
function documents(text: string): readonly unknown[] {
  const parsed: unknown = Bun.YAML.parse(text)
  return Array.isArray(parsed) ? parsed : [parsed]
}

const base = readdirSync(join(folder, 'base'))
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => documents(readFileSync(join(folder, 'base', name), 'utf8')))

/** Also parses them: a pod without its restrictions throws. */
const workloadsOf = (all: readonly unknown[]) =>
  all
    .filter((one) => ['Deployment', 'Job'].includes(v.parse(kinded, one).kind))
    .map((one) => v.parse(workload, one))

const variablesOf = (name: string) =>
  readFileSync(join(overlay, name), 'utf8')
    .split('\n')
    .flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? [])

const baseName = (name: string) => name.replace(/_FILE$/, '')
const isUnknown = (name: string) => !configNames.includes(name)

describe('the workloads', () => {
  const workloads = workloadsOf(base)

  test('are web, worker and the migration', () => {
    expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'migrate',
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

  test('write to volumes only, the folder of STATE_DIR among them', () => {
    for (const { spec } of workloads) {
      const { containers, volumes } = spec.template.spec
      const [{ volumeMounts }] = containers
      const paths = volumeMounts.map(({ mountPath }) => mountPath)
      expect(paths).toEqual(['/var/lib/svc', '/tmp', '/run/secrets'])
      expect(volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name))
    }
  })

  test.each(workloads.map((one) => [one.metadata.name, one] as const))(
    '%s gets secrets as files that its secret has, and sets variables that the service reads',
    (name, { spec }) => {
      const [{ env }] = spec.template.spec.containers
      const files = env.filter((one) => one.name.endsWith('_FILE'))
      for (const one of files) expect(one.value).toBe(`/run/secrets/${baseName(one.name)}`)
      const keys = variablesOf(name === 'migrate' ? 'migration.example.env' : 'secrets.example.env')
      expect(files.map((one) => baseName(one.name))).toEqual(keys)
      expect(env.map((one) => baseName(one.name)).filter(isUnknown)).toEqual([])
    },
  )
})

describe('the settings of the overlay', () => {
  const settings = variablesOf('settings.env')
  const secrets = variablesOf('secrets.example.env')

  test('are variables of the service, each once', () => {
    const names = [...settings, ...secrets]
    expect(names.filter(isUnknown)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('have all that production requires', () => {
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
  expect(workloads).toHaveLength(3)
  for (const { spec } of workloads) {
    expect(spec.template.spec.containers[0].image).toMatch(/@sha256:[0-9a-f]{64}$/)
    // What the network policies select.
    expect(spec.template.metadata.labels['app.kubernetes.io/part-of']).toBe('print-farm')
  }
  const kinds = new Set(all.map((one) => v.parse(kinded, one).kind))
  for (const kind of ['HorizontalPodAutoscaler', 'NetworkPolicy', 'PodDisruptionBudget']) {
    expect(kinds).toContain(kind)
  }
})
