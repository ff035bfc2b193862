import { sql } from '#platform/db/statement.ts'

/** The band must not ask the number of its dep `d`. */
export const doNotAsk = sql`
  exists (select from dep_refusals f where f.band_id = d.band_id and f.phone_mac = d.phone_mac)`
