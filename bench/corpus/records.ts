// Results of a corpus run: a file of JSON lines, one for each distinct content, written
// immediately. A run that is killed loses at most the model in progress.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import type { SliceComparison } from './compare-slices.ts'
import type { Judged } from './judge-model.ts'
import type { PeerVolumes } from './peer-volumes.ts'

/**
 * One line. `core`: build of the geometry core that the line depends on. `peers`: versions of the
 * peers.
 */
export type CorpusRecord = { readonly sha256: string } & (
  | ({ readonly type: 'model'; readonly core: string } & Judged)
  | ({ readonly type: 'volumes'; readonly peers: string } & PeerVolumes)
  | ({ readonly type: 'slices'; readonly core: string; readonly slicer: string } & SliceComparison)
)

/** Tool and version for each kind of line. Lines of another build are measured again. */
export type Builds = { readonly core: string; readonly peers: string; readonly slicer: string }

export type Records = {
  readonly find: <T extends CorpusRecord['type']>(
    type: T,
    sha256: string,
  ) => Extract<CorpusRecord, { type: T }> | null
  readonly add: (record: CorpusRecord) => void
  readonly close: () => void
}

export function openRecords(path: string, builds: Builds): Records {
  const known = new Map<string, CorpusRecord>()
  const keyOf = ({ type, sha256 }: Pick<CorpusRecord, 'type' | 'sha256'>) => `${type} ${sha256}`
  for (const record of readRecords(path)) {
    if (isOf(record, builds)) known.set(keyOf(record), record)
  }
  const file = openSync(path, 'a', 0o644)
  return {
    find: <T extends CorpusRecord['type']>(type: T, sha256: string) =>
      // The key contains the type.
      (known.get(keyOf({ type, sha256 })) ?? null) as Extract<CorpusRecord, { type: T }> | null,
    add: (record) => {
      writeSync(file, `${JSON.stringify(record)}\n`)
      fsyncSync(file)
      known.set(keyOf(record), record)
    },
    close: () => closeSync(file),
  }
}

function isOf(record: CorpusRecord, { core, peers, slicer }: Builds): boolean {
  if (record.type === 'volumes') return record.peers === peers
  return record.core === core && (record.type === 'model' || record.slicer === slicer)
}

/**
 * Returns the complete lines. Removes an incomplete last line, which a killed run leaves, from the
 * file.
 */
export function readRecords(path: string): readonly CorpusRecord[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
  if (whole.length < bytes.length) truncateSync(path, whole.length)
  const lines = whole.toString('utf8').split('\n')
  // `add` writes this format.
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CorpusRecord)
}
