/** The form fields of a valid order, without its file. */
export const orderFields = {
  material: 'pla',
  color: 'Black',
  recipientName: 'Bench',
  street1: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}
