// Checks when the last backup was made and last restored. deploy/backup/dump.sh and restore-check.sh write the two files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hourMs } from '../../domain/base/time/day.ts'
import { type Diagnosis, type Examined, fail, leftOut, pass } from './finding.ts'

/** One day between nightly backups, plus two hours for the backup. */
const newestBackupHours = 26
/** Once a month. */
const newestRestoreHours = 35 * 24

export const backupFiles = { made: 'last-backup', restored: 'last-restore' } as const

export function checkBackup({ config, now }: Examined): readonly Diagnosis[] {
  const { backupDir, production } = config
  const make = 'systemctl enable --now svc-backup.timer; systemctl start svc-backup'
  const restore = 'systemctl start svc-restore-check'
  if (backupDir === null) {
    return [
      production
        ? fail(
            'backup',
            'No backup is known.',
            'Set BACKUP_DIR and run deploy/backup/dump.sh every night. With pgBackRest, write the times into BACKUP_DIR (deploy/backup/README.md).',
          )
        : leftOut('backup', 'BACKUP_DIR is not set'),
    ]
  }
  const made = readTime(join(backupDir, backupFiles.made))
  const restored = readTime(join(backupDir, backupFiles.restored))
  const hours = (time: Date) => (now().getTime() - time.getTime()) / hourMs
  return [
    made === null
      ? fail('backup', `There is no backup in ${backupDir}.`, make)
      : hours(made) > newestBackupHours
        ? fail('backup', `The last one was made at ${made.toISOString()}.`, make)
        : pass('backup', `made at ${made.toISOString()}`),
    restored === null
      ? fail('restore', 'No backup was ever restored, so none is known to be good.', restore)
      : hours(restored) > newestRestoreHours
        ? fail('restore', `One was last restored at ${restored.toISOString()}.`, restore)
        : pass('restore', `last tried at ${restored.toISOString()}`),
  ]
}

/** Returns null for a file that does not exist or contains no time. */
function readTime(path: string): Date | null {
  try {
    const time = new Date(readFileSync(path, 'utf8').trim())
    return Number.isNaN(time.getTime()) ? null : time
  } catch {
    return null
  }
}
