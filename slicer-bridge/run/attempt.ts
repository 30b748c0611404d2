// Runs the slicer once on one model: creates a private folder, runs the command, reads the result.
import { join } from 'node:path'
import { type Cage, cageWords } from '../cage/cage.ts'
import { type GcodeReading, judgeReading, type ReadGcode } from '../outcome/gcode-reading.ts'
import type { Crashed, QueueFull, SliceOutcome } from '../outcome/outcome.ts'
import { PrintedReader, type SliceProgress } from '../outcome/printed.ts'
import { refusalIn } from '../outcome/refusals.ts'
import { gcodeFile, sliceArguments, type Variant } from '../settings/command.ts'
import { profilesOf, profileVersion } from '../settings/profile.ts'
import type { SliceSettings } from '../settings/settings.ts'
import { type Guards, guardEnvironment, guardWords, type SlicerLimits } from './limits.ts'
import { type ProcessEnd, runProcess } from './run-process.ts'
import { moveFile, removeFolder, type WorkFolder } from './work-folder.ts'

export type Tools = {
  readonly slicerPath: string
  readonly limits: SlicerLimits
  readonly guards: Guards & { readonly cage: Cage | null }
  readonly folder: WorkFolder
  readonly readGcode: ReadGcode
}

export type AttemptRequest = {
  readonly stlPath: string
  readonly settings: SliceSettings
  readonly variant: Variant
  /** Destination of the G-code of a good slice. If absent, the G-code is removed. */
  readonly keepGcode?: string | undefined
  readonly signal: AbortSignal
  readonly onProgress: ((progress: SliceProgress) => void) | undefined
}

/** PrusaSlicer writes its G-code twice, because it copies the file when it adds the print times. */
const maxVersions = 3

export type Attempted = Exclude<SliceOutcome, QueueFull>

/** Runs the attempt. Rejects only with the signal's reason or an error of `onProgress`. Leaves no process and no file behind. */
export async function attempt(tools: Tools, request: AttemptRequest): Promise<Attempted> {
  let folder: string
  try {
    folder = await tools.folder.makeJob(request.stlPath, profilesOf(request.settings))
  } catch (error) {
    return { kind: 'unavailable', reason: 'no_work_folder', detail: messageOf(error) }
  }
  try {
    return await slice(tools, request, folder)
  } finally {
    await removeFolder(folder)
  }
}

async function slice(tools: Tools, request: AttemptRequest, folder: string): Promise<Attempted> {
  const { settings, variant, signal, onProgress } = request
  const { guards, limits, slicerPath } = tools
  const gcode = join(folder, gcodeFile)
  const printed = new PrintedReader(onProgress)
  let early: Promise<GcodeReading> | undefined
  const end = await runProcess({
    words: [
      ...guardWords(guards, limits),
      ...cageWords(guards.cage, slicerPath, folder),
      slicerPath,
      ...sliceArguments(settings, variant),
    ],
    folder,
    environment: guardEnvironment(guards),
    wallMs: limits.wallMs,
    printedBytes: limits.printedBytes,
    writtenBytes: maxVersions * limits.gcodeBytes + limits.printedBytes,
    nice: limits.nice,
    signal,
    onLine: (line) => {
      // The file is complete. From here on the slicer only cleans up, about 1 % of its run time.
      if (line.startsWith('Slicing result exported')) early ??= read(tools, gcode, signal)
      printed.line(line)
    },
  })
  signal.throwIfAborted()
  const failure = failureOf(end)
  if (failure) return failure
  const first = early && judgeReading(await early)
  const reading = first?.kind === 'sliced' ? first : judgeReading(await read(tools, gcode, signal))
  signal.throwIfAborted()
  if (reading.kind !== 'sliced') return reading
  if (request.keepGcode !== undefined) await moveFile(gcode, request.keepGcode)
  const { warnings } = printed
  return { ...reading, warnings, profileVersion, rung: variant.profile }
}

/** Reads the result. A missing file is treated as a crash, because the slicer reported that it had written one. */
async function read(
  { readGcode }: Tools,
  path: string,
  signal: AbortSignal,
): Promise<GcodeReading> {
  try {
    return await readGcode(path, signal)
  } catch (error) {
    return { kind: 'crashed', reason: messageOf(error) }
  }
}

/** Returns the failure, or `undefined` when the slicer reports success. */
function failureOf({ how, tail }: ProcessEnd): Attempted | undefined {
  const crashed = (reason: Crashed['reason'], end: Partial<Crashed> = {}): Crashed => ({
    kind: 'crashed',
    reason,
    exit: null,
    signal: null,
    detail: tail,
    ...end,
  })
  switch (how.kind) {
    case 'not_started':
      return { kind: 'unavailable', reason: 'cannot_start', detail: tail }
    case 'stopped':
      if (how.why === 'wall') return { kind: 'timed_out' }
      return crashed(how.why === 'written' ? 'wrote_too_much' : 'printed_too_much')
    case 'signalled':
      if (how.signal === 'SIGXCPU') return { kind: 'timed_out' }
      return crashed(how.signal === 'SIGXFSZ' ? 'wrote_too_much' : 'died', { signal: how.signal })
    case 'exited':
      if (how.code === 0) return undefined
      // Exit codes of the guards when the command is missing or not executable, or a limit cannot be set.
      if (how.code === 126 || how.code === 127 || /^(?:prlimit|setpriv): /m.test(tail)) {
        return { kind: 'unavailable', reason: 'cannot_start', detail: tail }
      }
      if (/bad_alloc|out of memory/i.test(tail)) return crashed('out_of_memory', { exit: how.code })
      return refusalIn(tail) ?? crashed('unknown_error', { exit: how.code })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
