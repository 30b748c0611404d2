// Databases of their own for scenarios that fill one or count what is in it.
import pg from 'pg'

/** The URL of a new database in the cluster of another one. */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.toString()
}
