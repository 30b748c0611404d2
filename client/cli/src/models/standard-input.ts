// Model from standard input: `svc check - < part.stl`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../command/command.ts'
import { maxModelMegabytes } from '../service/service-limits.ts'
import { usageError } from '../terminal/exit-codes.ts'
import type { Arguments, OptionSpec } from '../terminal/options.ts'

export const inputWord = '-'
const inputFormats = ['stl', 'obj', '3mf', 'glb', 'gltf'] as const

export const formatOption: OptionSpec = {
  name: 'format',
  value: 'NAME',
  choices: inputFormats,
  description: `Format of the model on standard input, named "${inputWord}". Default: stl.`,
}

/** Throws a usage error for `--format` with a model that is not on standard input. */
export function refuseFormat(args: Arguments): void {
  if (args.has('format')) {
    throw usageError(`--format is for a model on standard input, named "${inputWord}".`)
  }
}

/**
 * Calls `run` with the path of the file that `word` names. Standard input becomes a temporary file that exists until
 * `run` ends.
 */
export async function withModelFile<Result>(
  { args, command, terminal }: Pick<Context, 'args' | 'command' | 'terminal'>,
  word: string,
  run: (path: string) => Promise<Result>,
): Promise<Result> {
  if (word !== inputWord) {
    refuseFormat(args)
    return run(word)
  }
  const bytes = await terminal.readInput(maxModelMegabytes * 1024 * 1024)
  if (bytes === null || bytes.length === 0) {
    throw usageError(
      `There is no model on standard input, or it has more than ${maxModelMegabytes} MB. Send it like this: svc ${command} - < part.stl`,
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'svc-input-'))
  try {
    const path = join(folder, `part.${args.text('format') ?? 'stl'}`)
    await writeFile(path, bytes)
    return await run(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
