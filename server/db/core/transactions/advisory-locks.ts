// Advisory locks of the service's database, in one table so that no two share a number.

export const advisoryLocks = {
  /** Our own migrations. */
  migrations: 7_305_001,
  /**
   * Sending one mail, with the hash of its id as second key. Must not change between releases: two releases would send the same mail
   * twice.
   */
  sendMail: 7_305_003,
  /** The migrations of the sign-in library. */
  signInMigrations: 7_305_004,
  /** Adding to the metrics: one process at a time, so that processes do not wait for each other's rows. */
  metrics: 7_305_005,
  /** Adding a link for wall screens. */
  wallLinks: 7_305_016,
  /** Notifications to operators: one round at a time. */
  notifications: 7_305_017,
  /** The sums of orders by hour. */
  orderHours: 7_305_018,
  /** The sums of the farm's work by quarter of an hour. */
  farmQuarterHours: 7_305_019,
  /** Issuing numbers of invoices and credit notes: one process at a time. */
  billing: 7_305_057,
  /** Reminders of unpaid orders: with the hash of the email address as second key. */
  reminders: 7_305_096,
  /** Storing the farm's terms: their numbers follow the order of their commits. */
  farmTerms: 7_305_099,
  /** Storing the shop's branding: its numbers follow the order of their commits. */
  branding: 7_305_107,
  /** Checkout sessions of a client: with the hash of the client as second key. */
  checkoutSessions: 7_305_105,
  /** Granting the rights of the role that runs the service. */
  runningRole: 7_305_039,
} as const
