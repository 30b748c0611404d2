// Runs every check of the configuration, in reading order: the first broken line often explains the others.
import { type Config, parseConfig } from '../../config/config.ts'
import { checkAddress } from './address.ts'
import { checkBackup } from './backup.ts'
import { checkCarriers } from './carriers.ts'
import { checkDatabase } from './database.ts'
import { type Diagnosis, type Examined, fail, messageOf } from './finding.ts'
import { checkDisks, checkSlicer } from './machine.ts'
import { checkMail } from './mail.ts'
import { checkProcessor } from './processor.ts'
import { checkSecret } from './secret.ts'
import { checkSeller } from './seller.ts'
import { checkNames, checkSettings, refusedSettings } from './settings.ts'
import { checkStorage } from './storage.ts'
import { checkTermsFile } from './terms.ts'
import { checkWorker } from './worker.ts'

export type DoctorRequest = {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Names in the settings file; empty without a file. */
  readonly fileNames?: readonly string[]
  /** Recipient of a test mail; null sends none. */
  readonly mailTo: string | null
  readonly now?: () => Date
}

/** Runs the checks. If the service would not start with the settings, only the settings are checked. */
export async function examine(request: DoctorRequest): Promise<readonly Diagnosis[]> {
  const { variables, mailTo, now = () => new Date() } = request
  const parsed = parseConfig(variables)
  if (!parsed.ok) return refusedSettings(parsed.failure)
  const config: Config = parsed.value
  const examined: Examined = { config, variables, now }
  const checks: readonly (() => Promise<readonly Diagnosis[]> | readonly Diagnosis[])[] = [
    () => checkSettings(config, request.fileNames ?? []),
    () => checkNames(config, variables),
    () => checkDatabase(examined),
    () => checkSecret(examined),
    () => checkTermsFile(examined),
    () => checkSeller(examined),
    () => checkStorage(examined),
    () => checkMail(examined, mailTo),
    () => checkProcessor(examined),
    () => checkCarriers(examined),
    () => checkAddress(examined),
    () => checkWorker(examined),
    () => checkSlicer(examined),
    () => checkDisks(examined),
    () => checkBackup(examined),
  ]
  const findings = await Promise.all(checks.map((check) => runGuarded(check)))
  return findings.flat()
}

/** Turns a check that throws into a line of the report. */
async function runGuarded(
  check: () => Promise<readonly Diagnosis[]> | readonly Diagnosis[],
): Promise<readonly Diagnosis[]> {
  try {
    return await check()
  } catch (error) {
    return [fail('doctor', `A check failed: ${messageOf(error)}`, 'Report this with the message.')]
  }
}

const marks = { ok: 'ok  ', warning: 'note', failed: 'FAIL', skipped: '-   ' } as const
const colors = { ok: 32, warning: 33, failed: 31, skipped: 90 } as const

/** Returns one line per finding, with the fix below it. */
export function textOf(findings: readonly Diagnosis[], colored: boolean): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const painted = (state: Diagnosis['state']) =>
    colored ? `\u001b[${colors[state]}m${marks[state]}\u001b[0m` : marks[state]
  const lines = findings.flatMap(({ name, state, message, fix }) => [
    `${painted(state)} ${name.padEnd(width)}  ${message}`,
    ...(fix === null ? [] : [`     ${' '.repeat(width)}  -> ${fix}`]),
  ])
  const count = findings.filter(({ state }) => state === 'failed').length
  return [
    ...lines,
    '',
    count === 0 ? 'Nothing is broken.' : `${count} ${count === 1 ? 'problem' : 'problems'} to fix.`,
  ].join('\n')
}
