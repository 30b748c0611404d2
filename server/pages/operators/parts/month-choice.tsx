// Month that a page shows, with the months before and after it.
import { monthText, neighborMonth } from '../../../domain/base/time/month.ts'
import { Segments } from '../../../html/section.tsx'

type MonthChoiceProps = { readonly month: string; readonly pathOf: (month: string) => string }

export function MonthChoice({ month, pathOf }: MonthChoiceProps) {
  const months = [neighborMonth(month, -1), month, neighborMonth(month, 1)]
  return Segments({
    label: 'Month',
    segments: months.map((each) => ({
      label: monthText(each),
      href: pathOf(each),
      isChosen: each === month,
    })),
  })
}
