import type { ParsedGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'

/** The columns that members write, by field. */
export const gigSheetColumnByField: Record<keyof ParsedGigSheet, string> = {
  address: 'address',
  times: 'times',
  contactName: 'contact_name',
  contactPhone: 'contact_phone',
  contactEmail: 'contact_email',
  gettingThere: 'getting_there',
  gear: 'gear',
  hospitality: 'hospitality',
  feePence: 'fee_pence',
  feeNote: 'fee_note',
  feePaid: 'fee_paid',
}

/** SQL of a gig sheet `g` as JSON, with `further` columns of the same name. */
export function gigSheetJsonSql(further: readonly string[] = []): string {
  const columns = [...Object.entries(gigSheetColumnByField), ...further.map((name) => [name, name])]
  return `json_build_object(${columns.map(([name, column]) => `'${name}', g.${column}`).join(', ')})`
}
