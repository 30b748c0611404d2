// Requirements of customs declarations (docs/operations.md, "Customs"). Data only.
import { requirements } from './row.ts'

export const customs = [
  ...requirements('docs/operations.md: Customs', {
    'customs.border': 'a parcel that crosses no customs border needs no declaration',
    'customs.home-order':
      'an order within the country has no form on the desk, null in the API and empty columns in the CSV',
    'customs.content':
      'a declaration has the charged amount, the weight, the HS code and the origin of each line',
    'customs.form-value':
      'goods up to 300 special drawing rights take a CN 22, above that a CN 23 with a commercial invoice',
    'customs.form-weight': 'above two kilograms or four articles the form is a CN 23',
    'customs.packaging': 'packaging of unknown weight counts as 500 g for the choice of the form',
    'customs.missing': 'missing values are named and refuse nothing',
    'customs.cn23':
      'the CN 23 and the commercial invoice have every field, and page, API and CSV the same values',
    'customs.farm-terms':
      'the farm’s terms determine its customs area, codes, origin and packaging',
    'customs.selection': 'a selection without a parcel that crosses a border is refused',
    'customs.recorded': 'viewers open declarations as well, and the access is recorded',
  }),
]
