// The first contact with a database: an operator who reads "connect ECONNREFUSED" has to know which variable to look at.

/** Throws with the name of the variable that holds the database's address. */
export async function namingVariable<T>(name: string, firstContact: Promise<T>): Promise<T> {
  try {
    return await firstContact
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The database of ${name} cannot be used: ${why}`, { cause })
  }
}
