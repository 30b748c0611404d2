// Note on the time zone of a page's times, once per page. browser/operators/desk.ts reads the time zone from it.

export function TimeZone({ timeZone }: { timeZone: string }) {
  return (
    <p class="hint time-zone" data-zone={timeZone}>
      {`Times are in the farm’s time zone, ${timeZone}.`}
    </p>
  )
}
