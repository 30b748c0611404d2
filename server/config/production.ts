// What NODE_ENV=production asks of the environment: nothing falls back to a stand-in, and nothing is left open.

const REQUIRED_IN_PRODUCTION = [
  ['DATABASE_URL', 'the address of the PostgreSQL database'],
  ['STRIPE_SECRET_KEY', 'the secret key of the Stripe account that is charged'],
  ['STRIPE_WEBHOOK_SECRET', "the signing secret of Stripe's webhook endpoint"],
  ['GCS_BUCKET', 'the Google Cloud Storage bucket that keeps the models'],
  ['SMTP_URL', 'the mail server'],
  ['MAIL_FROM', 'the sender of every mail'],
  ['AUTH_SECRET', 'at least 32 random characters that sign sessions'],
  ['BASE_URL', 'the public address of this service'],
  ['INTERNAL_KEY', 'at least 16 random characters shared with the farm'],
] as const

/** Each problem as a sentence that names its variable. Empty variables are not in `env`. */
export function productionProblems(env: Readonly<Record<string, string>>): readonly string[] {
  const missing = REQUIRED_IN_PRODUCTION.filter(([name]) => env[name] === undefined).map(
    ([name, what]) => `${name} is missing: with NODE_ENV=production it must hold ${what}.`,
  )
  const loopback =
    env.DOWNLOAD_ALLOW_LOOPBACK === '1'
      ? ['DOWNLOAD_ALLOW_LOOPBACK=1 is refused with NODE_ENV=production.']
      : []
  return [...missing, ...loopback, ...baseUrlProblems(env.BASE_URL)]
}

function baseUrlProblems(baseUrl: string | undefined): readonly string[] {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return []
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'http:' || isLoopback(hostname)) return []
  return [
    'BASE_URL must begin with https:// with NODE_ENV=production, because session cookies would travel unencrypted. Only a loopback address may begin with http://.',
  ]
}

const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
