// Output of the tools of the advisory databases, and its meaning: no output never counts as a pass.
import { describe, expect, test } from 'bun:test'
import { judgeBunAudit, judgeCargoAudit } from '../../deploy/supply-chain/advisories.ts'

const ran = (exitCode: number, stdout: string, stderr = '') => ({ exitCode, stdout, stderr })

describe('bun audit --json', () => {
  // In the format of the registry: bun prints the object.
  const advisory = {
    id: 1_117_592,
    url: 'https://github.com/advisories/GHSA-0000-0000-0000',
    title: 'Prototype pollution',
    severity: 'high',
    vulnerable_versions: '<1.2.3',
  }

  test('an advisory is named with its package', () => {
    expect(judgeBunAudit(ran(1, JSON.stringify({ lodash: [advisory] })))).toEqual({
      kind: 'advisories',
      lines: [
        'lodash: high, Prototype pollution, https://github.com/advisories/GHSA-0000-0000-0000',
      ],
    })
  })

  test('an empty object is clean', () => {
    expect(judgeBunAudit(ran(0, '{}'))).toEqual({ kind: 'clean' })
  })

  const failures: readonly (readonly [string, number, string, string])[] = [
    ['an error of the registry', 1, '', 'error: POST https://registry.example/bulk - 405'],
    ['an error with exit code 0', 0, '', 'error: ConnectionRefused'],
    ['no output', 0, '', ''],
    ['an empty object with an error', 1, '{}', 'error: timeout'],
    ['a list', 0, '[]', ''],
  ]
  test.each(failures)('%s leads to no verdict', (_, exitCode, stdout, stderr) => {
    expect(judgeBunAudit(ran(exitCode, stdout, stderr)).kind).toBe('not_judged')
  })
})

describe('cargo audit --json', () => {
  const report = (list: readonly object[]) =>
    JSON.stringify({
      database: { 'advisory-count': 900 },
      vulnerabilities: { found: list.length > 0, count: list.length, list },
      warnings: {},
    })

  test('an advisory is named with its crate', () => {
    const advisory = { id: 'RUSTSEC-2026-0001', title: 'Out-of-bounds read' }
    const found = { advisory, package: { name: 'miniz_oxide', version: '0.9.0' } }
    expect(judgeCargoAudit(ran(1, report([found])))).toEqual({
      kind: 'advisories',
      lines: ['miniz_oxide 0.9.0: RUSTSEC-2026-0001, Out-of-bounds read'],
    })
  })

  test('an empty list is clean', () => {
    expect(judgeCargoAudit(ran(0, report([])))).toEqual({ kind: 'clean' })
  })

  test.each(['', 'error: failed to fetch advisory database', '{}', '{"vulnerabilities":{}}'])(
    '%p leads to no verdict',
    (stdout) => {
      expect(judgeCargoAudit(ran(0, stdout)).kind).toBe('not_judged')
    },
  )
})
