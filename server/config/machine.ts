// The part of the configuration that every process has, regardless of its role: where it listens, what it logs, and its slicers.
import { resolve } from 'node:path'
import type { Environment } from './environment.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export type MachineConfig = {
  readonly production: boolean
  /** 0 means any free port. */
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly stateDir: string
  readonly logLevel: LogLevel
  readonly slicerPath: string | null
  readonly slicerCage: 'required' | 'optional' | 'off'
  readonly slicerConcurrency: number
  readonly slicerWaitSeconds: number
  readonly geometryWorkers: number
}

export const machineVariables = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'STATE_DIR',
  'LOG_LEVEL',
  'SLICER_PATH',
  'SLICER_CAGE',
  'SLICER_CONCURRENCY',
  'SLICER_WAIT_SECONDS',
  'GEOMETRY_WORKERS',
] as const

export function machineConfig(
  env: Pick<Environment, (typeof machineVariables)[number]>,
): MachineConfig {
  const production = env.NODE_ENV === 'production'
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    stateDir: resolve(env.STATE_DIR),
    logLevel: env.LOG_LEVEL,
    slicerPath: env.SLICER_PATH ?? null,
    slicerCage: env.SLICER_CAGE ?? (production ? 'required' : 'optional'),
    slicerConcurrency: env.SLICER_CONCURRENCY,
    slicerWaitSeconds: env.SLICER_WAIT_SECONDS,
    geometryWorkers: env.GEOMETRY_WORKERS,
  }
}
