// The configuration of a slicing process (ROLE=slicing). It runs the slicer on untrusted models, so it reads no secrets, and it does not
// start if one is set.
import * as v from 'valibot'
import { fail, ok, type Result } from '../domain/base/result.ts'
import { withoutEmpty } from './config.ts'
import { environment } from './environment.ts'
import { type MachineConfig, machineConfig, machineVariables } from './machine.ts'
import { fileVariable } from './secret-files.ts'
import { secretNames } from './table.ts'

type Variables = Readonly<Record<string, string | undefined>>

export const isSlicingProcess = (env: Variables): boolean => env['ROLE']?.trim() === 'slicing'

const variables = v.pick(environment, machineVariables)

/** Returns the configuration, or all problems together, one sentence each. */
export function parseSlicingConfig(env: Variables): Result<MachineConfig, readonly string[]> {
  const parsed = v.safeParse(variables, withoutEmpty({ ...env }))
  const problems = [...(parsed.issues ?? []).map(({ message }) => message), ...secretsSet(env)]
  if (!parsed.success || problems.length > 0) return fail(problems)
  return ok(machineConfig(parsed.output))
}

function secretsSet(env: Variables): readonly string[] {
  return secretNames()
    .flatMap((name) => [name, fileVariable(name)])
    .filter((name) => env[name]?.trim())
    .map((name) => `${name} is set. A process with ROLE=slicing needs no secret: remove it.`)
}
