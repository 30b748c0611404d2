// The day by which an order ships, as the quote page says it.

/** In the time zone of whoever renders it: the reader's in the browser, the farm's on the server. */
export function shipsByText(day: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(timeZone !== undefined && { timeZone }),
  })
  return `Ships by ${format.format(day)}`
}
