import { sql } from '#platform/db/statement.ts'

/** SQL condition: the person with the number of the dep `d` does not want to be asked by the band. */
export const hasRefusedAsks = sql`
  exists (select from dep_refusals f where f.band_id = d.band_id and f.phone_mac = d.phone_mac)`
