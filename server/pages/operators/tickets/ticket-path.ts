/** A ticket at the desk. */
export const deskTicketPath = (number: number): string => `/operator/tickets/${number}`
