// Requirements of NODE_ENV=production: no fallback to a local stand-in, and no unsafe setting.
import { isKeptElsewhere } from './storage.ts'
import { requiredInProduction } from './table.ts'

export const onlyLoopback = 'Only a loopback address may begin with http://.'

/** Returns each problem as a sentence that names its variable. `env` must not contain empty variables. */
export function productionProblems(env: Readonly<Record<string, string>>): readonly string[] {
  const missing = requiredInProduction()
    .filter(([name]) => env[name] === undefined && !(name === 'GCS_BUCKET' && isKeptElsewhere(env)))
    .map(([name, what]) => `${name} is missing: with NODE_ENV=production it must hold ${what}.`)
  const loopback =
    env['DOWNLOAD_ALLOW_LOOPBACK'] === '1'
      ? ['DOWNLOAD_ALLOW_LOOPBACK=1 is refused with NODE_ENV=production.']
      : []
  return [...missing, ...loopback, ...baseUrlProblems(env['BASE_URL'])]
}

function baseUrlProblems(baseUrl: string | undefined): readonly string[] {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return []
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'http:' || isLoopback(hostname)) return []
  return [
    `BASE_URL must begin with https:// with NODE_ENV=production, because session cookies would travel unencrypted. ${onlyLoopback}`,
  ]
}

export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
