// How long things are kept. Sentences, statements and the privacy text take the numbers from here; what the operator sets is in the
// configuration (`RETENTION_DAYS`, `BASKET_DAYS`, `KEPT_FILE_HOURS`). Stored models have no end: they are kept until their account deletes
// them.

/**
 * Mails, bulk actions, what operators were notified of, logs of generations, reports of gallery models, slices of plates, and vendor tasks
 * that no job waits for, in days.
 */
export const keptDays = 90

/** Closed orders that kept a part of their payment are shown to operators for so many days after their last change. */
export const keptPaymentDays = 30

/** Calls to engines by day, in days. */
export const engineSpendDays = 400

/** Order codes that were right from a client address, in days after the last time. */
export const seenCodeDays = 30

/** Events of the card processor that were handled. It retries a delivery for days, and can be made to repeat it for 30 days. */
export const handledEventDays = 60

/** Quotes that were never ordered, in days after they expired. */
export const expiredQuoteDays = 7

/** Purchases that were not paid: with a page at the card processor, which is reviewed until it ends, and without one. */
export const unpaidPurchaseDays = { withPage: 30, withoutPage: 2 } as const

/** Photos of a generation that made no model, for another try, in hours. */
export const retryPhotoHours = 24

/** Newest generations of an account whose photos are kept for another try; the photos of one may have 42 MB. */
export const retryPhotoJobs = 10

/** Generated models that are kept from their accounts, until an operator decides, in days. */
export const withheldDays = 30

/** Jobs of the queue that failed in every attempt. */
export const failedJobDays = 30

/** Metrics by minute, in hours; the sweep comes once an hour. */
export const minuteMetricHours = 48

/** Requests of programs, which their account sees. */
export const ownRequestDays = 7

/** The response that is stored for an Idempotency-Key, in hours (decisions.md 14). */
export const keyHours = 24
