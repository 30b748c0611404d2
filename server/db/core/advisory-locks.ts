// Advisory locks of the service's database, all in one table so that no two share a number.

export const advisoryLocks = {
  /** Our own migrations. */
  migrations: 7_305_001,
  /** One mail: with the hash of its id as second key. Must not change between releases: two of them would send one mail twice. */
  sendMail: 7_305_003,
  /** The migrations of the sign-in library. */
  signInMigrations: 7_305_004,
  /** Adding to the metrics: one process at a time, so that no two wait for each other's rows. */
  metrics: 7_305_005,
  /** Adding a link for wall screens. */
  wallLinks: 7_305_016,
  /** Notifications to operators: one round at a time. */
  notifications: 7_305_017,
  /** The sums of orders by hour. */
  orderHours: 7_305_018,
  /** The sums of the farm's work by quarter of an hour. */
  farmQuarterHours: 7_305_019,
  /** Numbers of invoices and credit notes: one process at a time issues them. */
  billing: 7_305_057,
  /** Reminders of unpaid orders: with the hash of the email address as second key. */
  reminders: 7_305_096,
  /** The rights of the role that runs the service. */
  runningRole: 7_305_039,
} as const
