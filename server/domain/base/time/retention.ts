// Retention periods. Page texts, SQL statements and the privacy policy take their numbers from here. Periods that the
// operator sets are in the configuration (`RETENTION_DAYS`, `BASKET_DAYS`, `KEPT_FILE_HOURS`). Stored models have no
// period: they are kept until their account deletes them.

/**
 * Emails, bulk actions, operator notifications, generation logs, reports of gallery models, slices of plates, and
 * vendor tasks without a waiting job, in days.
 */
export const keptDays = 90

/** Days after its last change for which operators see a closed order that kept a part of its payment. */
export const keptPaymentDays = 30

/** Daily counts of engine calls, in days. */
export const engineSpendDays = 400

/** Order codes that a client address entered correctly, in days after the last entry. */
export const seenCodeDays = 30

/**
 * Handled events of the card processor, in days. The processor retries a delivery for days and can be asked to repeat
 * it for 30 days.
 */
export const handledEventDays = 60

/** Quotes that were never ordered, in days after they expired. */
export const expiredQuoteDays = 7

/**
 * Unpaid purchases, in days: with a payment page at the card processor, which is checked until it expires, and without
 * one.
 */
export const unpaidPurchaseDays = { withPage: 30, withoutPage: 2 } as const

/** Photos of a failed generation, kept for a retry, in hours. */
export const retryPhotoHours = 24

/**
 * Number of an account's newest generations whose photos are kept for a retry. The photos of one generation can total
 * 42 MB.
 */
export const retryPhotoJobs = 10

/** Generated models that are withheld from their account until an operator decides, in days. */
export const withheldDays = 30

/** Queue jobs that failed in every attempt, in days. */
export const failedJobDays = 30

/** Per-minute metrics, in hours; the sweep runs once an hour. */
export const minuteMetricHours = 48

/** Accounts whose address was never confirmed, in days after sign-up. */
export const unprovenAccountDays = 1

/**
 * Sign-in codes, in days after they expire. During this time their owner is told that the code has expired, and not that
 * it is wrong.
 */
export const expiredCodeDays = 1

/** Used second-factor codes, in hours; each is valid for minutes. */
export const usedCodeHours = 1

/** Requests of programs on the account page, in days. */
export const ownRequestDays = 7

/** Stored responses of an Idempotency-Key, in hours (decisions.md 14). */
export const keyHours = 24

/** Records of emails to operators that limit the sending rate, in days. */
export const notificationSendDays = 1

/** Stopped processes, in days after their last heartbeat. The newest process of each role stays. */
export const stoppedProcessDays = 1

/** Expired files of visitors, in hours: a form that was accepted shortly before can refer to one, and clocks differ. */
export const endedFileHours = 2

/** Full call budgets, in hours after the last call: a missing budget is treated as full. */
export const fullBudgetHours = 1

/** Expired slice leases, in hours: their process died, and the slice was not requested again. */
export const endedSliceLeaseHours = 1

/** Jobs of a dead worker, in hours after they were locked; by then the queue treats the lock as expired. */
export const lostJobHours = 4

/**
 * Expired signed uploads, in days: until then a completed upload returns its response, and a body in progress can
 * finish.
 */
export const endedUploadDays = 1

/** Returned payments, in days within which a lost order makes the service find them again. */
export const returnedPaymentDays = 7

/** Closed disputes, in days within which operators are notified of the outcome. */
export const closedDisputeDays = 7

/** Generations that failed because of the service, in days for which the desk lists them. */
export const failedWorkDays = 7
