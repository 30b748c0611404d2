// The services and secrets that every process needs, either configured by the operator or started by local mode.
import type { Config } from './config.ts'

export type BackingServices = {
  readonly databaseUrl: string
  readonly authSecret: string
  readonly internalKey: string
  readonly stripe: NonNullable<Config['stripe']>
}

/** Returns the configured services, or null when something is missing and local mode has to provide it. */
export function configuredServices(config: Config): BackingServices | null {
  const { databaseUrl, authSecret, internalKey, stripe } = config
  if (databaseUrl === null || authSecret === null || internalKey === null || stripe === null) {
    return null
  }
  return { databaseUrl, authSecret, internalKey, stripe }
}
