// Every check of the set-up, in the order in which they are read: the first broken line often explains the others.
import { type Config, parseConfig } from '../../config/config.ts'
import { checkAddress } from './address.ts'
import { checkBackup } from './backup.ts'
import { checkDatabase } from './database.ts'
import { broken, type Examined, type Finding, messageOf } from './finding.ts'
import { checkDisks, checkSlicer } from './machine.ts'
import { checkMail } from './mail.ts'
import { checkProcessor } from './processor.ts'
import { checkSettings, refusedSettings } from './settings.ts'
import { checkStorage } from './storage.ts'
import { checkWorker } from './worker.ts'

export type DoctorRequest = {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The names in the file of settings; empty without one. */
  readonly fileNames?: readonly string[]
  /** Recipient of a test mail; null = none is sent. */
  readonly mailTo: string | null
  readonly now?: () => Date
}

/** Only the settings are judged while the service would not start with them. */
export async function examine(request: DoctorRequest): Promise<readonly Finding[]> {
  const { variables, mailTo, now = () => new Date() } = request
  const parsed = parseConfig(variables)
  if (!parsed.ok) return refusedSettings(parsed.failure)
  const config: Config = parsed.value
  const examined: Examined = { config, variables, now }
  const checks: readonly (() => Promise<readonly Finding[]> | readonly Finding[])[] = [
    () => checkSettings(config, request.fileNames ?? []),
    () => checkDatabase(examined),
    () => checkStorage(examined),
    () => checkMail(examined, mailTo),
    () => checkProcessor(examined),
    () => checkAddress(examined),
    () => checkWorker(examined),
    () => checkSlicer(examined),
    () => checkDisks(examined),
    () => checkBackup(examined),
  ]
  const findings = await Promise.all(checks.map((check) => guarded(check)))
  return findings.flat()
}

/** A check that breaks is a line as well. */
async function guarded(
  check: () => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [
      broken('doctor', `A check failed: ${messageOf(error)}`, 'Report this with the message.'),
    ]
  }
}

const marks = { ok: 'ok  ', warning: 'note', failed: 'FAIL', skipped: '-   ' } as const
const colors = { ok: 32, warning: 33, failed: 31, skipped: 90 } as const

/** A line a finding, and the mend below it. */
export function textOf(findings: readonly Finding[], colored: boolean): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const painted = (state: Finding['state']) =>
    colored ? `\u001b[${colors[state]}m${marks[state]}\u001b[0m` : marks[state]
  const lines = findings.flatMap(({ name, state, says, mend }) => [
    `${painted(state)} ${name.padEnd(width)}  ${says}`,
    ...(mend === null ? [] : [`     ${' '.repeat(width)}  -> ${mend}`]),
  ])
  const count = findings.filter(({ state }) => state === 'failed').length
  return [...lines, '', count === 0 ? 'Nothing is broken.' : `${count} to mend.`].join('\n')
}
