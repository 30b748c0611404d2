// Says once on a page in which time zone its times are; browser/operators/desk.ts reads the zone here.

export function TimeZone({ timeZone }: { timeZone: string }) {
  return (
    <p class="hint time-zone" data-zone={timeZone}>
      {`Times are in the farm’s time zone, ${timeZone}.`}
    </p>
  )
}
