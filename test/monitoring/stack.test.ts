// The compose file and its mounts: images are pinned, files exist, and the programs' checkers accept them.
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { boardNames, monitoring, ruleFiles, textOf, yamlOf } from './files.ts'

const compose = v.parse(
  v.object({
    services: v.record(
      v.string(),
      v.object({
        image: v.string(),
        command: v.optional(v.array(v.string()), []),
        environment: v.optional(v.record(v.string(), v.string()), {}),
        ports: v.array(v.string()),
        volumes: v.array(v.string()),
        secrets: v.optional(v.array(v.string()), []),
        configs: v.optional(v.array(v.object({ source: v.string(), target: v.string() })), []),
      }),
    ),
    configs: v.record(v.string(), v.object({ content: v.string() })),
    secrets: v.record(v.string(), v.object({ environment: v.string() })),
    volumes: v.record(v.string(), v.unknown()),
  }),
  yamlOf('compose.yaml'),
)
const services = Object.entries(compose.services)
const environment = {
  INTERNAL_KEY: 'k'.repeat(24),
  SERVICE: 'host.docker.internal:3000',
  DESK_URL: 'https://farm.example',
  GRAFANA_PASSWORD: 'secret',
}

/** Replaces `${NAME}`, `${NAME:?why}` and `${NAME:-default}` as Compose does. */
const filled = (text: string, given: Readonly<Record<string, string>> = environment) =>
  text.replaceAll(/\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}/g, (_, name: string, byDefault?: string) => {
    const value = new Map(Object.entries(given)).get(name) ?? byDefault
    if (value === undefined) throw new Error(`${name} is not set.`)
    return value
  })

/** Returns the container path of each file of the repository, config and secret. */
const mountsOf = (service: (typeof services)[number][1]) =>
  service.volumes.map((volume) => {
    const [source = '', target = '', mode] = filled(volume).split(':')
    return { source, target, mode }
  })

describe('the compose file', () => {
  test('pins every image to a release', () => {
    expect(services.map(([name]) => name)).toEqual(['prometheus', 'alertmanager', 'grafana'])
    const loose = services.filter(([, { image }]) => !/^[\w/]+:v?\d+\.\d+\.\d+$/.test(image))
    expect(loose.map(([name]) => name)).toEqual([])
  })

  test('publishes ports only on this machine', () => {
    const ports = services.flatMap(([, service]) => service.ports)
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  test('mounts files that exist, read-only, and volumes that it declares', () => {
    const mounts = services.flatMap(([, service]) => mountsOf(service))
    expect(mounts.length).toBeGreaterThan(5)
    for (const { source, mode } of mounts) {
      if (source.startsWith('./')) {
        expect(existsSync(join(monitoring, source)) ? source : 'missing').toBe(source)
        expect(mode).toBe('ro')
      } else {
        expect(Object.keys(compose.volumes)).toContain(source)
      }
    }
    for (const [, { secrets, configs }] of services) {
      expect(secrets.filter((name) => !(name in compose.secrets))).toEqual([])
      expect(configs.filter(({ source }) => !(source in compose.configs))).toEqual([])
    }
  })

  test('uses the variables of example.env', () => {
    const used = new Set([
      ...[...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
      ...Object.values(compose.secrets).map((secret) => secret.environment),
    ])
    const offered = [...textOf('example.env').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    )
    expect([...used].sort()).toEqual(offered.sort())
  })

  const command = composeCommand()
  test.skipIf(command === null)('Compose accepts it', () => {
    const { exitCode, stderr } = Bun.spawnSync(
      [...(command ?? []), '-f', join(monitoring, 'compose.yaml'), 'config', '--quiet'],
      { env: { ...process.env, ...environment } },
    )
    // Warnings are allowed.
    expect(exitCode === 0 ? '' : stderr.toString()).toBe('')
  })
})

/** Returns Compose as a plugin of Docker; older releases do not support configs with content. */
function composeCommand(): readonly string[] | null {
  const docker = Bun.which('docker')
  if (docker === null) return null
  const { exitCode, stdout } = Bun.spawnSync([docker, 'compose', 'version', '--short'])
  const [major = 0, minor = 0] = stdout.toString().replace(/^v/, '').split('.').map(Number)
  return exitCode === 0 && (major > 2 || (major === 2 && minor >= 24)) ? [docker, 'compose'] : null
}

describe('Prometheus', () => {
  const prometheus = v.parse(
    v.object({
      rule_files: v.array(v.string()),
      scrape_configs: v.array(
        v.object({
          job_name: v.string(),
          authorization: v.optional(v.object({ type: v.string(), credentials_file: v.string() })),
          file_sd_configs: v.array(v.object({ files: v.array(v.string()) })),
        }),
      ),
    }),
    yamlOf('prometheus/prometheus.yml'),
  )
  const service = compose.services['prometheus']
  const mounted = service === undefined ? [] : mountsOf(service).map(({ target }) => target)

  test('finds its rules, target and key where the compose file mounts them', () => {
    const [job, slicing, ...others] = prometheus.scrape_configs
    expect(others).toEqual([])
    expect(job?.job_name).toBe('print-farm')
    expect(job?.authorization).toEqual({
      type: 'Bearer',
      credentials_file: `/run/secrets/${service?.secrets[0]}`,
    })
    expect(job?.file_sd_configs[0]?.files).toEqual([service?.configs[0]?.target ?? ''])
    expect(slicing).toEqual({
      job_name: 'print-farm-slicing',
      file_sd_configs: [{ files: [service?.configs[1]?.target ?? ''] }],
    })
    const [glob = ''] = prometheus.rule_files
    expect(mounted.filter((path) => new Bun.Glob(glob).match(path))).toHaveLength(ruleFiles.length)
    expect(service?.command).toContain(`--config.file=${mounted[0]}`)
  })

  test('has one target, with the address of the desk', () => {
    const targets = Bun.YAML.parse(filled(compose.configs['targets']?.content ?? ''))
    expect(targets).toEqual([
      { targets: [environment.SERVICE], labels: { desk: environment.DESK_URL } },
    ])
  })

  test('has the slicing processes that are named', () => {
    const named = { ...environment, SLICING: '10.0.0.7:3000,10.0.0.8:3000' }
    const { content = '' } = compose.configs['slicing'] ?? {}
    const targetsWith = (given: Readonly<Record<string, string>>) =>
      Bun.YAML.parse(filled(content, given))
    expect(targetsWith(named)).toEqual([{ targets: ['10.0.0.7:3000', '10.0.0.8:3000'] }])
    expect(targetsWith(environment)).toEqual([{ targets: [] }])
  })

  test.skipIf(Bun.which('promtool') === null)('promtool accepts the configuration', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-prometheus-'))
    writeFileSync(join(folder, 'key'), environment.INTERNAL_KEY)
    writeFileSync(join(folder, 'targets.yml'), filled(compose.configs['targets']?.content ?? ''))
    writeFileSync(join(folder, 'slicing.yml'), filled(compose.configs['slicing']?.content ?? ''))
    const local = textOf('prometheus/prometheus.yml')
      .replace('/run/secrets/internal_key', join(folder, 'key'))
      .replace('/etc/prometheus/targets.yml', join(folder, 'targets.yml'))
      .replace('/etc/prometheus/slicing.yml', join(folder, 'slicing.yml'))
      .replace('/etc/prometheus/rules', join(monitoring, 'prometheus'))
    writeFileSync(join(folder, 'prometheus.yml'), local)
    const { exitCode, stdout } = Bun.spawnSync([
      'promtool',
      'check',
      'config',
      join(folder, 'prometheus.yml'),
    ])
    rmSync(folder, { recursive: true })
    expect(stdout.toString()).toContain(`${ruleFiles.length} rule files found`)
    expect(exitCode).toBe(0)
  })
})

test.skipIf(Bun.which('amtool') === null)(
  'amtool accepts the configuration of Alertmanager',
  () => {
    const path = join(monitoring, 'alertmanager/alertmanager.yml')
    const { exitCode, stdout } = Bun.spawnSync(['amtool', 'check-config', path])
    expect(stdout.toString()).toContain('SUCCESS')
    expect(exitCode).toBe(0)
  },
)

test('Grafana is provisioned with the boards and with the programs of the compose file', () => {
  const grafana = compose.services['grafana']
  const mounted = new Map(
    (grafana === undefined ? [] : mountsOf(grafana)).map(({ source, target }) => [source, target]),
  )
  expect(mounted.get('./grafana/provisioning')).toBe('/etc/grafana/provisioning')
  const folder = mounted.get('./grafana/boards')
  expect(yamlOf('grafana/provisioning/dashboards/boards.yml')).toMatchObject({
    providers: [{ type: 'file', options: { path: folder } }],
  })
  const home = grafana?.environment['GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH']
  expect(boardNames.map((name) => `${folder}/${name}.json`)).toContain(home ?? '')
  const { datasources } = v.parse(
    v.object({ datasources: v.array(v.object({ type: v.string(), url: v.string() })) }),
    yamlOf('grafana/provisioning/datasources/prometheus.yml'),
  )
  const names = services.map(([name]) => name)
  expect(datasources.map(({ type }) => type)).toEqual(['prometheus', 'alertmanager'])
  expect(datasources.filter(({ url }) => !names.includes(new URL(url).hostname))).toEqual([])
})

test('inhibitions and routes name alerts and severities that exist', () => {
  const text = textOf('alertmanager/alertmanager.yml')
  const alerts = new Set(
    [...textOf('prometheus/alerts.rules.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name),
  )
  const named = [...text.matchAll(/alertname=~?"([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split('|'),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !alerts.has(name))).toEqual([])
})
