// Hidden field that returns a form to the page that it is on.
import { Hidden } from '../../../html/form-fields.tsx'
import { backFields, type OrderScreen } from './order-path.ts'

export const BackField = ({ screen }: { screen: OrderScreen }) => (
  <>
    {Object.entries(backFields(screen)).map(([name, value]) => (
      <Hidden name={name} value={value} />
    ))}
  </>
)
