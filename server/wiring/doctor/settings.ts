// Checks the settings: whether the service would start with them, and what it would then lack.
import { domainToASCII } from 'node:url'
import { type Config, configNames } from '../../config/config.ts'
import { fileVariable } from '../../config/secret-files.ts'
import { secretNames } from '../../config/table.ts'
import { type Diagnosis, fail, pass, warn } from './finding.ts'

const where = 'docs/configuration.md describes every setting.'

/** Returns one line for each problem that prevents the start. */
export const refusedSettings = (problems: readonly string[]): readonly Diagnosis[] =>
  problems.map((problem) => {
    const [, name] = /^([A-Z][A-Z0-9_]+)\b/.exec(problem) ?? []
    return fail('settings', problem, name === undefined ? where : `Set ${name}. ${where}`)
  })

/** Checks the settings. `fileNames` has the names in a settings file, if there is one. */
export function checkSettings(config: Config, fileNames: readonly string[]): readonly Diagnosis[] {
  const known = new Set([...configNames, ...secretNames().map(fileVariable), ...othersKnown])
  const misspelled = fileNames.filter((name) => !known.has(name))
  return [
    ...misspelled.map((name) =>
      warn(
        'settings',
        `${name} is not a setting: nothing reads it.`,
        `Correct or remove ${name}. ${where}`,
      ),
    ),
    config.production
      ? pass('settings', 'complete, for production')
      : warn(
          'settings',
          'NODE_ENV is not production: what is missing is replaced by stand-ins.',
          'Set NODE_ENV=production.',
        ),
    ...(config.operatorEmails.size === 0
      ? [
          warn(
            'operators',
            config.production
              ? 'No one can open the desk.'
              : 'Only the demo account can open the desk.',
            'Set OPERATOR_EMAILS to the address you sign up with.',
          ),
        ]
      : []),
    ...(config.production && isPublic(config) && config.trustedProxies.length === 0
      ? [
          warn(
            'proxy',
            'Behind a proxy all visitors would share their limits.',
            'Set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1.',
          ),
        ]
      : []),
  ]
}

/** Values of deploy/production.example.env that belong to no one. */
const examples: Readonly<Record<string, RegExp>> = {
  OPERATOR_EMAILS: /\byou@example\.com\b/i,
  SITE_HOST: /^print\.example\.com$/i,
  BASE_URL: /^https:\/\/print\.example\.com\/?$/i,
  MAIL_FROM: /@print\.example\.com\b/i,
}

/** Checks the values that a start cannot judge: those of the example, and the name that the proxy serves. */
export function checkNames(
  config: Pick<Config, 'baseUrl'>,
  variables: Readonly<Record<string, string | undefined>>,
): readonly Diagnosis[] {
  const left = Object.entries(examples).filter(([name, value]) => value.test(variables[name] ?? ''))
  const { SITE_HOST: site = '' } = variables
  const sites = site.split(/[\s,]+/).filter((name) => name !== '')
  // The port is not part of a certificate.
  const host = config.baseUrl === null ? null : new URL(config.baseUrl).hostname
  return [
    ...left.map(([name]) =>
      fail(
        'settings',
        `${name} still has the value of deploy/production.example.env.`,
        `Set ${name} to your own. ${where}`,
      ),
    ),
    ...(sites.length > 0 && host !== null && !sites.some((name) => hostnameOf(name) === host)
      ? [
          fail(
            'settings',
            `SITE_HOST is ${site}, but BASE_URL leads to ${host}: the proxy has no certificate for it.`,
            `Set BASE_URL=https://${sites[0]}, or correct SITE_HOST.`,
          ),
        ]
      : []),
  ]
}

/** Returns the name as URLs have it, without scheme and port. */
const hostnameOf = (name: string): string =>
  domainToASCII(name.replace(/^\w+:\/\//, '').replace(/:\d+$/, ''))

const isPublic = ({ baseUrl }: Config) => baseUrl?.startsWith('https:') === true

/** Names in a settings file that are for others: Google's library, and deploy/compose.yaml. */
const othersKnown = [
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'STORAGE_EMULATOR_HOST',
  'SITE_HOST',
  'POSTGRES_PASSWORD',
  'POSTGRES_ADMIN_PASSWORD',
  'BACKUP_COPY',
]
