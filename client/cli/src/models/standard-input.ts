// A model from standard input: `svc check - < part.stl`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../command/command.ts'
import { maxModelMegabytes } from '../service/service-limits.ts'
import { usageError } from '../terminal/exit-codes.ts'
import type { OptionSpec } from '../terminal/options.ts'

const inputWord = '-'
const inputFormats = ['stl', 'obj', '3mf', 'glb', 'gltf'] as const

export const formatOption: OptionSpec = {
  name: 'format',
  value: 'NAME',
  choices: inputFormats,
  description: `Format of the model on standard input, which "${inputWord}" stands for; stl unless given.`,
}

/** Runs with the path of the file that `word` names. Standard input becomes a file that is there until `run` has ended. */
export async function withModelFile<Result>(
  { args, terminal }: Pick<Context, 'args' | 'terminal'>,
  word: string,
  run: (path: string) => Promise<Result>,
): Promise<Result> {
  if (word !== inputWord) {
    if (args.has('format')) throw usageError('--format is for standard input: a file has its name.')
    return run(word)
  }
  const bytes = await terminal.readInput(maxModelMegabytes * 1024 * 1024)
  if (bytes === null || bytes.length === 0) {
    throw usageError(
      `There is no model on standard input, or it has more than ${maxModelMegabytes} MB: svc check - < part.stl`,
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
