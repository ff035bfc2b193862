import { sql } from '#platform/db/statement.ts'

/** Columns of a gig sheet `g`. */
export const gigSheetColumns = sql`
  g.address, g.times, g.contact_name as "contactName", g.contact_phone as "contactPhone", g.contact_email as "contactEmail",
  g.getting_there as "gettingThere", g.gear, g.hospitality, g.fee_pence as "feePence", g.fee_note as "feeNote",
  g.fee_paid as "feePaid"`
