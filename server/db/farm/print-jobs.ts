// Print jobs. Each function is one statement or one transaction. A transaction locks the order before its jobs.

import type { PrintJobs } from '../../domain/farm/ports.ts'
import type { Db } from '../core/connect.ts'
import { addFile, attachFile, attachSlice, changeJob, readFile } from './job-changes.ts'
import { failJob, recoverExpired, releaseClaim, releaseUnstarted, withholdJob } from './job-ends.ts'
import { heartbeat } from './job-heartbeats.ts'
import { leaseJob, startJob } from './job-leases.ts'
import { countGoodParts, countPlannedParts, listJobs, summarize } from './job-lists.ts'
import { queueJobs } from './job-queue.ts'
import { finishJob } from './job-reports.ts'
import {
  listByOrder,
  readFirmware,
  readHistory,
  readJob,
  readJobs,
  supportsOfOrder,
} from './job-rows.ts'
import { reprintOrder } from './order-reprints.ts'
import { sendToFileReview } from './send-to-file-review.ts'

export function createPrintJobs(db: Db): PrintJobs {
  return {
    queue: (code, request) => queueJobs(db, code, request),
    reprint: (code, request) => reprintOrder(db, code, request),
    lease: (ability, except) => leaseJob(db, ability, except),
    start: (id, claim) => startJob(db, id, claim),
    heartbeat: (id, beat) => heartbeat(db, id, beat),
    finish: (id, report) => finishJob(db, id, report),
    fail: (id, report) => failJob(db, id, report),
    withhold: (id, claim) => withholdJob(db, id, claim),
    release: (id, claim) => releaseClaim(db, id, claim),
    releaseUnstarted: (printer, reason) => releaseUnstarted(db, printer, reason),
    sendToFileReview: (id, claim) => sendToFileReview(db, id, claim),
    recoverExpired: (limit) => recoverExpired(db, limit),
    change: (id, change) => changeJob(db, id, change),
    read: (id) => readJob(db, id),
    readAll: (ids) => readJobs(db, ids),
    firmware: (id) => readFirmware(db, id),
    history: (id) => readHistory(db, id),
    listByOrder: (orderId) => listByOrder(db, orderId),
    supportsOfOrder: (orderId) => supportsOfOrder(db, orderId),
    goodParts: (orderIds) => countGoodParts(db, orderIds),
    plannedParts: (orderIds) => countPlannedParts(db, orderIds),
    list: (filter) => listJobs(db, filter),
    summarize: (timeZone) => summarize(db, timeZone),
    addFile: (file) => addFile(db, file),
    readFile: (id) => readFile(db, id),
    attachFile: (id, file, attachment) => attachFile(db, id, file, attachment),
    attachSlice: (id, file, attachment) => attachSlice(db, id, file, attachment),
  }
}
