/** What the receipts of a band are uploaded for: the page of money lists these uploads. */
export function receiptsTarget(bandId: string): string {
  return `receipts ${bandId}`
}
