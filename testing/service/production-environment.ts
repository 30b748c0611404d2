/** A complete environment of a production process; no process connects to its addresses. */
export const productionEnvironment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://farm:pw@db.internal/farm',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GCS_BUCKET: 'farm-models',
  SMTP_URL: 'smtps://user:pw@mail.example.com',
  MAIL_FROM: 'Farm <orders@example.com>',
  AUTH_SECRET: 'a'.repeat(32),
  BASE_URL: 'https://farm.example.com/',
  INTERNAL_KEY: 'b'.repeat(16),
} as const
