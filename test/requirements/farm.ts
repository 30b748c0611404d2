// Requirements of the operator scopes of decisions.md 44 and of docs/farm.md. Data
// only.
import { requirements } from './row.ts'

export const farm = [
  ...requirements('Operator scopes (decision 44)', {
    'farm.queue': 'POST /api/farm/orders/{code}/queue accepts an order and queues it in one step',
    'farm.queue.refused':
      'an order that is unpaid, held, refunded, closed or shipped is not queued',
    'farm.jobs': 'POST /api/farm/jobs says how many parts of an order are on which plate',
    'farm.jobs.sum': 'all jobs of an order together have no more parts than were ordered',
    'farm.reslice':
      'POST /api/farm/jobs/{id}/reslice slices the plate and stores the g-code as its file',
    'farm.print-upload': 'POST /api/farm/print-upload takes a sliced file for an order',
    'farm.print-upload.checked': 'it is checked like any other sliced file',
  }),
  ...requirements('docs/farm.md: Print jobs and the farm', {
    'farm.plates':
      'by default a plate has as many parts as fit beside each other and print within 20 hours',
    'farm.claim.order': 'a claim gets the highest priority, then the earliest due date',
    'farm.claim.fits':
      'a claim gets only what the printer can print: material, color, nozzle, volume, kind of file',
    'farm.claim.held': 'jobs of orders on hold are passed over',
    'farm.claim.once': 'no two claims get one job',
    'farm.claim.printing': 'the first claim makes the order PRINTING',
    'farm.file': 'the farm downloads the file of a job',
    'farm.file.unreachable':
      'a file that storage does not return now is 503 with Retry-After, one that is gone is 404',
    'farm.heartbeat': 'a heartbeat renews the claim and records progress',
    'farm.heartbeat.stop': 'a printer whose job was withdrawn is told so at its next heartbeat',
    'farm.lease':
      'a claim without a heartbeat goes back to the queue, and its late reports are refused',
    'farm.done.printed': 'an order whose parts are all good becomes PRINTED',
    'farm.done.scrap': 'scrap is queued again on the same order, and nothing is charged',
    'farm.scrap-reasons':
      'every count of scrap accepts one of the words for its reason, refuses others with the list of words, and the throughput page sums them up',
    'farm.done.repeated': 'a repeated report changes nothing',
    'farm.fail': 'a failed job goes back to the queue, and needs attention after three attempts',
    'farm.fail.no-attempt':
      'a fault that is not the job’s puts it back into the queue without an attempt',
    'farm.change': 'operators requeue, cancel, count and reprint jobs',
    'farm.reprint':
      'POST /api/operator/orders/{code}/reprint and the desk queue parts of an order again without money, even if it was shipped or delivered; its page states this',
    'farm.withdrawn':
      'jobs of an order that is cancelled, refunded in full, printed or shipped otherwise are withdrawn',
    'farm.bad-input': 'each wrong field is 400 with its name and rule, and nothing is changed',
    'farm.printers.report':
      'PUT /api/farm/printers/{name} adds a printer and records its properties and state; omitted fields stay',
    'farm.printers.old-clients':
      'claims and heartbeats of jobs count as hearing of the printer, and add it',
    'farm.printers.no-job':
      'a printer that is in maintenance, paused, has an error or a plate that is not cleared gets no job, and the reason',
    'farm.printers.spools':
      'the spools that operators load restrict claims, and those that a program reports give way to them',
    'farm.printers.clear':
      'clearing a plate counts its job and frees the printer, whose program learns of it with its next report',
    'farm.printers.offline':
      'a printer that is silent for two minutes is offline and stays in the list',
    'farm.printers.commands':
      'operators pause, resume and cancel a print at the desk; a command is for one claim, is taken by one program, and lapses',
    'farm.printers.desk':
      'temperatures and the newest picture of a printer are shown with their age, the picture to operators only',
    'farm.lead-time': 'lead time counts the parts that jobs actually finished',
  }),
]
